import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { provenPerson, signIn, signUp, verify } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { deployed } from "../support/deployed.ts";
import { codeTo, mailsTo, mailTo, otherCode } from "../support/inbox.ts";
import { anonymous, controlPlane, goodPassword, newAddress } from "../support/people.ts";

/** A stranger's password. */
const planted = { password: "Planted-before-1", confirm_password: "Planted-before-1" };

const usersOf = (email: string) =>
  controlPlane().select().from(control.users).where(eq(control.users.email_folded, email.toLowerCase()));

test("a newcomer signs up, proves the address with the mailed code, and owns an organization of their own", async () => {
  const browser = anonymous();
  const email = `Mara@${crypto.randomUUID()}.brightsmile.test`;
  const answer = await signUp(browser, email);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
  const step = await (await browser.get("/auth")).text();
  expect(step).toContain("Verify your email");
  expect(step).toContain(email);

  const confirmed = await verify(browser, await codeTo(email));
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, "/email-verified"]);
  expect(await (await browser.get("/email-verified")).text()).toContain("Email verified");
  expect((await browser.get("/dashboard")).status).toBe(200);

  const [user] = await usersOf(email);
  expect(user).toMatchObject({ email, email_folded: email.toLowerCase() });
  expect(user?.email_confirmed_at).toBeGreaterThan(0);
  const memberships = await controlPlane()
    .select()
    .from(control.organizationMembers)
    .innerJoin(
      control.organizations,
      eq(control.organizations.id, control.organizationMembers.organization_id),
    )
    .where(eq(control.organizationMembers.user_id, user?.id ?? ""));
  expect(memberships).toHaveLength(1);
  expect(memberships[0]).toMatchObject({
    organization_members: { role: "owner" },
    organizations: {
      name: "Brightsmile",
      time_zone: "Europe/Berlin",
      subscription_tier: "starter",
      subscription_status: "pending",
    },
  });
});

test("before the code is entered no page of the dashboard opens", async () => {
  const browser = anonymous();
  await signUp(browser, newAddress());
  expect(browser.cookieValue("sid")).toBeUndefined();
  expect(browser.cookieValue("pid")).toBeDefined();
  const dashboard = await browser.get("/dashboard");
  expect([dashboard.status, dashboard.headers.get("location")]).toEqual([302, "/auth"]);
  expect(await (await browser.get("/email-verified")).text()).toContain("verified yet");
});

test("the mail holds the code for people and programs, in the brand's name, and nothing from outside", async () => {
  const email = newAddress();
  await signUp(anonymous(), email);
  const mail = await mailTo(email);
  const code = await codeTo(email);
  expect(mail.from).toContain("AI Voice Agents");
  expect(mail.subject).toContain(code);
  expect(mail.html).toContain(`>${code}<`);
  expect(mail.html).not.toMatch(/<img|src=|url\(/);
  expect(mail.text).toContain("10 minutes");
});

test("an unknown time zone is no reason to refuse anybody", async () => {
  const email = newAddress();
  const browser = anonymous();
  await signUp(browser, email);
  await verify(browser, await codeTo(email), "Mars/Olympus");
  const [user] = await usersOf(email);
  const [organization] = await controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.created_by, user?.id ?? ""));
  expect(organization?.time_zone).toBe("America/New_York");
});

test("signing up with an address that has an account looks the same, tells its owner by mail, and never verifies", async () => {
  const email = newAddress();
  await provenPerson(email);
  const fresh = newAddress();
  const [stranger, newcomer] = [anonymous(), anonymous()];
  const [known, unknown] = [await signUp(stranger, email.toUpperCase()), await signUp(newcomer, fresh)];
  expect(known.status).toBe(unknown.status);
  expect(known.headers.get("location")).toBe(unknown.headers.get("location"));
  expect(known.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "="))).toEqual(
    unknown.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "=")),
  );
  const hash = /hash;desc="1"/;
  expect(known.headers.get("server-timing")).toMatch(hash);
  expect(unknown.headers.get("server-timing")).toMatch(hash);
  const [knownStep, unknownStep] = await Promise.all(
    [stranger, newcomer].map(async (browser) => (await browser.get("/auth.data")).text()),
  );
  const shape = (step: string | undefined, address: string) =>
    (step ?? "").replaceAll(address, "?").replace(/[0-9a-f-]{36}/g, "id");
  expect(shape(knownStep, email.toUpperCase())).toBe(shape(unknownStep, fresh));

  const mail = await mailTo(email.toUpperCase());
  expect(mail.subject).toContain("already have an account");
  expect(mail.text).not.toMatch(/^\d{6}$/m);
  const firstCode = /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[0] ?? "";
  expect((await verify(stranger, firstCode)).status).toBe(422);
  expect((await stranger.get("/dashboard")).headers.get("location")).toBe("/auth");
  expect((await usersOf(email))[0]?.email).toBe(email);
});

test("a repeated sign-up changes neither the password nor the name of a proven account", async () => {
  const email = newAddress();
  await provenPerson(email);
  await signUp(anonymous(), email, { password: "Other-harbor-99", confirm_password: "Other-harbor-99" });
  const stranger = anonymous();
  await signIn(stranger, email, "Other-harbor-99");
  expect((await stranger.get("/dashboard")).headers.get("location")).toBe("/auth");
  expect((await signIn(anonymous(), email)).headers.get("location")).toBe("/dashboard");
});

test("whoever proves an address keeps the password they chose, whatever others chose for it", async () => {
  const email = newAddress();
  const [owner, intruder] = [anonymous({ ip: "192.0.2.30" }), anonymous({ ip: "203.0.113.30" })];
  await signUp(intruder, email, planted);
  const intrudersCode = await codeTo(email);
  await signUp(owner, email);
  const code = await codeTo(email, 2);
  expect((await verify(intruder, code)).status).toBe(code === intrudersCode ? 302 : 422);
  expect((await verify(owner, code)).headers.get("location")).toBe("/email-verified");
  expect((await signIn(anonymous(), email, "Planted-before-1")).status).toBe(401);
  expect((await signIn(anonymous(), email)).headers.get("location")).toBe("/dashboard");
  expect(await (await intruder.get("/auth")).text()).not.toContain("Verify your email");
});

test("a code that is out stays with the sign-up that it was mailed for, whoever signs up after it", async () => {
  const email = newAddress();
  const [owner, stranger] = [anonymous(), anonymous()];
  await signUp(owner, email);
  const code = await codeTo(email);
  await signUp(stranger, email, planted);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await verify(stranger, code)).status).toBe(422);
  expect((await verify(owner, code)).headers.get("location")).toBe("/email-verified");
  expect((await signIn(anonymous(), email)).headers.get("location")).toBe("/dashboard");
  expect((await signIn(anonymous(), email, "Planted-before-1")).status).toBe(401);
});

test("whoever begins again in the same browser with another password goes on with the code that they have", async () => {
  const email = newAddress();
  const browser = anonymous();
  await signUp(browser, email, planted);
  const code = await codeTo(email);
  await signUp(browser, email);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
  expect((await signIn(anonymous(), email)).headers.get("location")).toBe("/dashboard");
  expect((await signIn(anonymous(), email, "Planted-before-1")).status).toBe(401);
});

test("one stranger's wrong codes keep nobody from proving their own address", async () => {
  const email = newAddress();
  const [owner, stranger] = [anonymous({ ip: "192.0.2.31" }), anonymous({ ip: "203.0.113.31" })];
  await signUp(owner, email);
  const code = await codeTo(email);
  await signUp(stranger, email, planted);
  for (let tried = 0; tried < 12; tried++) await verify(stranger, otherCode(code));
  expect((await verify(stranger, code)).status).toBe(429);
  expect((await verify(owner, code)).headers.get("location")).toBe("/email-verified");
});

const signedUpWith = {
  "a password": (email: string) => provenPerson(email),
  "Google alone": (email: string) => continueWithGoogle(anonymous(), { email }),
};

test.each(["a password", "Google alone"] as const)(
  "signing in after signing up looks the same for an address whose account has %s and for a free one",
  async (way) => {
    const taken = newAddress();
    await signedUpWith[way](taken);
    const [account] = await usersOf(taken);
    expect(account?.email_confirmed_at).toBeGreaterThan(0);
    const free = newAddress();
    const seen = async (email: string) => {
      const door = deployed;
      const [signer, visitor] = [
        anonymous({ ip: "203.0.113.77", door }),
        anonymous({ ip: "203.0.113.78", door }),
      ];
      const other = { password: "Other-harbor-99", confirm_password: "Other-harbor-99" };
      const counts = (answer: Response) =>
        (answer.headers.get("server-timing") ?? "").replace(/dur=[\d.]+/g, "");
      const signedUp = await signUp(signer, email, other);
      const signedIn = await signIn(visitor, email, "Other-harbor-99");
      const step = await visitor.get("/auth.data");
      const wrong = await signIn(anonymous({ ip: "203.0.113.79", door }), email, "Wrong-harbor-28");
      return {
        signedUp: [signedUp.status, counts(signedUp)],
        signedIn: [signedIn.status, signedIn.headers.get("location"), counts(signedIn)],
        cookies: signedIn.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, "=")),
        dashboard: (await visitor.get("/dashboard")).headers.get("location"),
        step: (await step.text()).replaceAll(email, "?").replace(/[0-9a-f-]{36}/g, "id"),
        code: (await verify(visitor, "000000")).status,
        wrong: [wrong.status, counts(wrong)],
      };
    };
    const [ofTaken, ofFree] = [await seen(taken), await seen(free)];
    expect(ofTaken).toEqual(ofFree);
    expect(ofTaken.signedIn[1]).toBe("/auth");
    expect(ofTaken.signedIn[2]).toContain('hash;desc="1"');
    expect(ofTaken.wrong[0]).toBe(401);
    // The account itself has not changed.
    const [after] = await usersOf(taken);
    expect(after?.password_hash).toBe(account?.password_hash);
    const back = way === "a password" ? await signIn(anonymous(), taken) : await signedUpWith[way](taken);
    expect(back.headers.get("location")).toBe("/dashboard");
  },
);

test("two sign-ups with one new address in the same moment make one account", async () => {
  const email = newAddress();
  const answers = await Promise.all([signUp(anonymous(), email), signUp(anonymous(), email.toUpperCase())]);
  expect(answers.map((answer) => answer.headers.get("location"))).toEqual(["/auth", "/auth"]);
  expect(await usersOf(email)).toHaveLength(1);
});

test("R12, R15: passwords and codes lie in no table as they are", async () => {
  const email = newAddress();
  await signUp(anonymous(), email);
  const code = await codeTo(email);
  const db = controlPlane();
  const everything = JSON.stringify([
    await db.select().from(control.users),
    await db.select().from(control.sessions),
    await db.select().from(control.emailCodes),
    await db.select().from(control.mailOutbox),
    await db.select().from(control.auditEvents),
    await db.select().from(control.rateCounters),
  ]);
  expect(everything).not.toContain(goodPassword);
  expect(everything).not.toMatch(new RegExp(`"${code}"`));
  expect(everything).toMatch(/scrypt/);
});
