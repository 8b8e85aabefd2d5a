/** Another email address: a link to each of the two, and nothing changes before both were used. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { tenantsHost } from "../sign-in/crossing.ts";
import { at } from "../support/clock.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";
import { anotherBrowser, deedsOf, sessionOf, unproven, userWith, withPassword } from "./arrange.ts";

const goesTo = (answer: Response) => answer.headers.get("location");
const ask = (person: Person, email: string) => person.post("/security", { intent: "email", email });

/** The link in the newest mail to an address, once there are `count`. */
async function linkTo(email: string, count = 1): Promise<string> {
  const { text } = await mailTo(email, count);
  const link = /https:\/\/app\.test(\/security\/email\?token=[\w-]+)/.exec(text)?.[1];
  if (!link) throw new Error(`no link in ${text}`);
  return link;
}
const tokenOf = (link: string) => new URLSearchParams(link.split("?")[1]).get("token") ?? "";
const press = (browser: Client, link: string) => browser.post(link, { token: tokenOf(link) });
const emailOf = async ({ userId }: Person) => (await userWith(userId))?.email;

async function asked() {
  const person = await memberOf();
  await withPassword(person.userId);
  const next = newAddress();
  const answer = await ask(person, next);
  expect([answer.status, goesTo(answer)]).toEqual([302, "/security?done=email"]);
  return { person, next, old: await linkTo(person.email), other: await linkTo(next) };
}

test.each(["old first", "new first"])(
  "R2: both links change the address, %s, with a new session here and none elsewhere",
  async (order) => {
    const { person, next, old, other } = await asked();
    const elsewhere = await anotherBrowser(person.userId);
    const before = { session: sessionOf(person), cookie: person.cookie };
    const [first, second] = order === "old first" ? [old, other] : [other, old];
    const half = await press(person, first);
    expect(half.status).toBe(200);
    expect(await pageText(await half.text())).toContain("One more step");
    expect(await emailOf(person)).toBe(person.email);
    expect(sessionOf(person)).toBe(before.session);

    const done = await press(person, second);
    expect(done.status).toBe(200);
    expect(await pageText(await done.text())).toContain(`Your account's email address is now ${next}.`);
    const over = await anonymous().get(first);
    expect([over.status, await pageText(await over.text())]).toEqual([
      410,
      expect.stringContaining("This link has expired"),
    ]);
    expect(await userWith(person.userId)).toMatchObject({ email: next, email_folded: next.toLowerCase() });
    expect(sessionOf(person)).not.toBe(before.session);
    expect((await person.get("/dashboard")).status).toBe(200);
    expect(goesTo(await anonymous().get("/dashboard", { cookie: before.cookie }))).toBe("/auth");
    expect(goesTo(await elsewhere.get("/dashboard"))).toBe("/auth");
    for (const address of [person.email, next])
      expect((await mailTo(address, 2)).subject).toContain("Your email address was changed");
    expect((await deedsOf(person.userId)).sort()).toEqual([
      "email.change_asked",
      "email.change_confirmed",
      "email.changed",
      "session.confirmed",
    ]);
  },
);

test("the links work in browsers in which nobody is signed in, and then everybody signs in anew", async () => {
  const { person, next, old, other } = await asked();
  await press(anonymous(), old);
  const answer = await press(anonymous(), other);
  expect(await answer.text()).toContain('href="/auth"');
  expect(answer.headers.getSetCookie().join()).not.toContain("sid=");
  expect(await emailOf(person)).toBe(next);
  expect(goesTo(await person.get("/dashboard"))).toBe("/auth");
  const browser = anonymous();
  await browser.post("/auth", { intent: "sign-in", email: next, password: "Violet-harbor-27" });
  expect((await browser.get("/dashboard")).status).toBe(200);
  const old_address = await anonymous().post("/auth", {
    intent: "sign-in",
    email: person.email,
    password: "Violet-harbor-27",
  });
  expect(old_address.status).toBe(401);
});

test("the proof of who sits there does not become younger by a link", async () => {
  const { person, old, other } = await asked();
  await unproven(person);
  await press(person, old);
  await press(person, other);
  expect(await (await person.get("/security")).text()).toContain("Confirm it&#x27;s you");
});

test("B15: opening a link changes nothing, tells the new address nothing of the old one, and is told to nobody", async () => {
  const { person, next, old, other } = await asked();
  for (const link of [old, other]) {
    const answer = await anonymous().get(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    await anonymous().get(link);
  }
  expect(await pageText(await (await anonymous().get(old)).text())).toContain(
    `Your email address changes from ${person.email} to ${next}`,
  );
  expect(await (await anonymous().get(other)).text()).not.toContain(person.email);
  const rows = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, person.userId));
  expect(rows.map(({ used_at }) => used_at)).toEqual([null, null]);
  // R10: what is stored opens nothing.
  for (const { token_hash } of rows)
    expect((await anonymous().post("/security/email", { token: token_hash })).status).toBe(422);
});

test("a link is good once, and both at the same moment change the address once", async () => {
  const { person, next, old, other } = await asked();
  const answers = await Promise.all([
    press(anonymous(), old),
    press(anonymous(), other),
    press(anonymous(), old),
    press(anonymous(), other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
  expect(await emailOf(person)).toBe(next);
  expect((await deedsOf(person.userId)).filter((deed) => deed === "email.changed")).toHaveLength(1);
  expect((await press(anonymous(), old)).status).toBe(422);
});

test("an address that has an account is answered alike, told by mail, and never taken", async () => {
  const person = await memberOf();
  const owner = await memberOf();
  const free = await ask(person, newAddress());
  const taken = await ask(person, owner.email.toUpperCase());
  expect([taken.status, goesTo(taken)]).toEqual([free.status, goesTo(free)]);
  const page = await pageText(await (await person.get("/security")).text());
  expect(page).toContain("open the links we emailed to both addresses");
  await press(person, await linkTo(person.email, 2));
  expect(await pageText(await (await person.get("/security")).text())).toContain(
    "open the link we emailed to the new address",
  );
  const mail = await mailTo(owner.email.toUpperCase());
  expect(mail.subject).toContain("This address already has an account");
  expect(mail.text).not.toContain("token=");
  expect(await emailOf(person)).toBe(person.email);
});

test("an address that got an account in the meantime is not taken from it", async () => {
  const { person, next, old, other } = await asked();
  await press(person, old);
  await memberOf({ email: next });
  const answer = await press(person, other);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("That address already has an account");
  expect(await emailOf(person)).toBe(person.email);
  expect((await person.get("/dashboard")).status).toBe(200);
});

test("asking again, cancelling, and changing the password each make the links before worthless", async () => {
  const again = await asked();
  await ask(again.person, newAddress());
  expect((await press(anonymous(), again.old)).status).toBe(422);

  const cancelled = await asked();
  await press(anonymous(), cancelled.old);
  await cancelled.person.post("/security", { intent: "email-cancel" });
  expect((await press(anonymous(), cancelled.other)).status).toBe(422);
  expect(await pageText(await (await cancelled.person.get("/security")).text())).not.toContain("we emailed");

  const changed = await asked();
  await press(anonymous(), changed.old);
  const password = "Maple-lantern-38";
  await changed.person.post("/security", {
    intent: "password",
    current_password: "Violet-harbor-27",
    password,
    confirm_password: password,
  });
  expect((await press(anonymous(), changed.other)).status).toBe(422);
  for (const { person } of [again, cancelled, changed]) expect(await emailOf(person)).toBe(person.email);
});

test("a link is good for a day and not a moment longer", async () => {
  const { old, other } = await asked();
  const tomorrow = Date.now() + 86_400_000;
  expect((await at(tomorrow - 60_000, () => press(anonymous(), old))).status).toBe(200);
  expect((await at(tomorrow, () => press(anonymous(), other))).status).toBe(422);
});

test("R3: asks for a fresh proof first", async () => {
  const person = await memberOf();
  await unproven(person);
  const next = newAddress();
  expect(goesTo(await ask(person, next))).toBe("/security");
  expect(await mailsTo(next)).toEqual([]);
});

test.each([
  ["", "Invalid email address"],
  ["no address", "Invalid email address"],
  [`${"a".repeat(250)}@b.test`, "Invalid email address"],
])("%j is no address, and says so", async (email, words) => {
  const answer = await ask(await memberOf(), email);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(words);
});

test("the own address is no change, in whatever case", async () => {
  const person = await memberOf();
  const answer = await ask(person, person.email.toUpperCase());
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("already your email address");
});

test("R38: asked for five times an hour", async () => {
  const person = await memberOf();
  for (let times = 0; times < 5; times++) expect((await ask(person, newAddress())).status).toBe(302);
  expect((await ask(person, newAddress())).status).toBe(429);
});

test.each(["", "x", "x".repeat(129), "%00"])("the token %j opens nothing", async (token) => {
  const page = await anonymous().get(`/security/email?token=${encodeURIComponent(token)}`);
  expect(page.status).toBe(410);
  expect(await page.text()).toContain("This link has expired");
  expect((await anonymous().post("/security/email", { token })).status).toBe(422);
});

test("R16: of five askings at once for one address one mail goes there, and the links of that one stand", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  const next = newAddress();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(person, next)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 429, 429, 429, 429]);
  await linkTo(next);
  expect(await mailsTo(next)).toHaveLength(1);
  await press(person, await linkTo(person.email));
  await press(person, await linkTo(next));
  expect(await emailOf(person)).toBe(next);
});

test("a person of a tenant changes their address without leaving its host", async () => {
  // Its strangers sign in on the main host.
  const { owner, host, at: there } = await tenantsHost();
  const person = await memberOf({ organizationId: owner.organizationId, host });
  await withPassword(person.userId);
  const next = newAddress();
  expect((await person.post(there("/security"), { intent: "email", email: next })).status).toBe(302);
  for (const to of [person.email, next]) {
    const { text } = await mailTo(to);
    const link = /https:\/\/\S+\/security\/email\?token=[\w-]+/.exec(text)?.[0] ?? "";
    expect(new URL(link).host).toBe(host);
    expect((await anonymous().get(link)).status).toBe(200);
    expect((await person.post(link, { token: tokenOf(link) })).status).toBe(200);
  }
  expect(await emailOf(person)).toBe(next);
  expect((await person.get(there("/agents"))).status).toBe(200);
});
