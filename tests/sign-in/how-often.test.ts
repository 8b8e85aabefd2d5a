/** How often codes are mailed and tried and passwords guessed, through the front door (R13, R16, R38). */
import { env } from "cloudflare:workers";
import { like } from "drizzle-orm";
import { expect, test } from "vitest";
import { sha256 } from "#app/platform/crypto.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson, resend, signIn, signUp, verify } from "../accounts/arrange.ts";
import { codeTo, mailsTo, otherCode } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";

/** Lets one kind of window pass for everybody. */
const passed = (window: string) =>
  controlPlane()
    .delete(control.rateCounters)
    .where(like(control.rateCounters.key, `${window}:%`));

const wait = (answer: Response) => Number(answer.headers.get("retry-after"));

test("R16: five codes an hour are mailed to an address, ten a day, and then the answer says when to come back", async () => {
  const { browser, email } = await pendingPerson();
  for (let sent = 1; sent < 5; sent++) {
    await passed("send-code-minute");
    expect((await resend(browser)).status).toBe(200);
  }
  await passed("send-code-minute");
  const sixth = await resend(browser);
  expect(sixth.status).toBe(429);
  expect(wait(sixth)).toBeGreaterThan(3000);
  expect(wait(sixth)).toBeLessThanOrEqual(3600);
  expect(await sixth.text()).toContain("Failed to resend code: Please try again in a moment.");
  expect(await mailsTo(email)).toHaveLength(5);

  await passed("send-code-hour");
  for (let sent = 5; sent < 10; sent++) {
    await passed("send-code-minute");
    expect((await resend(browser)).status).toBe(200);
  }
  await passed("send-code-minute");
  await passed("send-code-hour");
  const eleventh = await resend(browser);
  expect(eleventh.status).toBe(429);
  expect(wait(eleventh)).toBeGreaterThan(80_000);
  const code = await codeTo(email, 10);
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
});

test("R16: the five an hour are the address's own, whatever browser signs up with it", async () => {
  const { email } = await pendingPerson();
  for (let sent = 1; sent < 5; sent++) {
    await passed("send-code-minute");
    expect((await signUp(anonymous(), email)).status).toBe(302);
  }
  await passed("send-code-minute");
  expect((await signUp(anonymous(), email)).status).toBe(302);
  expect(await mailsTo(email)).toHaveLength(5);
});

test("R16: one network causes twenty mails an hour, whatever addresses it names", async () => {
  const network = { ip: "198.51.100.66" };
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => signUp(anonymous(network), newAddress())),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  expect((await signUp(anonymous({ ip: "198.51.100.67" }), newAddress())).status).toBe(302);
});

test("R16: thirty codes a day may be tried with one sign-up", async () => {
  const { browser, email } = await pendingPerson();
  for (let hour = 0; hour < 3; hour++) {
    await passed("check-hour");
    await passed("check-address-hour");
    for (let tried = 0; tried < 10; tried++) expect((await verify(browser, otherCode("1"))).status).toBe(422);
  }
  await passed("check-hour");
  await passed("check-address-hour");
  const answer = await verify(browser, await codeTo(email));
  expect(answer.status).toBe(429);
  expect(wait(answer)).toBeGreaterThan(80_000);
});

test("ten codes an hour and thirty a day may be tried for an address, over all of its sign-ups", async () => {
  const email = newAddress();
  const browsers = [1, 2, 3, 4, 5].map((network) => anonymous({ ip: `203.0.113.${network}` }));
  for (const browser of browsers) expect((await signUp(browser, email)).status).toBe(302);
  const admitted = async () => {
    let count = 0;
    for (const browser of browsers)
      for (let tried = 0; tried < 5; tried++)
        if ((await verify(browser, otherCode("1"))).status === 422) count++;
    for (const window of ["check-hour", "check-address-hour", "check-share-hour"]) await passed(window);
    return count;
  };
  expect([await admitted(), await admitted(), await admitted(), await admitted()]).toEqual([10, 10, 10, 0]);
});

test("one network may try seven of an address's ten codes an hour, with however many sign-ups", async () => {
  const email = newAddress();
  const [stranger, owner] = [{ ip: "203.0.113.11" }, anonymous({ ip: "192.0.2.11" })];
  const statuses: number[] = [];
  for (const browser of [anonymous(stranger), anonymous(stranger)]) {
    await signUp(browser, email);
    await passed("send-code-minute");
    for (let tried = 0; tried < 5; tried++) statuses.push((await verify(browser, otherCode("1"))).status);
  }
  expect(statuses).toEqual([...Array<number>(7).fill(422), 429, 429, 429]);
  await signUp(owner, email);
  expect((await verify(owner, await codeTo(email, 3))).headers.get("location")).toBe("/email-verified");
});

test("R13: a password is hashed only when it may be the right one: not too long, and within the limit", async () => {
  const { email } = await provenPerson();
  const long = await signIn(anonymous(), email, "x".repeat(257));
  expect(long.status).toBe(422);
  expect(await long.text()).toContain("Password must be at most 256 characters long");
  expect(long.headers.get("server-timing")).not.toContain("hash");
  const whole = `V1-${"xy".repeat(126)}z`;
  const address = newAddress();
  const { browser } = { browser: anonymous() };
  await signUp(browser, address, { password: whole, confirm_password: whole });
  await verify(browser, await codeTo(address));
  expect((await signIn(anonymous(), address, `${whole.slice(0, -1)}y`)).status).toBe(401);
  expect((await signIn(anonymous(), address, whole)).headers.get("location")).toBe("/dashboard");
});

test("R38: a network is what Cloudflare says, not what a visitor writes", async () => {
  const { email } = await provenPerson();
  const guesser = anonymous({ ip: "203.0.113.91" });
  const guess = (by: string) =>
    guesser.post(
      "/auth",
      { intent: "sign-in", email, password: "Wrong-harbor-28" },
      { "x-forwarded-for": by, "x-real-ip": by, forwarded: `for=${by}` },
    );
  for (let tried = 0; tried < 5; tried++) expect((await guess(`192.0.2.${tried}`)).status).toBe(401);
  expect((await guess("192.0.2.99")).status).toBe(429);
});

test("R38: without its counters nobody signs in or verifies, and pages are still read", async () => {
  const person = await memberOf();
  const { browser, code } = await pendingPerson();
  await env.DB.prepare("alter table rate_counters rename to rate_counters_away").run();
  try {
    for (const answer of [
      await verify(browser, code),
      await resend(browser),
      await signIn(browser, person.email),
    ]) {
      expect(answer.status).toBe(503);
      expect(wait(answer)).toBeGreaterThan(0);
    }
    expect((await person.get("/dashboard")).status).toBe(200);
    expect((await browser.get("/auth")).status).toBe(200);
  } finally {
    await env.DB.prepare("alter table rate_counters_away rename to rate_counters").run();
  }
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
});

test("no counter's key holds an e-mail address, a whole IP address, or a hash that a list of either leads to", async () => {
  const email = newAddress();
  const visitors = ["203.0.113.201", "2001:db8:0:42:aaaa::1"].map((ip) => anonymous({ ip }));
  for (const visitor of visitors) {
    await signUp(visitor, email);
    await signIn(visitor, email, "Wrong-harbor-28");
    await visitor.get("/auth?reset=none");
    await visitor.get(`/auth-callback?token=${"a".repeat(64)}`);
  }
  const rows = await controlPlane().select({ key: control.rateCounters.key }).from(control.rateCounters);
  const keys = rows.map(({ key }) => key).join(" ");
  for (const kind of ["sign-in:", "sign-in-account:", "send-code-hour:", "send-network:"])
    expect(keys).toContain(kind);
  expect(keys).toContain(":2001:db8:0:42");
  for (const secret of [email, "203.0.113.201", "aaaa"]) {
    expect(keys).not.toContain(secret);
    expect(keys).not.toContain((await sha256(secret)).slice(0, 16));
  }
});
