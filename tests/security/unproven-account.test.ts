/** An address of an unproven sign-up belongs to the person who can read its mail. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, verify } from "../accounts/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";
import { userWith, withPassword } from "./arrange.ts";

async function tokenTo(email: string, count: number): Promise<string> {
  const { text } = await mailTo(email, count);
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? "";
}
const press = (token: string) => anonymous().post("/security/email", { token });

/** A person who changes to an address with which a stranger signed up, before or after the request. */
async function changing(isSignedUpFirst: boolean) {
  const person = await memberOf();
  await withPassword(person.userId);
  const next = newAddress();
  const before = isSignedUpFirst ? await pendingPerson(next) : null;
  await person.post("/security", { intent: "email", email: next });
  const half = await tokenTo(next, before ? 2 : 1);
  const stranger = before ?? (await pendingPerson(next));
  const found = await controlPlane()
    .select({ id: control.users.id })
    .from(control.users)
    .where(eq(control.users.email_folded, next))
    .get();
  return { person, next, half, stranger, strangerId: found?.id ?? "" };
}

test.each([true, false])(
  "an unproven sign-up gives way to whoever proves the address, signed up first: %s",
  async (isSignedUpFirst) => {
    const { person, next, half, stranger, strangerId } = await changing(isSignedUpFirst);
    expect(strangerId).not.toBe("");
    expect((await press(half)).status).toBe(200);
    expect(await pageText(await (await press(await tokenTo(person.email, 1))).text())).toContain(
      `Your account's email address is now ${next}.`,
    );
    expect(await userWith(person.userId)).toMatchObject({ email: next, email_folded: next });
    expect(await userWith(strangerId)).toBeUndefined();
    const db = controlPlane();
    const left = await Promise.all([
      db.select().from(control.sessions).where(eq(control.sessions.user_id, strangerId)),
      db.select().from(control.emailCodes).where(eq(control.emailCodes.user_id, strangerId)),
      db
        .select()
        .from(control.organizationMembers)
        .where(eq(control.organizationMembers.user_id, strangerId)),
      db.select().from(control.organizations).where(eq(control.organizations.created_by, strangerId)),
      db.select().from(control.profiles).where(eq(control.profiles.id, strangerId)),
    ]);
    expect(left.flat()).toEqual([]);
    expect((await verify(stranger.browser, stranger.code)).status).toBe(401);
    expect((await userWith(person.userId))?.email).toBe(next);
  },
);

test("whoever proves the address first keeps it", async () => {
  const { person, half, stranger, strangerId } = await changing(false);
  await press(half);
  expect((await verify(stranger.browser, stranger.code)).status).toBe(302);
  const late = await press(await tokenTo(person.email, 1));
  expect(late.status).toBe(422);
  expect(await late.text()).toContain("That address already has an account");
  expect((await userWith(person.userId))?.email).toBe(person.email);
  expect((await userWith(strangerId))?.email_confirmed_at).not.toBeNull();
  expect((await stranger.browser.get("/dashboard")).status).toBe(200);
});
