/** The lists of /users: what they cost, and how a long one is paged. */
import { expect, test } from "vitest";
import { newSession } from "#app/accounts/session.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { costOf } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, origin, type Person } from "../support/people.ts";

/** Colleagues who joined one after another: their addresses, in that order. */
async function colleagues({ organizationId }: Person, howMany: number, role: "member" | "owner" = "member") {
  const db = controlPlane();
  const joined = Date.now();
  const all = Array.from({ length: howMany }, (_, n) => ({ id: newId(), at: joined + n }));
  for (const { id, at } of all)
    await db.batch([
      db.insert(control.users).values({
        id,
        email: `${id}@people.test`,
        email_folded: `${id}@people.test`,
        email_confirmed_at: at,
        created_at: at,
        updated_at: at,
      }),
      db
        .insert(control.organizationMembers)
        .values({ organization_id: organizationId, user_id: id, role, created_at: at }),
      db
        .insert(control.sessions)
        .values((await newSession(new Request(origin), id, "full", at, { host: null })).row),
    ]);
  return all.map(({ id }) => `${id}@people.test`);
}

/** Invitations that wait, or that were answered; the addresses, in the order in which they were made. */
async function invitations(
  { organizationId }: Person,
  howMany: number,
  answer: { revoked_at?: number } = {},
) {
  const emails: string[] = [];
  for (let n = 0; n < howMany; n++) {
    const id = newId();
    emails.push(`${id}@elsewhere.test`);
    await controlPlane()
      .insert(control.userInvitations)
      .values({
        id,
        organization_id: organizationId,
        email: `${id}@elsewhere.test`,
        role: "member",
        token: id,
        expires_at: Date.now() + 86_400_000,
        created_at: Date.now(),
        ...answer,
      });
  }
  return emails;
}

/** Five of the session, one where each of four lists ends; and of a member the membership and the person. */
const mostRows = (read: number) => 9 + 2 * read;

const linksOf = (html: string) => {
  const link = (of: string, rel: string) => {
    const [, nav = ""] = new RegExp(`<nav aria-label="More ${of}"[^>]*>(.*?)</nav>`, "s").exec(html) ?? [];
    const [tag = ""] = new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(nav) ?? [];
    const [, href = null] = /href="([^"]*)"/.exec(tag) ?? [];
    return href === null ? null : href.replaceAll("&amp;", "&");
  };
  return {
    members: { newer: link("members", "prev"), older: link("members", "next") },
    invitations: { newer: link("invitations", "prev"), older: link("invitations", "next") },
  };
};

async function pageOf(person: Person, path: string | null) {
  const answer = await person.get(path ?? "nowhere");
  const html = await answer.text();
  const text = await pageText(html);
  return {
    cost: costOf(answer),
    text,
    links: linksOf(html),
    /** The addresses of a host that stand on it, each once, in their order. */
    at: (host: string) => [...new Set(text.match(new RegExp(`[0-9a-f-]{36}@${host}`, "g")))],
  };
}

test("a member costs /users two rows, however often they signed in, and an invitation that was answered none", async () => {
  const owner = await memberOf();
  await colleagues(owner, 10);
  const { userId } = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () =>
      newSession(new Request(origin), userId, "full", Date.now(), { host: null }),
    ),
  );
  for (const { row } of sessions) await controlPlane().insert(control.sessions).values(row);
  await invitations(owner, 20, { revoked_at: Date.now() });
  const { cost, at } = await pageOf(owner, "/users");
  expect(at("people.test")).toHaveLength(12);
  expect(cost.d1).toBe(2);
  expect(cost.rows).toBeLessThanOrEqual(mostRows(12));
});

test("a long list of members is paged: owners first, then as they came, nobody twice and nobody left out", async () => {
  const owner = await memberOf();
  const members = await colleagues(owner, 119);
  const everybody = [owner.email, ...members];
  const first = await pageOf(owner, "/users");
  expect(first.at("people.test")).toEqual(everybody.slice(0, 50));
  expect(first.links.members.newer).toBeNull();
  expect(first.cost.rows).toBeLessThanOrEqual(mostRows(1 + 51));
  const second = await pageOf(owner, first.links.members.older);
  expect(second.at("people.test").filter((email) => email !== owner.email)).toEqual(everybody.slice(50, 100));
  expect(second.cost.rows).toBeLessThanOrEqual(mostRows(51));
  const third = await pageOf(owner, second.links.members.older);
  expect(third.at("people.test").filter((email) => email !== owner.email)).toEqual(everybody.slice(100));
  expect(third.links.members.older).toBeNull();
  const back = await pageOf(owner, third.links.members.newer);
  expect(back.at("people.test")).toEqual(second.at("people.test"));
  const again = await pageOf(owner, back.links.members.newer);
  expect(again.at("people.test")).toEqual(first.at("people.test"));
  expect(again.links.members.newer).toBeNull();
});

test("more owners than a page holds are followed by the others", async () => {
  const owner = await memberOf();
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const owners = [owner.email, ...(await colleagues(owner, 51, "owner"))];
  const first = await pageOf(owner, "/users");
  expect(first.at("people.test")).toEqual(owners.slice(0, 50));
  const second = await pageOf(owner, first.links.members.older);
  expect(second.at("people.test").filter((email) => email !== owner.email)).toEqual([
    ...owners.slice(50),
    viewer.email,
  ]);
  const back = await pageOf(owner, second.links.members.newer);
  expect(back.at("people.test")).toEqual(first.at("people.test"));
});

test("invitations that wait are paged for themselves, the newest first", async () => {
  const owner = await memberOf();
  const sent = (await invitations(owner, 60)).reverse();
  const first = await pageOf(owner, "/users");
  expect(first.at("elsewhere.test")).toEqual(sent.slice(0, 50));
  const second = await pageOf(owner, first.links.invitations.older);
  expect(second.at("elsewhere.test")).toEqual(sent.slice(50));
  expect(second.text).toContain(owner.email);
  const back = await pageOf(owner, second.links.invitations.newer);
  expect(back.at("elsewhere.test")).toEqual(sent.slice(0, 50));
});

test("whoever changes a member of the second page stays there, and a last owner who is not on it is still the last", async () => {
  const owner = await memberOf();
  const members = await colleagues(owner, 60);
  const path = (await pageOf(owner, "/users")).links.members.older ?? "";
  const target = members.at(-1)?.replace("@people.test", "") ?? "";
  const changed = await owner.post(path, { intent: "role", member: target, role: "viewer" });
  expect(changed.status).toBe(302);
  const after = await pageOf(owner, changed.headers.get("location"));
  expect(after.text).toContain("Role changed.");
  expect(after.at("people.test")).toContain(members.at(-1));
  expect(after.links.members.newer).not.toContain("done");
  const demoted = await owner.post(path, { intent: "role", member: owner.userId, role: "admin" });
  expect(demoted.status).toBe(422);
  expect(await pageText(await demoted.text())).toContain("An organization needs an owner.");
});

test("a page on which nobody stands any more leads to the first, and a cursor that is none is the first", async () => {
  const owner = await memberOf();
  const nobody = await owner.get(`/users?cursor=older.1.9999999999999.${newId()}`);
  expect(nobody.status).toBe(302);
  expect(nobody.headers.get("location")).toBe("/users");
  const nothing = await owner.get("/users?waiting=older.0");
  expect(nothing.headers.get("location")).toBe("/users");
  for (const cursor of ["x", "older.", "older.1.x.y", "newer.~", "older.1.1.' or 1"]) {
    const page = await pageOf(owner, `/users?cursor=${encodeURIComponent(cursor)}`);
    expect(page.at("people.test")).toEqual([owner.email]);
  }
});
