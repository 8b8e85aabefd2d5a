import { expect, test } from "vitest";
import { provenPerson, signUp, signUpForm } from "../accounts/arrange.ts";
import { anonymous, goodPassword, newAddress } from "../support/people.ts";

/** The text of a page as it reads, so that a quotation need not know how it is escaped. */
const wordsOf = async (answer: Response) =>
  (await answer.text())
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');

test.each([
  [{ email: "" }, "Invalid email address"],
  [{ email: "mara" }, "Invalid email address"],
  [{ email: "mara@brightsmile" }, "Invalid email address"],
  [{ email: `${"m".repeat(250)}@x.test` }, "Invalid email address"],
  [{ email: "🐎@x.test" }, "Invalid email address"],
  [{ password: "Vh-27" }, "Password must be at least 8 characters long"],
  [{ password: "violet-harbor-27" }, "Password must contain at least one uppercase letter"],
  [{ password: "Violet-harbor" }, "Password must contain at least one number"],
  [{ password: "VioletHarbor27" }, "Password must contain at least one special character"],
  [
    { password: "P@ssw0rd" },
    "This password is too common and easily guessed. Please choose something more unique",
  ],
  [
    { password: "Switchboard-7!" },
    "This password is too common and easily guessed. Please choose something more unique",
  ],
  [{ password: "Violet-4321-x" }, 'Avoid using sequential characters like "12345" or "abcdef"'],
  [{ password: "Violetttt-27" }, "Don't repeat the same character multiple times"],
  [{ password: `V1-${"xy".repeat(200)}` }, "Password must be at most 256 characters long"],
  [{ confirm_password: "Violet-harbor-28" }, "Passwords don't match"],
  [{ confirm_password: "" }, "Passwords don't match"],
  [{ terms: "" }, "Please agree to the terms to continue"],
])("signing up with %j says what is wrong", async (changes: Record<string, string>, words) => {
  const answer = await signUp(anonymous(), newAddress(), changes);
  expect(answer.status).toBe(422);
  expect(await wordsOf(answer)).toContain(words);
  expect(answer.headers.get("server-timing")).not.toContain("hash");
});

test("everything that is wrong is said at once, and nothing typed is lost but the passwords", async () => {
  const answer = await signUp(anonymous(), "mara@", {
    password: "short",
    confirm_password: "other",
    terms: "",
  });
  const page = await answer.clone().text();
  const words = await wordsOf(answer);
  for (const text of [
    "Invalid email address",
    "Password must be at least 8 characters long",
    "Password must contain at least one number",
    "Passwords don't match",
    "Please agree to the terms to continue",
  ])
    expect(words).toContain(text);
  expect(page).toContain('value="mara@"');
  expect(page).not.toContain("short");
});

test("a ticked box stays ticked when something else is wrong", async () => {
  const page = await (await signUp(anonymous(), "mara@")).text();
  expect(page).toMatch(/<input[^>]*name="terms"[^>]*checked=""|<input[^>]*checked=""[^>]*name="terms"/);
});

test("an empty form, several values and files for fields are refused with the fields' own words", async () => {
  const empty = await anonymous().post("/auth?mode=signup", { intent: "sign-up" });
  const doubled = await anonymous().post("/auth?mode=signup", {
    ...signUpForm(newAddress()),
    email: ["a@x.test", "b@x.test"],
    password: [goodPassword, goodPassword],
  });
  const files = await anonymous().post("/auth?mode=signup", {
    ...signUpForm(newAddress()),
    email: new File(["a@x.test"], "email.txt"),
    password: new File([goodPassword], "password.txt"),
  });
  for (const answer of [empty, doubled, files]) {
    expect(answer.status).toBe(422);
    const words = await wordsOf(answer);
    expect(words).toContain("Invalid email address");
    expect(words).toContain("Password must be at least 8 characters long");
  }
});

test("HTML and emoji in a field come back as what they are", async () => {
  const typed = `"><script>alert(1)</script>🐎@x.test`;
  for (const form of [signUpForm(typed), { intent: "sign-in", email: typed, password: "x" }]) {
    const answer = await anonymous().post("/auth", form);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;🐎@x.test");
  }
});

test("B3, R13: spaces and emoji in a password are kept as they are", async () => {
  const email = newAddress();
  const password = " Violet 🐎 harbor 27 ";
  const answer = await signUp(anonymous(), email, { password, confirm_password: password });
  expect(answer.status).toBe(302);
  const trimmed = await anonymous().post("/auth", { intent: "sign-in", email, password: password.trim() });
  expect(trimmed.status).toBe(401);
  const exact = await anonymous().post("/auth", { intent: "sign-in", email, password });
  expect(exact.status).toBe(302);
});

test("B3, R13: a password of 256 characters signs up, and a form of ten megabytes is not read", async () => {
  const password = `V1-${"xy".repeat(126)}z`;
  expect((await signUp(anonymous(), newAddress(), { password, confirm_password: password })).status).toBe(
    302,
  );
  const large = await signUp(anonymous(), newAddress(), { password: "x".repeat(10_000_000) });
  expect([413, 422]).toContain(large.status);
  expect(large.headers.get("server-timing")).not.toContain("hash");
});

test("signing in without an address or a password says which is missing", async () => {
  const answer = await anonymous().post("/auth", { intent: "sign-in" });
  expect(answer.status).toBe(422);
  const words = await wordsOf(answer);
  expect(words).toContain("Invalid email address");
  expect(words).toContain("Please enter your password");
});

test.each([
  ["no intent", {}],
  ["an unknown one", { intent: "become-admin" }],
])("a form with %s is refused and not an error of ours", async (_, form) => {
  expect((await anonymous().post("/auth", form)).status).toBe(400);
});

test("a post that is no form is refused", async () => {
  const answer = await anonymous().fetch("/auth", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    body: "{}",
  });
  expect(answer.status).toBe(400);
});

test.each([
  "//evil.test",
  "/\\evil.test",
  "/%2f%2fevil.test",
  "/..//evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "javascript:alert(1)",
  "https://app.test@evil.test",
  `/${"a".repeat(9000)}`,
])("signing in with the return path %j goes to the dashboard", async (returnPath) => {
  const { browser } = await provenPerson();
  const answer = await browser.get(`/auth?${new URLSearchParams({ returnPath })}`);
  expect(answer.headers.get("location")).toBe("/dashboard");
});

test.each(["sign-in", "sign-up", "forgot"])(
  "without scripts the %s form says an address that is too long back, as far as its field goes",
  async (intent) => {
    const long = `${"m".repeat(5000)}@people.test`;
    const answer = await anonymous().post(`/auth?mode=${intent === "sign-up" ? "signup" : intent}`, {
      intent,
      email: long,
      password: goodPassword,
    });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("Invalid email address");
    expect(page).toContain(`value="${long.slice(0, 320)}"`);
    expect(page).not.toContain(long.slice(0, 321));
    expect(page).not.toContain(goodPassword);
  },
);
