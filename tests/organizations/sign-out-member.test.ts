/** An organization's people sign a colleague out everywhere: whom they reach, whom they don't, and what it leaves. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Role } from "#app/membership/permissions.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { anotherBrowser, unproven, withPassword } from "../security/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, goodPassword, memberOf, type Person } from "../support/people.ts";
import { eventsIn } from "./inviting.ts";

const signOut = (by: Person, whom: Pick<Person, "userId">) =>
  by.post("/users", { intent: "sign-out", member: whom.userId });
const isIn = async (person: Pick<Person, "get">) => (await person.get("/agents")).status === 200;
const said = async (answer: Response) => pageText(await answer.text());

async function house(role: Role = "admin", colleaguesRole: Role = "member") {
  const { organizationId } = await memberOf();
  const by = await memberOf({ role, organizationId });
  return { by, colleague: await memberOf({ role: colleaguesRole, organizationId }) };
}

const alsoElsewhere = ({ userId }: Person, organization_id: string) =>
  controlPlane()
    .insert(control.organizationMembers)
    .values({ organization_id, user_id: userId, role: "member", created_at: Date.now() });

test("every session of theirs is over with its next request, a mail says so, and both histories hold it", async () => {
  const { by, colleague } = await house();
  const phone = await anotherBrowser(colleague.userId);
  const answer = await signOut(by, colleague);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/users?done=sign-out"]);
  expect(await isIn(colleague)).toBe(false);
  expect(await isIn(phone)).toBe(false);
  expect(await isIn(by)).toBe(true);
  const mail = await mailTo(colleague.email);
  expect(mail.subject).toContain("You were signed out on every device");
  expect(mail.text).toContain(by.email);
  expect(await eventsIn(by.organizationId)).toEqual([`member.signed_out ${colleague.userId}`]);
  const back = await anotherBrowser(colleague.userId);
  expect(await isIn(back)).toBe(true);
  expect(await pageText(await (await back.get("/security")).text())).toContain(
    "Bright Smile signed you out on every device",
  );
});

test("it asks for a fresh proof, which an admin gives on the same page", async () => {
  const { by, colleague } = await house();
  await withPassword(by.userId);
  await unproven(by);
  const refused = await signOut(by, colleague);
  expect(refused.status).toBe(403);
  expect(await said(refused)).toContain("To sign someone out, confirm it's you below");
  expect(await isIn(colleague)).toBe(true);
  expect((await by.post("/users", { intent: "confirm", password: goodPassword })).status).toBe(302);
  expect((await signOut(by, colleague)).status).toBe(302);
  expect(await isIn(colleague)).toBe(false);
});

test.each([
  ["a member", "member", "viewer", 403],
  ["an admin, an owner", "admin", "owner", 403],
] as const)("%s does not reach so far", async (_, role, theirs, status) => {
  const { by, colleague } = await house(role, theirs);
  expect((await signOut(by, colleague)).status).toBe(status);
  expect(await isIn(colleague)).toBe(true);
  expect(await mailsTo(colleague.email)).toEqual([]);
});

test("a person who belongs to another organization too keeps their sessions, until that one is deleted", async () => {
  const { by, colleague } = await house();
  const elsewhere = await memberOf();
  await alsoElsewhere(colleague, elsewhere.organizationId);
  const refused = await signOut(by, colleague);
  expect(refused.status).toBe(422);
  expect(await said(refused)).toContain("only they can sign out their devices");
  expect(await isIn(colleague)).toBe(true);
  expect(await mailsTo(colleague.email)).toEqual([]);
  expect(await eventsIn(by.organizationId)).toEqual([]);
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: Date.now() })
    .where(eq(control.organizations.id, elsewhere.organizationId));
  expect((await signOut(by, colleague)).status).toBe(302);
});

test("the session of one of the platform's admins is not an organization's to end", async () => {
  const { by } = await house();
  const admin = await memberOf({ role: "member", organizationId: by.organizationId, isPlatformAdmin: true });
  expect((await signOut(by, admin)).status).toBe(422);
  expect(await isIn(admin)).toBe(true);
});

test("another organization's member, and nobody at all, are told apart by nothing; oneself is on another page", async () => {
  const { by } = await house();
  const stranger = await memberOf();
  const foreign = await signOut(by, stranger);
  const nobody = await signOut(by, { userId: newId() });
  expect([foreign.status, await said(foreign)]).toEqual([nobody.status, await said(nobody)]);
  expect(foreign.status).toBe(404);
  expect(await isIn(stranger)).toBe(true);
  expect((await signOut(by, by)).status).toBe(422);
  expect(await isIn(by)).toBe(true);
});

test("five times a day, then the member is left alone", async () => {
  const { by, colleague } = await house();
  for (let n = 0; n < 5; n++) expect((await signOut(by, colleague)).status).toBe(302);
  const back = await anotherBrowser(colleague.userId);
  const sixth = await signOut(by, colleague);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await isIn(back)).toBe(true);
});
