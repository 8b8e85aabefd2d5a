/** Asking for a link: the same for every address there may be, as often as the limits allow, and to a host that may be trusted with it. */

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { mailFails, mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";
import { tenantsHost } from "./crossing.ts";
import { askForLink, linkFor, linkIn, tokenOf, userOf } from "./resetting.ts";

/** Every kind of address, with how many mails it has had. */
async function everyKind() {
  const googled = newAddress();
  await continueWithGoogle(anonymous(), { email: googled });
  const deleted = newAddress();
  const { userId } = await memberOf({ email: deleted });
  await controlPlane()
    .update(control.users)
    .set({ deleted_at: Date.now() })
    .where(eq(control.users.id, userId));
  return {
    known: { email: (await provenPerson()).email, mails: 1 },
    unverified: { email: (await pendingPerson()).email, mails: 1 },
    "Google's alone": { email: googled, mails: 0 },
    deleted: { email: deleted, mails: 0 },
    unknown: { email: newAddress(), mails: 0 },
  };
}

test("the sign-in screen leads to the form, and the form back, keeping what the person came for", async () => {
  const signIn = await (await anonymous().get("/auth?returnPath=/agents")).text();
  expect(signIn).toMatch(/href="\/auth\?returnPath=%2Fagents&amp;mode=forgot"[^>]*>Forgot password\?<\/a>/);
  const answer = await anonymous().get("/auth?returnPath=/agents&mode=forgot");
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(await pageText(page)).toContain("Forgot your password?");
  expect(page).toContain('autoComplete="username"');
  expect(page).toMatch(/>Send reset link<\/button>/);
  expect(page).toContain("/auth?returnPath=%2Fagents&amp;mode=signin");
});

test("B1: known, unverified, Google's, deleted and unknown addresses get the same answer for the same work", async () => {
  const kinds = await everyKind();
  const answers = new Map<string, unknown>();
  for (const [kind, { email }] of Object.entries(kinds)) {
    const answer = await askForLink(anonymous(), email);
    const text = (await pageText(await answer.text())).replaceAll(email, "…");
    const work = /d1;desc="(\d+)"/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    answers.set(kind, { status: answer.status, text, work, cookies: answer.headers.getSetCookie().length });
  }
  const [first] = answers.values();
  for (const [kind, answer] of answers) expect(answer, kind).toEqual(first);
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining("Check your email") });
  for (const kind of ["known", "unverified", "Google's alone"] as const)
    expect((await mailTo(kinds[kind].email, kinds[kind].mails + 1)).subject).toBe(
      "Reset your AI Voice Agents password",
    );
  for (const kind of ["deleted", "unknown"] as const) {
    const { subject, text } = await mailTo(kinds[kind].email);
    expect(subject).toBe("No AI Voice Agents account uses this address");
    expect(text).not.toContain("reset=");
  }
});

test("what is no address is said so, and nothing is sent: Invalid email address", async () => {
  for (const email of ["", "mara", "mara@", "a@b", `${"a".repeat(250)}@people.test`]) {
    const answer = await askForLink(anonymous(), email);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Invalid email address");
  }
});

test("the mail goes to the address as the account has it", async () => {
  const { email } = await provenPerson();
  await askForLink(anonymous(), email.toUpperCase());
  await linkIn(email, 2);
});

test("R1: the link is good for an hour, for one account, and stored as nothing that opens it", async () => {
  const { email } = await provenPerson();
  const link = await linkFor(email, 1);
  expect(`${link.origin}${link.pathname}`).toBe("https://app.test/auth");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    mode: "reset",
    reset: expect.stringMatching(/^[\w-]{43}$/),
  });
  const user = await userOf(email);
  const rows = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, user.id));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ purpose: "reset_password", used_at: null });
  expect((rows[0]?.expires_at ?? 0) - (rows[0]?.created_at ?? 0)).toBe(3_600_000);
  const dump = JSON.stringify([
    rows,
    await controlPlane().select().from(control.mailOutbox),
    await controlPlane().select().from(control.auditEvents),
  ]);
  expect(dump).not.toContain(tokenOf(link));
});

test("R38: three links an hour for one address, whether it has an account or not, and then a clear message", async () => {
  const { email } = await provenPerson();
  for (const address of [email, newAddress()]) {
    for (let network = 1; network <= 3; network++)
      expect((await askForLink(anonymous({ ip: `203.0.113.${network}` }), address)).status).toBe(200);
    const fourth = await askForLink(anonymous({ ip: "203.0.113.4" }), address);
    expect(fourth.status).toBe(429);
    const wait = Number(fourth.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    const page = await fourth.text();
    expect(page).toContain("Too many attempts. Please wait 60 minutes and try again.");
    expect(page).toContain(`value="${address}"`);
  }
});

test("R16: asked again within a minute the answer is the same, and no second mail goes out", async () => {
  const { email } = await provenPerson();
  const browser = anonymous({ ip: "198.51.100.31" });
  const [first, second] = [await askForLink(browser, email), await askForLink(browser, email)];
  expect([first.status, second.status]).toEqual([200, 200]);
  await linkIn(email, 2);
  const { id } = await userOf(email);
  const tokens = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, id));
  expect(tokens).toHaveLength(1);
});

test("R16: one network causes 20 mails an hour, whoever they are to", async () => {
  const browser = anonymous({ ip: "198.51.100.32" });
  for (let sent = 0; sent < 20; sent++) expect((await askForLink(browser, newAddress())).status).toBe(200);
  expect((await askForLink(browser, newAddress())).status).toBe(429);
});

test("a member who asks on their organization's own domain gets a link to it, in its brand", async () => {
  const { owner, host, at } = await tenantsHost();
  await askForLink(anonymous(), owner.email, at("/auth?mode=forgot&returnPath=/agents"));
  const link = await linkIn(owner.email, 1);
  expect(`${link.origin}${link.pathname}`).toBe(`https://${host}/auth`);
  expect(link.searchParams.get("returnPath")).toBe("/agents");
  expect((await mailTo(owner.email)).from).toContain("Harbor Inc.");
});

test("R42: on a domain of an organization that one does not belong to, the link leads to the main host and nowhere from there", async () => {
  const { host, at } = await tenantsHost();
  const stranger = await memberOf();
  await askForLink(anonymous(), stranger.email, at("/auth?mode=forgot"));
  await askForLink(anonymous({ ip: "203.0.113.9" }), stranger.email, `/auth?mode=forgot&ref=${host}`);
  for (const mails of [1, 2]) {
    const link = await linkIn(stranger.email, mails);
    expect(link.origin).toBe("https://app.test");
    expect(link.searchParams.has("ref")).toBe(false);
  }
});

test("a member who asks on the main host for their organization's domain comes back to it afterwards", async () => {
  const { owner, host } = await tenantsHost();
  const link = await linkFor(owner.email, 0, `/auth?mode=forgot&ref=${host}`);
  expect([link.origin, link.searchParams.get("ref")]).toEqual(["https://app.test", host]);
});

test.each(["https://nobody.elsewhere.test", "https://app.test.evil.test"])(
  "B43: on the unknown host %s the link leads to the main one",
  async (elsewhere) => {
    const { email } = await memberOf();
    await askForLink(anonymous(), email, `${elsewhere}/auth?mode=forgot`);
    expect((await linkIn(email, 1)).origin).toBe("https://app.test");
  },
);

test.each(["//evil.test", "https://evil.test", "/\\evil.test", "javascript:alert(1)"])(
  "B13: returnPath %s does not get into the mail",
  async (returnPath) => {
    const { email } = await memberOf();
    const link = await linkFor(email, 0, `/auth?${new URLSearchParams({ mode: "forgot", returnPath })}`);
    expect(link.searchParams.has("returnPath")).toBe(false);
  },
);

test("B56: when the mail provider fails the answer is the same, and cron sends the link later", async () => {
  const { email } = await memberOf();
  await mailFails({ status: 503, times: 1 });
  expect((await askForLink(anonymous(), email)).status).toBe(200);
  await vi.waitFor(async () => {
    const rows = await controlPlane().select().from(control.mailOutbox);
    expect(rows.some(({ attempts, next_attempt_at }) => attempts === 1 && next_attempt_at !== null)).toBe(
      true,
    );
  });
  expect(await mailsTo(email)).toEqual([]);
  await sendWaitingMail(env, Date.now() + 60_000);
  await linkIn(email, 1);
});

test("asking leaves a line in the audit with the account, and none with the address", async () => {
  const { email, userId } = await memberOf();
  await askForLink(anonymous({ ip: "203.0.113.77" }), email);
  const lines = await controlPlane().select().from(control.auditEvents);
  const own = lines.filter(({ target, action }) => target === userId && action === "password.reset_asked");
  expect(own).toHaveLength(1);
  expect(own[0]?.ip_prefix).toBe("203.0.113");
  expect(JSON.stringify(lines)).not.toContain(email);
});
