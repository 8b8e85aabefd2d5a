/** Changing the password at /security, and setting the first one of an account that came by Google. */
import { expect, test } from "vitest";
import { isPassword } from "#app/passwords/password-hash.server.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, goodPassword, memberOf, type Person } from "../support/people.ts";
import {
  anotherBrowser,
  deedsOf,
  sessionOf,
  unproven,
  userWith,
  withGoogle,
  withPassword,
} from "./arrange.ts";

const next = "Maple-lantern-38";
const goesTo = (answer: Response) => answer.headers.get("location");

const change = (person: Person, changes: Record<string, string> = {}) =>
  person.post("/security", {
    intent: "password",
    current_password: goodPassword,
    password: next,
    confirm_password: next,
    ...changes,
  });

const isNow = async ({ userId }: Person, password: string) =>
  isPassword(password, (await userWith(userId))?.password_hash ?? null);

async function withOwnPassword(): Promise<Person> {
  const person = await memberOf();
  await withPassword(person.userId);
  return person;
}

test("R2, R4: a changed password gives this browser a new session, ends all others, and a mail tells of it", async () => {
  const person = await withOwnPassword();
  const other = await anotherBrowser(person.userId);
  const before = { session: sessionOf(person), cookie: person.cookie };
  const answer = await change(person);
  expect([answer.status, goesTo(answer)]).toEqual([302, "/security?done=password"]);
  expect(sessionOf(person)).not.toBe(before.session);
  expect((await person.get("/dashboard")).status).toBe(200);
  expect(goesTo(await anonymous().get("/dashboard", { cookie: before.cookie }))).toBe("/auth");
  expect(goesTo(await other.get("/dashboard"))).toBe("/auth");
  expect(await isNow(person, next)).toBe(true);
  expect((await mailTo(person.email)).subject).toContain("Your password was changed");
  const page = await pageText(await (await person.get("/security?done=password")).text());
  expect(page).toContain("Your password was changed, and all other devices were signed out.");
  expect(page).toContain("Password changed just now");
});

test("R3: an old proof is enough, because the current password is one; a wrong one changes nothing", async () => {
  const person = await withOwnPassword();
  await unproven(person);
  const wrong = await change(person, { current_password: "Not-my-password-1" });
  expect(wrong.status).toBe(401);
  const html = await wrong.text();
  expect(html).toContain("That password is incorrect.");
  expect(html).not.toContain("Not-my-password-1");
  expect(html).not.toContain(next);
  expect(await isNow(person, goodPassword)).toBe(true);
  expect(await deedsOf(person.userId)).toEqual(["session.confirmation_refused"]);
  expect(goesTo(await change(person))).toBe("/security?done=password");
});

test("R38: the current password can be guessed five times in five minutes", async () => {
  const person = await withOwnPassword();
  for (let tries = 0; tries < 5; tries++)
    expect((await change(person, { current_password: `Guess-number-${tries}x` })).status).toBe(401);
  expect((await change(person)).status).toBe(429);
  expect(await isNow(person, goodPassword)).toBe(true);
});

test.each([
  [{ password: "short", confirm_password: "short" }, "Password must be at least 8 characters long"],
  [{ confirm_password: "Maple-lantern-39" }, "Passwords don&#x27;t match"],
  [{ password: "Bright-Smile-1!", confirm_password: "Bright-Smile-1!" }, "This password is too common"],
  [{ password: goodPassword, confirm_password: goodPassword }, "already your password"],
  [{ current_password: "" }, "Please enter your password"],
  [{ password: `Aa1!${"x1".repeat(200)}` }, "Password must be at most 256 characters long"],
])("R14: %j is refused with words, and nothing changes", async (changes, words) => {
  const person = await withOwnPassword();
  const answer = await change(person, changes);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(words);
  expect(await isNow(person, goodPassword)).toBe(true);
});

test("of two changes at once one counts, and the other one's session is over", async () => {
  const person = await withOwnPassword();
  const answers = await Promise.all([
    change(person),
    change(person, { password: `${next}!`, confirm_password: `${next}!` }),
  ]);
  expect(answers.filter((answer) => goesTo(answer)?.includes("done=")).length).toBe(1);
  expect((await deedsOf(person.userId)).filter((deed) => deed === "password.changed").length).toBe(1);
});

test("an account that came by Google sets its first password after a fresh proof, and not without", async () => {
  const person = await memberOf();
  await withGoogle(person.userId, person.email);
  const first = () =>
    person.post("/security", { intent: "password", password: next, confirm_password: next });
  await unproven(person);
  const html = await (await person.get("/security")).text();
  expect(html).not.toContain("Set a password");
  expect(html).toContain("/auth/google?confirm=1&amp;returnPath=%2Fsecurity");
  expect(goesTo(await first())).toBe("/security");
  expect((await userWith(person.userId))?.password_hash).toBeNull();

  const fresh = await memberOf();
  await withGoogle(fresh.userId, fresh.email);
  expect(await (await fresh.get("/security")).text()).toContain("Set a password");
  expect(
    goesTo(await fresh.post("/security", { intent: "password", password: next, confirm_password: next })),
  ).toBe("/security?done=password");
  expect(await isNow(fresh, next)).toBe(true);
  expect((await mailTo(fresh.email)).subject).toContain("Your account now has a password");
});
