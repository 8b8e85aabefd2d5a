import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, pendingPerson, resend, signIn, verify } from "../accounts/arrange.ts";
import { codeTo, mailsTo, otherCode } from "../support/inbox.ts";
import { anonymous, controlPlane } from "../support/people.ts";

const wrong = "Invalid code: The code you entered is incorrect or expired.";
const malformed = "Please enter the 6-digit code from your email.";

const codesOf = async (email: string) =>
  controlPlane().select().from(control.emailCodes).where(eq(control.emailCodes.email, email));

test.each(["", "12345", "1234567", " 123456 ", "１２３４５６", "12345a", "🐎🐎🐎"])(
  "B4: %j is no code, and costs no attempt",
  async (code) => {
    const { browser, email } = await pendingPerson();
    const answer = await verify(browser, code);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(malformed);
    expect((await codesOf(email))[0]?.attempts).toBe(0);
  },
);

test("B4: several codes at once and a file for a code are refused like any other", async () => {
  const { browser } = await pendingPerson();
  const several = await browser.post("/auth", { intent: "verify", code: ["123456", "654321"] });
  const file = await browser.post("/auth", { intent: "verify", code: new File(["123456"], "code.txt") });
  for (const answer of [several, file]) {
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(malformed);
  }
});

test("a wrong code is told so, keeps what was typed, and the right one still works", async () => {
  const { browser, code } = await pendingPerson();
  const typed = otherCode(code);
  const answer = await verify(browser, typed);
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain(wrong);
  expect(page).toContain("Request a new one with “Resend code”.");
  expect(page).toContain(`value="${typed}"`);
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
});

test("B5, R15: of fifty parallel wrong codes five are compared, and then the right one is refused too", async () => {
  const { browser, email, code } = await pendingPerson();
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(browser, otherCode(code))));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([422, 429]));
  expect((await codesOf(email))[0]?.attempts).toBe(5);
  await forgetLimits();
  expect((await verify(browser, code)).status).toBe(422);
});

test("R16: ten codes an hour may be tried with one sign-up, and then the answer says when to come back", async () => {
  const { browser, code } = await pendingPerson();
  for (let tried = 0; tried < 10; tried++) expect((await verify(browser, otherCode(code))).status).toBe(422);
  const answer = await verify(browser, code);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(await answer.text()).toContain("Verification failed: Too many attempts. Please wait");
});

test("a code entered twice in parallel makes one session", async () => {
  const { browser, email, code } = await pendingPerson();
  const cookie = browser.cookie;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => anonymous().post("/auth", { intent: "verify", code }, { cookie })),
  );
  const locations = answers.map((answer) => answer.headers.get("location"));
  expect(locations.filter((location) => location === "/email-verified")).toHaveLength(1);
  const [user] = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email));
  const sessions = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, user?.id ?? ""));
  expect(sessions.map(({ kind }) => kind)).toEqual(["full"]);
});

test("B6, R15: a second code kills the first, works once, and not again", async () => {
  const { browser, email, code } = await pendingPerson();
  await forgetLimits();
  const answer = await resend(browser);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("A new code is on its way.");
  const second = await codeTo(email, 2);
  if (second !== code) expect((await verify(browser, code)).status).toBe(422);
  const cookie = browser.cookie;
  expect((await verify(browser, second)).headers.get("location")).toBe("/email-verified");
  const replayed = await anonymous().post("/auth", { intent: "verify", code: second }, { cookie });
  expect(replayed.status).toBe(401);
});

test("R16: another code within a minute is refused with the time to wait, and the first stays good", async () => {
  const { browser, email, code } = await pendingPerson();
  const answer = await resend(browser);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const words = await answer.text();
  expect(words).toContain("Failed to resend code: Please try again in a moment.");
  expect(words).toMatch(/You can request another in \d+ seconds?\./);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
});

test("R15: a code that is ten minutes old opens nothing", async () => {
  const { browser, email, code } = await pendingPerson();
  await controlPlane()
    .update(control.emailCodes)
    .set({ expires_at: Date.now() })
    .where(eq(control.emailCodes.email, email));
  const answer = await verify(browser, code);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(wrong);
});

test("R15: a code opens only for whom it was sent to, and a stranger's try costs its owner nothing", async () => {
  const { code, email } = await pendingPerson();
  const other = await pendingPerson();
  expect((await verify(other.browser, code)).status).toBe(code === other.code ? 302 : 422);
  expect((await codesOf(email))[0]?.attempts).toBe(0);
});

test("without a session the step says that it is over and how to begin again", async () => {
  const answer = await verify(anonymous(), "123456");
  expect(answer.status).toBe(401);
  const page = await answer.text();
  expect(page).toContain("Session expired: Please sign up again.");
  expect(page).toContain("Create your account");
});

test("signing in before the address is proven leads to its step, and the code that was sent is good there", async () => {
  const { email, code } = await pendingPerson();
  const browser = anonymous();
  const answer = await signIn(browser, email);
  expect(answer.headers.get("location")).toBe("/auth");
  expect(browser.cookieValue("sid")).toBeUndefined();
  expect((await verify(browser, code)).headers.get("location")).toBe("/email-verified");
});

test("signing in before the address is proven sends a new code, once the last is a minute old", async () => {
  const { email } = await pendingPerson();
  await forgetLimits();
  const browser = anonymous();
  await signIn(browser, email);
  const second = await codeTo(email, 2);
  expect((await verify(browser, second)).headers.get("location")).toBe("/email-verified");
});
