import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";

const day = 86_400_000;
const sessionOf = (person: Person) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, person.userId)).get();
const change = (person: Person, values: Partial<typeof control.sessions.$inferInsert>) =>
  controlPlane().update(control.sessions).set(values).where(eq(control.sessions.user_id, person.userId));
const isIn = async (person: Person) => (await person.get("/dashboard")).status === 200;

test("a session that was idle for just under seven days goes on, and is over after them", async () => {
  const person = await memberOf();
  await change(person, { last_seen_at: Date.now() - 7 * day + 60_000 });
  expect(await isIn(person)).toBe(true);
  await change(person, { last_seen_at: Date.now() - 7 * day });
  expect(await isIn(person)).toBe(false);
});

test("being here is noted at most once an hour", async () => {
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

test("every session is over when its thirty days are", async () => {
  const person = await memberOf();
  const session = await sessionOf(person);
  expect((session?.expires_at ?? 0) - (session?.created_at ?? 0)).toBe(30 * day);
  await change(person, { expires_at: Date.now() + 60_000 });
  expect(await isIn(person)).toBe(true);
  await change(person, { expires_at: Date.now() });
  expect(await isIn(person)).toBe(false);
});

test("a session that is revoked elsewhere is dead with the next request, as document and as data", async () => {
  const person = await memberOf();
  await controlPlane().delete(control.sessions).where(eq(control.sessions.user_id, person.userId));
  expect((await person.get("/dashboard")).headers.get("location")).toBe("/auth");
  const data = await person.get("/dashboard.data");
  expect(await data.text()).not.toContain(person.organizationId);
});

test("the database holds nothing that works as a cookie", async () => {
  const person = await memberOf();
  const session = await sessionOf(person);
  for (const value of [session?.id, session?.secret_hash, `${session?.id}.${session?.secret_hash}`]) {
    const thief = await anonymous().get("/dashboard", { cookie: `__Host-sid=${value}` });
    expect(thief.headers.get("location")).toBe("/auth");
  }
});

test("the cookie of a session is for this host alone, over https, out of reach of scripts", async () => {
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
])("a session cookie that is %s makes nobody of somebody", async (_, value) => {
  const answer = await anonymous().get("/dashboard", { cookie: `__Host-sid=${value}` });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
});

test("of two session cookies neither is believed", async () => {
  const person = await memberOf();
  const answer = await anonymous().get("/dashboard", { cookie: `${person.cookie}; ${person.cookie}` });
  expect(answer.headers.get("location")).toBe("/auth");
});

test("a pending session opens no page of the dashboard under a full session's name", async () => {
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
