/** /security: who may come, where one is signed in, and signing out from elsewhere. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { roles } from "#app/membership/permissions.ts";
import * as control from "#drizzle/control/schema.ts";
import { halfSignedIn } from "../factors/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { anotherBrowser, deedsOf, sessionOf, unproven } from "./arrange.ts";

const windows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

const pageOf = async (browser: { get(path: string): Promise<Response> }, path = "/security") =>
  pageText(await (await browser.get(path)).text());
const goesTo = (answer: Response) => answer.headers.get("location");

describe("the page is there for everybody who is signed in", () => {
  test.each(roles)("a %s", async (role) => {
    const founder = await memberOf();
    const person = await memberOf({ role, organizationId: founder.organizationId });
    expect((await person.get("/security")).status).toBe(200);
  });

  test("somebody who belongs to no organization, and finds the way out there too", async () => {
    const person = await memberOf();
    await controlPlane()
      .delete(control.organizationMembers)
      .where(eq(control.organizationMembers.user_id, person.userId));
    const answer = await person.get("/security");
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('action="/sign-out"');
    expect(await pageText(html)).toContain("Set up two-factor or a passkey");
    expect((await person.get("/mfa-setup")).status).toBe(200);
  });

  test("a member whose organization asks for a second factor that they do not have", async () => {
    const person = await memberOf({ organization: { require_two_factor: true } });
    expect(goesTo(await person.get("/dashboard"))).toBe("/mfa-setup");
    expect((await person.get("/security")).status).toBe(200);
  });

  test("B10, R5: nobody without a whole session", async () => {
    const person = await memberOf();
    const half = await halfSignedIn(person.userId);
    expect(goesTo(await half.get("/security"))).toBe("/auth?returnPath=%2Fsecurity");
    expect(goesTo(await anonymous().get("/security"))).toBe("/auth?returnPath=%2Fsecurity");
    expect(goesTo(await anonymous().post("/security", { intent: "sessions-end" }))).toMatch(/^\/auth/);
  });
});

test("R6: nothing of it is cached, and it costs the session's statement and one batch", async () => {
  const person = await memberOf();
  const answer = await person.get("/security");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("server-timing")).toMatch(/d1;desc="2"/);
  expect((await person.get("/security.data")).headers.get("cache-control")).toBe("no-store");
});

test("sessions are listed with device, place and when they were last seen, this one first", async () => {
  const person = await memberOf();
  await anotherBrowser(person.userId, { userAgent: windows, country: "DE" });
  await anotherBrowser(person.userId, { userAgent: phone, country: "XX" });
  const page = await pageOf(person);
  expect(page).toContain("Unknown device This device Active now");
  expect(page).toContain("Chrome on Windows Germany · last seen just now Sign out");
  expect(page).toContain("Safari on iPhone Last seen just now Sign out");
});

test("a browser that went on to another host is listed once, and signed out on both", async () => {
  const person = await memberOf();
  const main = await anotherBrowser(person.userId, { userAgent: windows, country: "DE" });
  const there = await anotherBrowser(person.userId, {
    userAgent: windows,
    country: "DE",
    crossedFrom: main.sessionId,
  });
  const page = await pageOf(person);
  expect(page.split("Chrome on Windows").length).toBe(2);
  await person.post("/security", { intent: "session-end", session: main.sessionId });
  expect(goesTo(await main.get("/dashboard"))).toBe("/auth");
  expect(goesTo(await there.get("/dashboard"))).toBe("/auth");
});

test("B17, R4: a session that is signed out from elsewhere is over with its next request, and this one stays", async () => {
  const person = await memberOf();
  const other = await anotherBrowser(person.userId);
  const third = await anotherBrowser(person.userId);
  expect((await other.get("/dashboard")).status).toBe(200);
  const answer = await person.post("/security", { intent: "session-end", session: other.sessionId });
  expect([answer.status, goesTo(answer)]).toEqual([302, "/security"]);
  expect(goesTo(await other.get("/dashboard"))).toBe("/auth");
  const asked = await other.fetch("/functions/refresh-session", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: "{}",
  });
  expect(asked.status).toBe(401);
  expect((await third.get("/dashboard")).status).toBe(200);
  expect((await person.get("/dashboard")).status).toBe(200);
  expect(await deedsOf(person.userId)).toEqual(["session.revoked"]);
});

test("all others end at once, half ones too, and those of nobody else", async () => {
  const person = await memberOf();
  const stranger = await memberOf();
  const others = [await anotherBrowser(person.userId), await anotherBrowser(person.userId)];
  const half = await halfSignedIn(person.userId);
  await person.post("/security", { intent: "sessions-end" });
  for (const other of others) expect(goesTo(await other.get("/dashboard"))).toBe("/auth");
  expect(await pageOf(half, "/auth")).not.toContain("Authentication code");
  expect((await person.get("/dashboard")).status).toBe(200);
  expect((await stranger.get("/dashboard")).status).toBe(200);
  expect(await pageOf(person)).not.toContain("Sign out all others");
});

test("signing out another device asks for a fresh proof first, one by one as all at once", async () => {
  const person = await memberOf();
  const other = await anotherBrowser(person.userId, { userAgent: windows });
  await unproven(person);
  for (const form of [{ intent: "session-end", session: other.sessionId }, { intent: "sessions-end" }]) {
    const answer = await person.post("/security", form);
    expect([answer.status, goesTo(answer)]).toEqual([302, "/security"]);
  }
  expect((await other.get("/dashboard")).status).toBe(200);
  expect(await deedsOf(person.userId)).toEqual([]);
  const page = await pageOf(person);
  expect(page).toContain("Chrome on Windows");
  expect(page).not.toContain("Sign out all others");
  expect(page).toContain("This lets you sign out other devices");
});

test("B19: another person's session is not ended, and answers as one that does not exist", async () => {
  const person = await memberOf();
  const stranger = await memberOf();
  const end = (session: string) => person.post("/security", { intent: "session-end", session });
  const foreign = await end(sessionOf(stranger));
  const nobody = await end("0123456789abcdef");
  expect([foreign.status, goesTo(foreign)]).toEqual([nobody.status, goesTo(nobody)]);
  expect((await stranger.get("/dashboard")).status).toBe(200);
  expect(await deedsOf(person.userId)).toEqual([]);
});

test("the session that asks is not ended by its own id, and malformed forms are 400", async () => {
  const person = await memberOf();
  await person.post("/security", { intent: "session-end", session: sessionOf(person) });
  expect((await person.get("/dashboard")).status).toBe(200);
  for (const form of [{}, { intent: "session-end" }, { intent: "session-end", session: "x".repeat(65) }])
    expect((await person.post("/security", form)).status).toBe(400);
});
