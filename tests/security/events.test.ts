/** What happened to an account, as its owner reads it. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { costOf } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { withPassword } from "./arrange.ts";

const pageOf = async (browser: { get(path: string): Promise<Response> }, path = "/security") => {
  const html = await (await browser.get(path)).text();
  return { text: await pageText(html), html };
};

test("a sign-in and a failed one from elsewhere stand in the list, with where they came from", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  const stranger = anonymous({ ip: "203.0.113.9" });
  await stranger.post("/auth", { intent: "sign-in", email: person.email, password: "Wrong-guess-99" });
  const owner = anonymous({ ip: "198.51.100.7" });
  await owner.post("/auth", { intent: "sign-in", email: person.email, password: "Violet-harbor-27" });
  const { text } = await pageOf(owner);
  expect(text).toMatch(/Signed in with a password just now IP 198\.51\.100\.x/);
  expect(text).toMatch(/Sign-in failed just now IP 203\.0\.113\.x/);
});

test("what somebody did in an organization, and what others did, is not in it", async () => {
  const person = await memberOf();
  const other = await memberOf({ role: "viewer", organizationId: person.organizationId });
  await person.post("/users", { intent: "role", member: other.userId, role: "member" });
  const db = controlPlane();
  const event = { action: "session.started", created_at: Date.now() };
  await db.insert(control.auditEvents).values({ ...event, id: newId(), actor_id: other.userId });
  expect((await pageOf(person)).text).toContain("Nothing yet.");
  expect((await pageOf(other)).text).toContain("Signed in");
});

test("a long history comes page by page, in both directions, without a gap or a repetition", async () => {
  const person = await memberOf();
  const start = Date.now() - 90_000_000;
  // Every third was a stranger's attempt; some share their millisecond.
  const rows = Array.from({ length: 45 }, (_, at) => {
    const created_at = start + Math.floor(at / 2) * 1000;
    const changes = { how: `way ${at}` };
    const whose = at % 3 === 0 ? { target: person.userId } : { actor_id: person.userId };
    return { id: newId(created_at), action: "session.started", ...whose, changes, created_at };
  });
  for (let at = 0; at < rows.length; at += 9)
    await controlPlane()
      .insert(control.auditEvents)
      .values(rows.slice(at, at + 9));
  const expected = [...rows]
    .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .map(({ created_at }) => created_at);
  const timesIn = (html: string) =>
    [...html.matchAll(/<li [\s\S]*?title="([^"]*)"[\s\S]*?<\/li>/g)].map(([, at]) => at);
  const cursors = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<a\b[^>]*>/g)].flatMap(([link]) => {
        const rel = /rel="(prev|next)"/.exec(link)?.[1];
        const to = /href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
        return rel && to !== undefined ? [[rel, to]] : [];
      }),
    );
  const pages: string[] = [];
  let path: string | undefined = "/security";
  while (path !== undefined) {
    const { html } = await pageOf(person, path);
    pages.push(html);
    path = cursors(html).next;
  }
  expect(pages.map((html) => timesIn(html).length)).toEqual([20, 20, 5]);
  const seconds = (at: number) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeStyle: "medium" })
      .format(at)
      .replaceAll(/\s[AP]M/g, "");
  expect(pages.flatMap(timesIn).map((at) => /\d+:\d\d:\d\d/.exec(at ?? "")?.[0])).toEqual(
    expected.map(seconds),
  );
  const back = await pageOf(person, cursors(pages[2] ?? "").prev);
  expect(timesIn(back.html)).toEqual(timesIn(pages[1] ?? ""));
  const first = await pageOf(person, cursors(back.html).prev);
  expect(timesIn(first.html)).toEqual(timesIn(pages[0] ?? ""));
});

test.each(["older", "older.1", "older.x.y", "newer.1.--", "%00", "a%5C%22", "9".repeat(90)])(
  "a cursor that is none, %j, shows the first page",
  async (cursor) => {
    const person = await memberOf();
    expect((await person.get(`/security?cursor=${encodeURIComponent(cursor)}`)).status).toBe(200);
  },
);

test("the page reads each event once, and at most eighteen rows for all the rest of an account", async () => {
  const [before, person, after] = [await memberOf(), await memberOf(), await memberOf()];
  const happenedTo = async (whose: { actor_id: string } | { target: string }, events: number) => {
    const created_at = Date.now();
    await controlPlane()
      .insert(control.auditEvents)
      .values(
        Array.from({ length: events }, () => ({
          id: newId(),
          action: "session.started",
          ...whose,
          created_at,
        })),
      );
  };
  // Neighbours in every index, on either side.
  for (const { userId } of [before, after]) {
    await happenedTo({ actor_id: userId }, 2);
    await happenedTo({ target: userId }, 2);
  }
  const rows = async () => costOf(await person.get("/security")).rows;
  expect(await rows()).toBeLessThanOrEqual(16);
  await happenedTo({ actor_id: person.userId }, 7);
  await happenedTo({ target: person.userId }, 3);
  expect(await rows()).toBeLessThanOrEqual(18 + 10);
});
