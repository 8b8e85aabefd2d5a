import { eq, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";

const day = 86_400_000;
const second = 1000;
const sessionOf = (person: Person) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, person.userId)).get();
const change = (person: Person, values: Partial<typeof control.sessions.$inferInsert>) =>
  controlPlane().update(control.sessions).set(values).where(eq(control.sessions.user_id, person.userId));
const isIn = async (person: Person) => (await person.get("/dashboard")).status === 200;

test("B18, R3: a session that was idle a second less than seven days goes on, and a second later it is over", async () => {
  const person = await memberOf();
  const seen = (await sessionOf(person))?.last_seen_at ?? 0;
  const isInAt = (now: number) => at(now, () => isIn(person));
  expect(await isInAt(seen + 7 * day)).toBe(false);
  expect(await isInAt(seen + 7 * day + second)).toBe(false);
  expect(await isInAt(seen + 7 * day - second)).toBe(true);
});

test("R3: being here is noted at most once an hour", async () => {
  const person = await memberOf();
  const halfAnHourAgo = Date.now() - 1_800_000;
  await change(person, { last_seen_at: halfAnHourAgo });
  await person.get("/dashboard");
  expect((await sessionOf(person))?.last_seen_at).toBe(halfAnHourAgo);
  await change(person, { last_seen_at: Date.now() - 3_600_000 });
  await person.get("/dashboard");
  await vi.waitFor(async () =>
    expect((await sessionOf(person))?.last_seen_at).toBeGreaterThan(halfAnHourAgo),
  );
});

test("R3, B18: whoever comes every few days is signed out when the thirty days are over, and is nobody on the 31st", async () => {
  const person = await memberOf();
  const began = (await sessionOf(person))?.created_at ?? 0;
  for (const now of [6, 12, 18, 24, 29].map((days) => began + days * day)) {
    expect(await at(now, () => isIn(person))).toBe(true);
    await vi.waitFor(async () => expect((await sessionOf(person))?.last_seen_at).toBe(now));
  }
  expect(await at(began + 30 * day - second, () => isIn(person))).toBe(true);
  for (const now of [30 * day, 30 * day + second, 31 * day])
    expect(await at(began + now, () => isIn(person))).toBe(false);
  const asked = await at(began + 31 * day, () => person.post("/functions/refresh-session"));
  expect(asked.status).toBe(401);
});

test("R4, B17: a session that is revoked elsewhere is dead with the next request, as document and as data", async () => {
  const person = await memberOf();
  await controlPlane().delete(control.sessions).where(eq(control.sessions.user_id, person.userId));
  expect((await person.get("/dashboard")).headers.get("location")).toBe("/auth");
  const data = await person.get("/dashboard.data");
  expect(await data.text()).not.toContain(person.organizationId);
});

test("whoever was signed out elsewhere is told so at the sign-in screen, once, and keeps where they were going", async () => {
  const person = await memberOf();
  const words = "You were signed out. Sign in again to continue.";
  await controlPlane().delete(control.sessions).where(eq(control.sessions.user_id, person.userId));
  const sent = (await person.get("/agents")).headers.get("location") ?? "";
  expect(sent).toBe("/auth?returnPath=%2Fagents");
  expect(await (await person.get("/auth?mode=signup")).text()).not.toContain(words);
  expect(await (await person.get(sent)).text()).toContain(words);
  expect(person.cookieValue("sid")).toBeUndefined();
  expect(await (await person.get(sent)).text()).not.toContain(words);
});

test("nobody else is told that they were signed out: a stranger, and who has just signed out here", async () => {
  const words = "You were signed out.";
  expect(await (await anonymous().get("/auth")).text()).not.toContain(words);
  const person = await memberOf();
  await person.post("/sign-out");
  expect(await (await person.get("/auth")).text()).not.toContain(words);
});

test("R1: a dump of the database holds no session's secret, and nothing of it works as a cookie", async () => {
  const person = await memberOf();
  const secret = person.cookieValue("sid")?.split(".")[1] ?? "";
  expect(secret).toHaveLength(43);
  const tables = Object.values(control).filter((one) => is(one, SQLiteTable));
  const rows = await Promise.all(tables.map((table) => controlPlane().select().from(table)));
  expect(JSON.stringify(rows)).toContain(person.userId);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const session = await sessionOf(person);
  const texts = Object.values(session ?? {}).filter((value) => typeof value === "string");
  expect(texts).toContain(session?.secret_hash);
  for (const value of [...texts, ...texts.map((text) => `${session?.id}.${text}`)]) {
    const thief = await anonymous().get("/dashboard", { cookie: `__Host-sid=${value}` });
    expect(thief.headers.get("location")).toBe("/auth");
  }
});

test("R5: the cookie of a session is for this host alone, over https, out of reach of scripts", async () => {
  const person = await memberOf();
  const answer = await person.post("/sign-out");
  const lines = answer.headers.getSetCookie().filter((line) => line.startsWith("__Host-sid="));
  expect(lines).toHaveLength(1);
  for (const part of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(lines[0]).toContain(part);
  expect(lines[0]).not.toContain("Domain");
});

test.each([
  ["empty", ""],
  ["no base64", "%%%.%%%"],
  ["five kilobytes long", "a".repeat(5000)],
  ["half of one", "AAAAAAAAAAAAAAAA"],
  ["of the right shape and unknown", `${"A".repeat(16)}.${"A".repeat(43)}`],
  ["SQL", "' or 1=1 --"],
])("B16: a session cookie that is %s makes nobody of somebody", async (_, value) => {
  const answer = await anonymous().get("/dashboard", { cookie: `__Host-sid=${value}` });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
});

test("B16: of two session cookies neither is believed", async () => {
  const person = await memberOf();
  const answer = await anonymous().get("/dashboard", { cookie: `${person.cookie}; ${person.cookie}` });
  expect(answer.headers.get("location")).toBe("/auth");
});

test("R5: a pending session opens no page of the dashboard under a full session's name", async () => {
  const person = await memberOf();
  await change(person, { kind: "pending" });
  expect(await isIn(person)).toBe(false);
});

test("a page costs one statement for the session and reads few rows", async () => {
  const person = await memberOf();
  await person.get("/dashboard");
  const timing = (await person.get("/dashboard")).headers.get("server-timing") ?? "";
  expect(timing).toMatch(/\bd1;desc="[12]"/);
  expect(timing).toMatch(/\bkv;desc="[0-2]"/);
});
