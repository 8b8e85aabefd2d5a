/** Setting a new password with the link: once, in place of everything that opened the account before, and up to the second factor. */
import { and, eq, ne } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newSession } from "#app/accounts/session.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson, signIn, signUp, verify } from "../accounts/arrange.ts";
import { appCode, enter, withAuthenticator } from "../factors/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { invited, joinAsNewcomer } from "../organizations/inviting.ts";
import { codeTo, mailTo } from "../support/inbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  goodPassword,
  memberOf,
  newAddress,
  origin,
} from "../support/people.ts";
import { depart, joins, placeOf, tenantsHost } from "./crossing.ts";
import {
  askForLink,
  choosePassword,
  linkFor,
  linkIn,
  nextPassword,
  sessionsOf,
  tokenOf,
  userOf,
} from "./resetting.ts";

const held = (browser: Client) =>
  ["sid", "fid", "pid"].filter((name) => browser.cookieValue(name) !== undefined);

/** How many passwords an answer took to hash. */
const hashesIn = (answer: Response) =>
  Number(/\bhash;desc="(\d+)"/.exec(answer.headers.get("server-timing") ?? "")?.[1] ?? 0);

const auditOf = async (userId: string) =>
  (await controlPlane().select().from(control.auditEvents))
    .filter(({ actor_id, target }) => actor_id === userId || target === userId)
    .map(({ action }) => action);

/** A person with a password and a link to set another. */
async function forgetful() {
  const { browser, email } = await provenPerson();
  return { signedIn: browser, email, link: await linkFor(email, 1) };
}

test("the link opens a form for two new passwords, with the address for password managers and the token out of sight", async () => {
  const { email, link } = await forgetful();
  const answer = await anonymous().get(link.href);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(await pageText(page)).toContain(`Set a new password For ${email}`);
  expect(page.match(/autoComplete="new-password"/g)).toHaveLength(2);
  const { values, buttons } = await pageForm(page, "reset");
  expect(values.get("reset")).toBe(tokenOf(link));
  expect(values.get("username")).toBe(email);
  expect(buttons.map(({ words }) => words)).toContain("Set new password");
});

test("a new password signs in, the old one does not, and the owner is told by mail", async () => {
  const { email, link } = await forgetful();
  const browser = anonymous();
  await browser.get(link.href);
  const answer = await choosePassword(browser, link);
  expect([answer.status, placeOf(answer)]).toEqual([302, "/dashboard?done=new-password"]);
  expect(held(browser)).toEqual(["sid"]);
  const words = "Your password was changed, and all other devices were signed out.";
  expect(await pageText(await (await browser.get(placeOf(answer))).text())).toContain(words);
  expect(await pageText(await (await browser.get("/dashboard")).text())).not.toContain(words);
  expect((await signIn(anonymous(), email)).status).toBe(401);
  expect((await signIn(anonymous(), email, nextPassword)).status).toBe(302);
  const notice = await mailTo(email, 3);
  expect(notice.subject).toBe("Your password was reset: AI Voice Agents");
  expect(notice.text).toContain("Set a new password: https://app.test/auth?mode=forgot");
  const actions = await auditOf((await userOf(email)).id);
  expect(actions.filter((action) => action.startsWith("password."))).toEqual([
    "password.reset_asked",
    "password.reset",
  ]);
});

test("R4: a new password ends every session of every kind, on every host, and tears no other's", async () => {
  const { owner, host, at } = await tenantsHost();
  const { browser: main, email } = await provenPerson();
  await joins(email, owner);
  const tenant = anonymous();
  expect((await tenant.get(placeOf(await main.get(await depart(tenant, at))))).status).toBe(303);
  const { id } = await userOf(email);
  const bystander = await memberOf();
  const phone = anonymous();
  await signIn(phone, email);
  const now = Date.now();
  for (const kind of ["pending", "factor"] as const)
    await controlPlane()
      .insert(control.sessions)
      .values((await newSession(new Request(origin), id, kind, now, { host: null })).row);
  expect(await sessionsOf(id)).toHaveLength(5);

  const browser = anonymous();
  await choosePassword(browser, await linkFor(email, 1));
  const left = await sessionsOf(id);
  expect(left.map(({ kind }) => kind)).toEqual(["full"]);
  expect(browser.cookieValue("sid")).toContain(left[0]?.id);
  for (const old of [main, phone]) expect(placeOf(await old.get("/dashboard"))).toBe("/auth");
  expect(placeOf(await tenant.get(`https://${host}/dashboard`))).toContain("/auth");
  expect((await bystander.get("/dashboard")).status).toBe(200);
});

test("B17: whoever has a page open learns of it with the next request, /functions with a 401", async () => {
  const { signedIn, link } = await forgetful();
  expect((await signedIn.get("/dashboard")).status).toBe(200);
  await choosePassword(anonymous(), link);
  expect(placeOf(await signedIn.get("/dashboard"))).toBe("/auth");
  const answer = await signedIn.fetch("/functions/refresh-session", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status).toBe(401);
});

test("R2: the session that the browser carried, whosever it was, becomes nobody's", async () => {
  const { link } = await forgetful();
  const other = await memberOf();
  const before = other.cookie;
  await choosePassword(other, link);
  expect(placeOf(await anonymous().get("/dashboard", { cookie: before }))).toBe("/auth");
  expect(other.cookie).not.toBe(before);
});

test("R4: the link is good once, and says so afterwards, as a page and to its form", async () => {
  const { email, link } = await forgetful();
  await choosePassword(anonymous(), link);
  const again = await choosePassword(anonymous(), link, "Copper-lantern-84");
  expect(again.status).toBe(422);
  expect(await pageText(await again.text())).toContain("This link has expired");
  expect(again.headers.getSetCookie().filter((line) => /sid|fid|pid/.test(line))).toEqual([]);
  const page = await anonymous().get(link.href);
  expect(page.status).toBe(404);
  const text = await page.text();
  expect(await pageText(text)).toContain("This link has expired");
  expect(text).toContain('href="/auth?mode=forgot"');
  expect((await signIn(anonymous(), email, nextPassword)).status).toBe(302);
});

test("a link used by ten at once sets one password and begins one session", async () => {
  const { email, link } = await forgetful();
  const passwords = Array.from({ length: 10 }, (_, at) => `Amber-lighthouse-6${at}`);
  const answers = await Promise.all(passwords.map((password) => choosePassword(anonymous(), link, password)));
  const won = answers.findIndex(({ status }) => status === 302);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(422)]);
  const { id } = await userOf(email);
  expect(await sessionsOf(id)).toHaveLength(1);
  expect((await auditOf(id)).filter((action) => action === "password.reset")).toHaveLength(1);
  expect((await signIn(anonymous(), email, passwords[won])).status).toBe(302);
});

test("two links of one account used at once set one password, and the other link is dead with it", async () => {
  const { email, link } = await forgetful();
  await askForLink(anonymous({ ip: "203.0.113.21" }), email);
  const second = await linkIn(email, 3);
  expect(second.href).not.toBe(link.href);
  const answers = await Promise.all([link, second].map((one) => choosePassword(anonymous(), one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
  for (const one of [link, second]) expect((await anonymous().get(one.href)).status).toBe(404);
});

test("a link that is an hour old opens nothing, a moment younger it does", async () => {
  const { link } = await forgetful();
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 3_590_000);
  expect((await anonymous().get(link.href)).status).toBe(200);
  vi.spyOn(Date, "now").mockImplementation(() => now + 3_600_000);
  expect((await anonymous().get(link.href)).status).toBe(404);
  const late = await choosePassword(anonymous(), link);
  vi.restoreAllMocks();
  expect(late.status).toBe(422);
});

test.each(["", "none", "%00", "A".repeat(43), "a".repeat(9000)])(
  "the token %.20s opens nothing and computes no hash",
  async (token) => {
    const link = new URL(`/auth?mode=reset&reset=${token}`, origin);
    expect((await anonymous().get(link.href)).status).toBe(404);
    const answer = await choosePassword(anonymous(), link);
    expect([answer.status, hashesIn(answer)]).toEqual([422, 0]);
  },
);

test("a token for another purpose, and one of nobody, set no password", async () => {
  const { email, link } = await forgetful();
  await controlPlane()
    .update(control.oneTimeTokens)
    .set({ purpose: "change_email_new" })
    .where(eq(control.oneTimeTokens.user_id, (await userOf(email)).id));
  expect((await choosePassword(anonymous(), link)).status).toBe(422);
  const { email: other, link: second } = await forgetful();
  await controlPlane()
    .update(control.oneTimeTokens)
    .set({ user_id: null })
    .where(eq(control.oneTimeTokens.user_id, (await userOf(other)).id));
  expect((await choosePassword(anonymous(), second)).status).toBe(422);
});

test("an account that was deleted after the link was sent stays deleted", async () => {
  const { email, link } = await forgetful();
  await controlPlane()
    .update(control.users)
    .set({ deleted_at: Date.now() })
    .where(eq(control.users.email_folded, email));
  expect((await choosePassword(anonymous(), link)).status).toBe(422);
});

test("R14: what breaks a rule is refused in the specification's words, before any hash, and the link stays good", async () => {
  const { link } = await forgetful();
  for (const [password, words] of [
    ["Ab1!xyz", "Password must be at least 8 characters long"],
    ["violet-harbor-27", "Password must contain at least one uppercase letter"],
    ["Violet-harbor", "Password must contain at least one number"],
    ["VioletHarbor27", "Password must contain at least one special character"],
    ["Password1!", "This password is too common and easily guessed. Please choose something more unique"],
    ["Violet-4567-x", "Avoid using sequential characters like"],
    ["Violetttt-27", "Don't repeat the same character multiple times"],
    [`V1-${"xy".repeat(127)}`, "Password must be at most 256 characters long"],
    ["AI-Voice-Agents-27", "This password is too common"],
  ] as const) {
    const answer = await choosePassword(anonymous(), link, password);
    expect([answer.status, hashesIn(answer)], password).toEqual([422, 0]);
    const page = await answer.text();
    expect(await pageText(page)).toContain(words);
    expect(page, password).not.toContain(`value="${password}"`);
    // The form that comes back is whole.
    expect((await pageForm(page, "reset")).values.get("reset")).toBe(tokenOf(link));
  }
  const differing = await choosePassword(anonymous(), link, nextPassword, "Amber-lighthouse-62");
  expect(hashesIn(differing)).toBe(0);
  expect(await pageText(await differing.text())).toContain("Passwords don't match");
  const allowed = await choosePassword(anonymous(), link);
  expect([allowed.status, hashesIn(allowed)]).toEqual([302, 1]);
});

test("R14: a password made of one's own organization's name is too common", async () => {
  const { email } = await memberOf({ organization: { name: "Juniper Dental Works" } });
  const link = await linkFor(email, 0);
  const answer = await choosePassword(anonymous(), link, "Juniper-Dental-Works-9");
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain("This password is too common");
});

test("B3: a password of ten megabytes is not read; 256 characters, emoji and spaces are kept", async () => {
  const { email, link } = await forgetful();
  const endless = await choosePassword(anonymous(), link, "A1!".repeat(3_500_000));
  expect([endless.status, hashesIn(endless)]).toEqual([413, 0]);
  const long = ` V1 🐎${"xy".repeat(123)}zq7 `;
  expect(long).toHaveLength(256);
  expect((await choosePassword(anonymous(), link, long)).status).toBe(302);
  expect((await signIn(anonymous(), email, long)).status).toBe(302);
  expect((await signIn(anonymous(), email, long.trim())).status).toBe(401);
});

test("R13: one account's links compute ten hashes an hour and no more", async () => {
  const { email, link } = await forgetful();
  await controlPlane()
    .insert(control.rateCounters)
    .values({ key: `reset:${(await userOf(email)).id}`, window_start: Date.now(), count: 10 });
  const answer = await choosePassword(anonymous(), link);
  expect([answer.status, hashesIn(answer)]).toEqual([429, 0]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(await answer.text()).toContain("Too many attempts. Please wait 60 minutes and try again.");
});

test("ASVS 6.4.3: with an authenticator the new password leads to its step and no further", async () => {
  const { email, link } = await forgetful();
  const authenticator = await withAuthenticator((await userOf(email)).id);
  const browser = anonymous();
  const answer = await choosePassword(browser, new URL(`${link.href}&returnPath=%2Fagents`));
  expect([answer.status, placeOf(answer)]).toEqual([302, "/auth?returnPath=%2Fagents%3Fdone%3Dnew-password"]);
  expect(held(browser)).toEqual(["fid"]);
  expect(placeOf(await browser.get("/agents"))).toContain("/auth");
  expect(await (await browser.get("/auth")).text()).toContain("Authentication code");
  const entered = await enter(browser, appCode(authenticator), {}, placeOf(answer));
  expect(placeOf(entered)).toBe("/agents?done=new-password");
  expect((await browser.get("/agents")).status).toBe(200);
});

test("an account that came by Google sets its first password, and keeps Google", async () => {
  const email = newAddress();
  await continueWithGoogle(anonymous(), { email });
  expect((await userOf(email)).password_hash).toBeNull();
  await choosePassword(anonymous(), await linkFor(email, 0));
  expect((await signIn(anonymous(), email, nextPassword)).status).toBe(302);
  const again = await continueWithGoogle(anonymous(), { email });
  expect(placeOf(again)).toBe("/dashboard");
});

test("an address that was not proven is proven by the link, and what strangers left there is dead", async () => {
  const { browser: stranger, email, code } = await pendingPerson();
  const browser = anonymous();
  const answer = await choosePassword(browser, await linkFor(email, 1));
  expect(placeOf(answer)).toBe("/dashboard?done=new-password");
  expect((await browser.get("/dashboard")).status).toBe(200);
  const user = await userOf(email);
  expect(user.email_confirmed_at).not.toBeNull();
  expect(await auditOf(user.id)).toContain("email.confirmed");
  await verify(stranger, code);
  expect(held(stranger)).not.toContain("sid");
  expect(placeOf(await stranger.get("/dashboard"))).toBe("/auth");
  expect((await signIn(anonymous(), email, goodPassword)).status).toBe(401);
});

test("a newcomer with an invitation who never proved the address has an organization of their own after the link", async () => {
  const { email, link: invitation } = await invited(await memberOf());
  await joinAsNewcomer(anonymous(), invitation);
  await codeTo(email, 2);
  const browser = anonymous();
  await choosePassword(browser, await linkFor(email, 2));
  expect((await browser.get("/dashboard")).status).toBe(200);
  const own = await controlPlane()
    .select()
    .from(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, (await userOf(email)).id));
  expect(own.map(({ role }) => role)).toEqual(["owner"]);
});

test("the password of a sign-up with a taken address opens nothing after a new one, not even its step", async () => {
  const { email, link } = await forgetful();
  await signUp(anonymous(), email, { password: "Decoy-meadow-35", confirm_password: "Decoy-meadow-35" });
  expect((await userOf(email)).decoy_password_hash).not.toBeNull();
  await choosePassword(anonymous(), link);
  expect((await userOf(email)).decoy_password_hash).toBeNull();
  expect((await signIn(anonymous(), email, "Decoy-meadow-35")).status).toBe(401);
});

test("every other link and code that was out is dead with the new password", async () => {
  const { email, link } = await forgetful();
  const { id } = await userOf(email);
  const now = Date.now();
  await controlPlane()
    .insert(control.oneTimeTokens)
    .values(
      (["change_email_old", "change_email_new", "export"] as const).map((purpose) => ({
        id: crypto.randomUUID(),
        purpose,
        token_hash: crypto.randomUUID(),
        user_id: id,
        created_at: now,
        expires_at: now + 3_600_000,
      })),
    );
  await choosePassword(anonymous(), link);
  const tokens = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, id));
  expect(tokens).toHaveLength(4);
  for (const { used_at } of tokens) expect(used_at).not.toBeNull();
});

test("R2: of a sign-in with the old password and a reset in the same moment no old session is left", async () => {
  const { email, link } = await forgetful();
  const { id } = await userOf(email);
  const tries = Array.from({ length: 4 }, () => signIn(anonymous(), email));
  await Promise.all([choosePassword(anonymous(), link), ...tries]);
  const others = await controlPlane()
    .select({ id: control.sessions.id })
    .from(control.sessions)
    .where(and(eq(control.sessions.user_id, id), ne(control.sessions.kind, "pending")));
  expect(others).toHaveLength(1);
});

test("on a tenant's domain the link signs in there", async () => {
  const { owner, host, at } = await tenantsHost();
  await askForLink(anonymous(), owner.email, at("/auth?mode=forgot&returnPath=/agents"));
  const link = await linkIn(owner.email, 1);
  const browser = anonymous();
  expect(placeOf(await choosePassword(browser, link))).toBe("/agents?done=new-password");
  expect((await browser.get(`https://${host}/agents`)).status).toBe(200);
});

test("R40: a page whose address holds a token lets nobody know of it, and is kept nowhere", async () => {
  const { link } = await forgetful();
  const dead = `${link.origin}/auth?mode=reset&reset=none`;
  for (const address of [link.href, link.href.replace("/auth?", "/auth.data?"), dead, "/auth?token=none"]) {
    const { headers } = await anonymous().get(address);
    expect(headers.get("referrer-policy"), address).toBe("no-referrer");
    expect(headers.get("cache-control"), address).toBe("no-store");
  }
  const refused = await choosePassword(anonymous(), link, "short");
  expect(refused.headers.get("referrer-policy")).toBe("no-referrer");
  // A browser without scripts says then that its form comes from nowhere.
  const posted = await anonymous().post(
    link.href,
    { intent: "reset", reset: tokenOf(link), password: nextPassword, confirm_password: nextPassword },
    { origin: "null" },
  );
  expect(posted.status).toBe(302);
});

test("no token stands in a log line or in error_logs", async () => {
  const { link } = await forgetful();
  const lines: string[] = [];
  const keep = (line: unknown) => void lines.push(String(line));
  const spies = (["log", "info", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(keep),
  );
  await anonymous().get(link.href);
  await anonymous().fetch(link.href, {
    method: "POST",
    body: "{}",
    headers: { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" },
  });
  await choosePassword(anonymous(), link, "short");
  await choosePassword(anonymous(), link);
  await choosePassword(anonymous(), link);
  for (const spy of spies) spy.mockRestore();
  const kept = JSON.stringify([
    lines,
    await controlPlane().select().from(control.errorLogs),
    await controlPlane().select().from(control.referralClicks),
    await controlPlane().select().from(control.auditEvents),
  ]);
  expect(kept).not.toContain(tokenOf(link));
});
