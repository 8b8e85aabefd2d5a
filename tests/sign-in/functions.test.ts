import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, pendingPerson } from "../accounts/arrange.ts";
import { codeTo, otherCode } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane } from "../support/people.ts";

async function call(browser: Client, name: string, body: unknown) {
  const answer = await browser.fetch(`/functions/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
  const { error, fields } = z
    .object({ error: z.string().nullable(), fields: z.record(z.string(), z.array(z.string())).optional() })
    .parse(await answer.json());
  return { status: answer.status, error, ...(fields && { fields: Object.keys(fields) }) };
}

async function person() {
  const pending = await pendingPerson();
  const user = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, pending.email))
    .get();
  const session = await pending.browser.post("/functions/refresh-session");
  const { user_id: userId } = z.object({ user_id: z.string() }).parse(await session.json());
  return { ...pending, userId, accountId: user?.id ?? "" };
}

test("a program proves an address as the form does, and is signed in", async () => {
  const { browser, code, userId } = await person();
  expect(await call(browser, "verify-email-code", { code: otherCode(code), userId })).toEqual({
    status: 422,
    error: "Invalid code: The code you entered is incorrect or expired.",
  });
  expect(await call(browser, "verify-email-code", { code, userId })).toEqual({ status: 200, error: null });
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("B7, R16: a code for another's account is refused and costs its owner no attempt", async () => {
  const victim = await person();
  const other = await person();
  const asked = { code: victim.code, userId: victim.userId };
  expect((await call(other.browser, "verify-email-code", asked)).status).toBe(403);
  const codes = await controlPlane()
    .select()
    .from(control.emailCodes)
    .where(eq(control.emailCodes.user_id, victim.accountId));
  expect(codes.map(({ attempts }) => attempts)).toEqual([0]);
});

test.each([
  [null, []],
  [[], []],
  [{}, ["code", "userId"]],
  [{ code: ["123456"], userId: "x" }, ["code"]],
  [{ code: { length: 6 }, userId: "x" }, ["code"]],
  [{ code: 123456, userId: "x" }, ["code"]],
  [{ code: "123456" }, ["userId"]],
])(
  "B4: a body that is not a code and a user, such as %j, is malformed and told at which fields",
  async (body, fields) => {
    const { browser } = await person();
    expect(await call(browser, "verify-email-code", body)).toEqual({
      status: 400,
      error: "We couldn't read that request.",
      fields,
    });
  },
);

test.each([
  [{}, ["userId", "email"]],
  [{ userId: "x", email: ["a@people.test"] }, ["email"]],
  [{ userId: "x", email: "a@people.test", isTrial: "yes" }, ["isTrial"]],
])("asking for a code with %j is malformed and told at which fields", async (body, fields) => {
  const { browser } = await person();
  expect(await call(browser, "send-verification-email", body)).toEqual({
    status: 400,
    error: "We couldn't read that request.",
    fields,
  });
});

test.each(["", "12345", "1234567", " 123456 ", "123 456", "12345a", "１２３４５６"])(
  "B4: the code %j is refused in words",
  async (code) => {
    const { browser } = await person();
    expect(await call(browser, "verify-email-code", { code, userId: "x" })).toEqual({
      status: 422,
      error: "Please enter the 6-digit code from your email.",
    });
  },
);

test("without a session both say that it is over", async () => {
  const nobody = anonymous();
  const body = { userId: "x", email: "a@people.test", code: "123456" };
  for (const name of ["verify-email-code", "send-verification-email"])
    expect(await call(nobody, name, body)).toEqual({
      status: 401,
      error: "Session expired: Please sign up again.",
    });
});

test("another code goes to the session's own address only, once a minute", async () => {
  const { browser, email, userId } = await person();
  expect((await call(browser, "send-verification-email", { userId, email })).status).toBe(429);
  await forgetLimits();
  expect((await call(browser, "send-verification-email", { userId, email: "x@y.test" })).status).toBe(422);
  expect(await call(browser, "send-verification-email", { userId, email, isTrial: false })).toEqual({
    status: 200,
    error: null,
  });
  const code = await codeTo(email, 2);
  expect((await call(browser, "verify-email-code", { code, userId })).status).toBe(200);
});

test("the session's own address is its own however it is capitalised", async () => {
  const { browser, email, userId } = await person();
  await forgetLimits();
  const body = { userId, email: email.toUpperCase() };
  expect(await call(browser, "send-verification-email", body)).toEqual({ status: 200, error: null });
  expect((await call(browser, "verify-email-code", { code: await codeTo(email, 2), userId })).status).toBe(
    200,
  );
});
