/** Who may make whom what: roles, leaving, removing, handing over; an organization always keeps an owner. */
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { at } from "../support/clock.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

const roleOf = async (organizationId: string, { userId }: Person) =>
  (
    await controlPlane()
      .select({ role: control.organizationMembers.role })
      .from(control.organizationMembers)
      .where(
        and(
          eq(control.organizationMembers.organization_id, organizationId),
          eq(control.organizationMembers.user_id, userId),
        ),
      )
      .get()
  )?.role ?? null;

const ownersOf = async (organizationId: string) =>
  (
    await controlPlane()
      .select()
      .from(control.organizationMembers)
      .where(
        and(
          eq(control.organizationMembers.organization_id, organizationId),
          eq(control.organizationMembers.role, "owner"),
        ),
      )
  ).length;

const events = async (organizationId: string) =>
  (
    await controlPlane()
      .select({ action: control.auditEvents.action, target: control.auditEvents.target })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.organization_id, organizationId))
  ).map(({ action, target }) => `${action} ${target}`);

const give = (by: Person, to: Person, role: string) =>
  by.post("/users", { intent: "role", member: to.userId, role });
const remove = (by: Person, whom: Person) => by.post("/users", { intent: "remove", member: whom.userId });

test("the members stand on /users with role, last seen and whether they have a second factor", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const viewer = await memberOf({ role: "viewer", organizationId });
  await withAuthenticator(viewer.userId);
  const html = await (await owner.get("/users")).text();
  const page = await pageText(html);
  expect(page).toContain(`${owner.email} (you) Active now · Two-factor authentication off`);
  expect(page).toContain(`${viewer.email} Last seen just now · Two-factor authentication on`);
  const shownRole = (email: string) =>
    new RegExp(`Role of ${email}.*?<option value="([a-z]+)" selected`, "s").exec(html)?.[1];
  expect([shownRole(owner.email), shownRole(viewer.email)]).toEqual(["owner", "viewer"]);
});

test("last seen is when a member was in this organization, not in another, and is noted at most once an hour", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const guest = await memberOf();
  await controlPlane()
    .insert(control.organizationMembers)
    .values({ organization_id: organizationId, user_id: guest.userId, role: "viewer", created_at: 1 });
  const { user_id, organization_id } = control.organizationMembers;
  const membership = and(eq(user_id, guest.userId), eq(organization_id, organizationId));
  const seenAt = async () =>
    (await controlPlane().select().from(control.organizationMembers).where(membership).get())?.last_seen_at;
  const shown = async () => pageText(await (await owner.get("/users")).text());
  expect((await guest.get("/agents")).status).toBe(200);
  expect(await shown()).toContain(`${guest.email} Hasn't visited yet · `);
  await guest.post("/organizations/switch", { to: organizationId });
  expect((await guest.get("/agents")).status).toBe(200);
  await vi.waitFor(async () => expect(await seenAt()).not.toBeNull());
  expect(await shown()).toContain(`${guest.email} Last seen just now · `);
  const began = (await seenAt()) ?? 0;
  await at(began + 3_599_999, () => guest.get("/agents"));
  await at(began + 3_600_000, () => guest.get("/agents"));
  await vi.waitFor(async () => expect(await seenAt()).toBe(began + 3_600_000));
});

test("/users costs the session's statement and one more", async () => {
  const owner = await memberOf();
  await owner.get("/users");
  expect((await owner.get("/users")).headers.get("server-timing")).toMatch(/d1;desc="2"/);
});

test.each([
  ["owner", "viewer", "owner", true],
  ["owner", "owner", "member", true],
  ["owner", "admin", "billing", true],
  ["admin", "viewer", "member", true],
  ["admin", "member", "admin", true],
  ["admin", "member", "owner", false],
  ["admin", "owner", "viewer", false],
  ["member", "viewer", "member", false],
  ["viewer", "viewer", "admin", false],
  ["billing", "viewer", "billing", false],
] as const)("R21: of a %s's doing a %s becomes %s: %s", async (by, from, to, isAllowed) => {
  const founder = await memberOf();
  const { organizationId } = founder;
  const actor = await memberOf({ role: by, organizationId });
  const target = await memberOf({ role: from, organizationId });
  const answer = await give(actor, target, to);
  expect(answer.status).toBe(isAllowed ? 302 : 403);
  expect(await roleOf(organizationId, target)).toBe(isAllowed ? to : from);
  if (isAllowed) expect(await events(organizationId)).toContain(`member.role_changed ${target.userId}`);
});

test("R3: who is an owner is changed only by an owner who proved not long ago that it is them", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const other = await memberOf({ role: "owner", organizationId });
  const member = await memberOf({ role: "member", organizationId });
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  for (const answer of [
    await give(owner, member, "owner"),
    await give(owner, other, "viewer"),
    await remove(owner, other),
    await owner.post("/users", { intent: "invite", emails: "o@elsewhere.test", role: "owner" }),
  ]) {
    expect(answer.status).toBe(403);
    const page = await pageText(await answer.text());
    expect(page).toContain("confirm it's you below");
    expect(page).toContain("Confirm it's you");
  }
  expect(await ownersOf(organizationId)).toBe(2);
  expect((await give(owner, member, "viewer")).status).toBe(302);
});

test("an admin who reaches for the only owner is refused, whatever else would forbid it", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const admin = await memberOf({ role: "admin", organizationId });
  expect((await give(admin, owner, "viewer")).status).toBe(403);
  expect((await remove(admin, owner)).status).toBe(403);
});

test.each(["superuser", "OWNER", "admin,owner", ""])(
  "B25: the role %j is none, and is given to nobody",
  async (role) => {
    const owner = await memberOf();
    const { organizationId } = owner;
    const member = await memberOf({ role: "member", organizationId });
    expect((await give(owner, member, role)).status).toBe(422);
    expect(await roleOf(organizationId, member)).toBe("member");
  },
);

test("B19: a member of another organization cannot be changed or removed, and answers as nobody does", async () => {
  const owner = await memberOf();
  const stranger = await memberOf();
  const foreign = await give(owner, stranger, "viewer");
  expect(foreign.status).toBe(404);
  const nobody = await owner.post("/users", { intent: "role", member: newId(), role: "viewer" });
  expect(nobody.status).toBe(404);
  expect((await remove(owner, stranger)).status).toBe(404);
  expect(await roleOf(stranger.organizationId, stranger)).toBe("owner");
});

test("B23: the last owner can neither be demoted nor removed nor leave", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  for (const answer of [
    await give(owner, owner, "admin"),
    await remove(owner, owner),
    await owner.post("/organizations", { intent: "leave" }),
  ]) {
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain(
      "An organization needs an owner. Make someone else an owner first.",
    );
  }
  expect(await ownersOf(organizationId)).toBe(1);
});

test("the only owner reads beforehand why they can neither leave nor be changed, and with another owner they may", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const read = async (path: string) => {
    const html = await (await owner.get(path)).text();
    const closed = /<fieldset disabled[^>]*>(.*?)<\/fieldset>/s.exec(html)?.[1] ?? "";
    return { words: await pageText(html), closed: await pageText(closed) };
  };
  const users = await read("/users");
  expect(users.words).toContain("The only owner. Make someone else an owner first.");
  expect(users.closed).toContain("Remove");
  const own = await read("/organizations");
  expect(own.words).toContain("You're its only owner. Make someone else an owner first, under Users");
  expect(own.closed).toContain("Leave");

  await memberOf({ role: "owner", organizationId });
  for (const path of ["/users", "/organizations"]) {
    const { words, closed } = await read(path);
    expect(words).not.toMatch(/only owner/);
    expect(closed).toBe("");
  }
});

test("B23, R34: two owners who demote each other in parallel leave one", async () => {
  const one = await memberOf();
  const { organizationId } = one;
  const other = await memberOf({ role: "owner", organizationId });
  const answers = await Promise.all([give(one, other, "admin"), give(other, one, "admin")]);
  expect(answers.map(({ status }) => status).filter((status) => status === 302)).toHaveLength(1);
  expect(await ownersOf(organizationId)).toBe(1);
});

test("B23, R34: two owners who leave in parallel leave one behind", async () => {
  const one = await memberOf();
  const { organizationId } = one;
  const other = await memberOf({ role: "owner", organizationId });
  await Promise.all([
    one.post("/organizations", { intent: "leave" }),
    other.post("/organizations", { intent: "leave" }),
  ]);
  expect(await ownersOf(organizationId)).toBe(1);
});

test("whoever was removed while their page was open is told so by what they do next, and changes nothing", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const member = await memberOf({ role: "member", organizationId });
  await member.get("/agents");
  expect((await remove(owner, member)).status).toBe(302);
  const answer = await member.post("/agents/new", { kind: "booking" });
  expect(answer.status).toBe(403);
  expect(await pageText(await answer.text())).toContain("You don't belong to any organization.");
  expect(await events(organizationId)).toContain(`member.removed ${member.userId}`);
});

test("whoever leaves goes on in another of their organizations", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const member = await memberOf({ role: "viewer", organizationId });
  const answer = await member.post("/organizations", { intent: "leave" });
  expect(answer.status).toBe(302);
  expect(await roleOf(organizationId, member)).toBeNull();
  expect(await events(organizationId)).toContain(`member.left ${member.userId}`);
});

test("handing over makes one the owner and the other an admin", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const member = await memberOf({ role: "member", organizationId });
  const answer = await owner.post("/users", { intent: "transfer", member: member.userId });
  expect(answer.status).toBe(302);
  expect(await roleOf(organizationId, owner)).toBe("admin");
  expect(await roleOf(organizationId, member)).toBe("owner");
  expect(await events(organizationId)).toContain(`organization.handed_over ${member.userId}`);
});

test("R3: handing over wants a proof that is not older than 15 minutes", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const member = await memberOf({ role: "member", organizationId });
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  await owner.post("/users", { intent: "transfer", member: member.userId });
  expect(await roleOf(organizationId, owner)).toBe("owner");
  expect(await pageText(await (await owner.get("/users")).text())).toContain("Confirm it's you");
});

test("nobody hands over to a stranger, to themselves, or what is not theirs", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const admin = await memberOf({ role: "admin", organizationId });
  const stranger = await memberOf();
  const hand = (by: Person, to: Person) => by.post("/users", { intent: "transfer", member: to.userId });
  expect((await hand(owner, stranger)).status).toBe(404);
  expect((await hand(owner, owner)).status).toBe(403);
  expect((await hand(admin, admin)).status).toBe(403);
  expect(await roleOf(organizationId, owner)).toBe("owner");
  expect(await roleOf(organizationId, admin)).toBe("admin");
});

test("a form of /users with a member or role that is none keeps the page and says so", async () => {
  const owner = await memberOf();
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const file = new FormData();
  file.set("intent", "role");
  file.set("member", new Blob([viewer.userId]), "member.txt");
  file.set("role", "admin");
  for (const form of [
    { intent: "role", member: viewer.userId, role: "emperor" },
    { intent: "role", member: viewer.userId },
    { intent: "role", member: "", role: "admin" },
    { intent: "remove", member: "x".repeat(65) },
    file,
  ]) {
    const answer = await owner.post("/users", form);
    expect(answer.status).toBe(422);
    const page = await pageText(await answer.text());
    expect(page).toContain("Choose a member and a role from the list. Nothing was changed.");
    expect(page).toContain(viewer.email);
  }
  const lost = await owner.post("/users", { intent: "revoke" });
  expect(lost.status).toBe(422);
  expect(await pageText(await lost.text())).toContain("That invitation is no longer pending.");
  expect((await owner.post("/users", { intent: "crown", member: viewer.userId })).status).toBe(400);
  expect(await roleOf(owner.organizationId, viewer)).toBe("viewer");
});
