/** The calendar feed through the front door, read by an independent reader of RFC 5545: what it holds, for whom, and when it ends. */
import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { sha256 } from "#app/platform/crypto.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const zone = "America/New_York";

/** @returns the id of an appointment in the object itself, at any time */
async function booked(
  { store, userId }: Person,
  starts_at: number,
  more: Partial<{ name: string; notes: string; kind: string }> = {},
): Promise<string> {
  const answer = await store.bookings.bookByHand(
    {
      starts_at,
      agent_id: null,
      anyway: true,
      time_zone: zone,
      kind: "Cleaning",
      duration_minutes: 30,
      name: "Greta Halvorsen",
      phone_number: "+12125550177",
      email: null,
      notes: "",
      ...more,
    },
    { author_id: userId, action_id: newId(), now: Math.min(Date.now(), starts_at - hour_ms) },
  );
  if (!answer.ok) throw new Error(answer.reason);
  return answer.booking_id;
}

/** Presses the button that makes an address. @returns its path, as the page shows it */
async function address(person: Person, more: Record<string, string> = {}): Promise<string> {
  const answer = await person.post("/bookings", { do: "make_feed", ...more });
  expect(answer.status).toBe(200);
  const path = /https:\/\/app\.test(\/calendar\/[0-9a-f]{64}\.ics)/.exec(await answer.text())?.[1];
  if (path === undefined) throw new Error("the page shows no address");
  return path;
}

const soon = () => Math.ceil(Date.now() / hour_ms) * hour_ms + 2 * day_ms;
/** As a calendar program asks: no session, no cookie. */
const read = (path: string, headers: Record<string, string> = {}) => anonymous().get(path, headers);

function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one)) };
}

test("a calendar program reads the appointments, without a session, and gets no cookie", async () => {
  const owner = await memberOf();
  const at = soon();
  const id = await booked(owner, at, {
    notes: "Bring; the, X-ray\nand a \\ card",
    name: "Ömer “Şahin”, ".repeat(8),
  });
  const answer = await read(await address(owner, { persons: "on" }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  const text = await answer.text();
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  for (const line of text.split("\r\n"))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  const { calendar, events } = parsed(text);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("prodid")).not.toMatch(/switchboard|voice agents/i);
  expect(events).toHaveLength(1);
  const [event] = events;
  expect(event?.uid).toBe(id);
  expect(event?.startDate.toUnixTime()).toBe(at / 1000);
  expect(event?.endDate.toUnixTime()).toBe(at / 1000 + 1800);
  expect(event?.sequence).toBe(0);
  expect(event?.summary).toBe(`Cleaning: ${"Ömer “Şahin”, ".repeat(8)}`);
  expect(event?.description).toBe("+12125550177\nBring; the, X-ray\nand a \\ card");
  expect(event?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
  expect(event?.component.getFirstPropertyValue("dtstamp")).not.toBeNull();
});

test("a moved appointment has a higher sequence, and a canceled one says so", async () => {
  const owner = await memberOf();
  const id = await booked(owner, soon());
  const path = await address(owner);
  const change = (version: number) => ({
    booking_id: id,
    version,
    author_id: owner.userId,
    action_id: newId(),
    now: Date.now(),
  });
  const wanted = { starts_at: soon() + day_ms, agent_id: null, anyway: true, time_zone: zone };
  expect(await owner.store.bookings.moveByHand(change(0), wanted)).toMatchObject({ ok: true });
  const moved = parsed(await (await read(path)).text()).events[0];
  expect([moved?.sequence, moved?.startDate.toUnixTime()]).toEqual([1, wanted.starts_at / 1000]);
  expect(await owner.store.bookings.cancelByHand(change(1))).toMatchObject({ ok: true });
  const canceled = parsed(await (await read(path)).text()).events[0];
  expect([canceled?.sequence, canceled?.component.getFirstPropertyValue("status")]).toEqual([2, "CANCELLED"]);
});

test("an unchanged calendar is not sent again, and a change is", async () => {
  const owner = await memberOf();
  await booked(owner, soon());
  const path = await address(owner);
  const etag = (await read(path)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await read(path, { "if-none-match": `W/${etag}` });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  await booked(owner, soon() + day_ms);
  expect((await read(path, { "if-none-match": etag })).status).toBe(200);
});

test("names and numbers are in it only by the choice of its maker, and only while their role may see them", async () => {
  const owner = await memberOf();
  await booked(owner, soon(), { notes: "Fear of drills" });
  const personal = /Greta|Halvorsen|2125550177|Fear of drills/;
  expect(await (await read(await address(owner))).text()).not.toMatch(personal);
  const path = await address(owner, { persons: "on" });
  expect(await (await read(path)).text()).toMatch(personal);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const text = await (await read(await address(viewer, { persons: "on" }))).text();
  expect(text).toContain("SUMMARY:Cleaning");
  expect(text).not.toMatch(personal);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  const theirs = await address(member, { persons: "on" });
  expect(await (await read(theirs)).text()).toMatch(personal);
  const become = (role: string) =>
    controlPlane()
      .update(control.organizationMembers)
      .set({ role })
      .where(eq(control.organizationMembers.user_id, member.userId));
  await become("viewer");
  expect(await (await read(theirs)).text()).not.toMatch(personal);
  await become("billing");
  expect((await read(theirs)).status).toBe(404);
});

test("a replaced address answers no more, nor does a removed one, and the secret stands nowhere", async () => {
  const owner = await memberOf();
  const first = await address(owner);
  const second = await address(owner);
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
  const secret = second.slice("/calendar/".length, -".ics".length);
  const [row] = await controlPlane()
    .select()
    .from(control.calendarFeeds)
    .where(eq(control.calendarFeeds.user_id, owner.userId));
  expect(row?.secret_hash).toBe(await sha256(secret));
  expect(await (await owner.get("/bookings")).text()).not.toContain(secret);
  const removed = await owner.post("/bookings", { do: "remove_feed" });
  expect(await pageText(await removed.text())).toContain("The address was removed");
  expect((await read(second)).status).toBe(404);
  const trail = await pageText(await (await owner.get("/users/activity")).text());
  expect(trail).toContain("Created a calendar address");
  expect(trail).toContain("Removed a calendar address");
});

test("it ends with the membership, and does not come back with it", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  const path = await address(member);
  const { organizationMembers: members } = control;
  const [row] = await controlPlane().select().from(members).where(eq(members.user_id, member.userId));
  if (!row) throw new Error("no membership");
  await controlPlane().delete(members).where(eq(members.user_id, member.userId));
  expect((await read(path)).status).toBe(404);
  await controlPlane()
    .insert(members)
    .values({ ...row, created_at: Date.now() + 1000 });
  expect((await read(path)).status).toBe(404);
});

test("a suspended, deleted or withheld organization's calendar answers no more", async () => {
  const owner = await memberOf();
  const path = await address(owner);
  const { organizations } = control;
  const set = (values: Partial<typeof organizations.$inferInsert>) =>
    controlPlane().update(organizations).set(values).where(eq(organizations.id, owner.organizationId));
  for (const [shut, open] of [
    [{ suspended_at: Date.now() }, { suspended_at: null }],
    [{ archived_at: Date.now() }, { archived_at: null }],
    [{ withheld_sections: { calls: ["owner"] } }, { withheld_sections: null }],
    [{ require_two_factor: true }, { require_two_factor: false }],
  ] as const) {
    await set(shut as Partial<typeof organizations.$inferInsert>);
    expect((await read(path)).status).toBe(404);
    await set(open);
    expect((await read(path)).status).toBe(200);
  }
});

test("it reaches from a month ago to a year ahead", async () => {
  const owner = await memberOf();
  const now = Date.now();
  const at = (days: number) => now + days * day_ms;
  const times = [-40, -20, 300, 400].map(at);
  for (const time of times) await booked(owner, time);
  const { events } = parsed(await (await read(await address(owner))).text());
  expect(events.map(({ startDate }) => startDate.toUnixTime())).toEqual(
    [times[1] ?? 0, times[2] ?? 0].map((time) => Math.floor(time / 1000)),
  );
});

test("an address that is asked too often waits", async () => {
  const owner = await memberOf();
  const path = await address(owner);
  const answers: number[] = [];
  for (let n = 0; n < 121; n++) answers.push((await read(path)).status);
  expect(new Set(answers.slice(0, 120))).toEqual(new Set([200]));
  const last = await read(path);
  expect([answers[120], last.status]).toEqual([429, 429]);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("no other address of that kind is there", async () => {
  for (const file of [
    "x.ics",
    `${"0".repeat(64)}.ics`,
    "0".repeat(64),
    `${"A".repeat(64)}.ics`.toLowerCase(),
  ])
    expect((await read(`/calendar/${file}`)).status, file).toBe(404);
  const owner = await memberOf();
  expect(await rows(owner, "select id from bookings")).toEqual([]);
});
