/** An agency's invitations to its clients: accepted by the people they are for, and no way round a client's switch for support. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { accept, invitationOf, joinAsNewcomer, linkTo, roleIn, userWith } from "../organizations/inviting.ts";
import { codeTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf, press } from "./arrange.ts";

/** Creates a client in the front office; its id. */
async function created(owner: Person, email: string): Promise<string> {
  const form = { name: "Lakeside", owner: email, tier: "starter", status: "pending", template: "" };
  const location = (await owner.post("/clients/new", form)).headers.get("location") ?? "";
  return /^\/clients\/([\w-]+)\?done=created$/.exec(location)?.[1] ?? "";
}

/** Invites a person who has an account to a client, and opens the link in their browser. */
async function invitedPerson(by: Person, client: Pick<Person, "organizationId">, role = "member") {
  const person = await memberOf();
  const answer = await press(by, client, "invite", { email: person.email, role });
  expect(answer.status).toBe(302);
  return { person, link: await linkTo(person.email) };
}

const joins = async ({ person, link }: Awaited<ReturnType<typeof invitedPerson>>, id: string) => {
  await accept(person, link);
  return roleIn(id, person.userId);
};

const support = (client: Person, on: boolean) =>
  client.post("/settings", { intent: "support", ...(on && { allows_support: "on" }) });

const unproven = (person: Person) =>
  controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 3_600_000 })
    .where(eq(control.sessions.user_id, person.userId));

test.each(["main", "its own"])(
  "the owner of a new client accepts the invitation on the agency's %s host",
  async (where) => {
    const owner = await agencyOwner();
    const host = where === "main" ? null : await branded(owner, { company_name: "Northwind" });
    const at = (path: string) => (host === null ? path : `https://${host}${path}`);
    const email = newAddress();
    const id = await created(owner, email);
    const link = at(await linkTo(email));
    const browser = anonymous();
    expect(await pageText(await (await browser.get(link)).text())).toContain("Lakeside");
    const joined = await joinAsNewcomer(browser, link);
    expect(joined.status).toBe(302);
    const code = await codeTo(email, 2);
    const verified = await browser.post(at(joined.headers.get("location") ?? ""), { intent: "verify", code });
    expect(verified.status).toBe(302);
    await browser.get(at(verified.headers.get("location") ?? ""));
    expect(await roleIn(id, (await userWith(email))?.id ?? "")).toBe("owner");
    expect((await browser.get(at("/dashboard"))).status).toBe(200);
  },
);

test("a person who has an account joins a client with the role that its agency gave, and the owners read of it", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const invited = await invitedPerson(owner, client, "admin");
  const { from, subject, text } = await mailTo(client.email);
  expect(from).toContain("AI Voice Agents");
  expect(subject).toContain("Northwind Voice invited someone to Harborview Plumbing");
  expect(text).toContain(`invited ${invited.person.email} to join Harborview Plumbing as an admin.`);
  expect(text).toContain("/users");
  expect(await joins(invited, client.organizationId)).toBe("admin");
  for (const id of [owner.organizationId, client.organizationId])
    expect(
      await audited(id, id === owner.organizationId ? "client.invited" : "invitation.sent"),
    ).toHaveLength(1);
});

test("R3: where a client has an owner, its agency invites with a recent proof of identity only, whatever the role", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  await unproven(owner);
  for (const role of ["owner", "admin", "member", "viewer", "billing"]) {
    const email = newAddress();
    const answer = await press(owner, client, "invite", { email, role });
    expect(answer.status, role).toBe(403);
    await expect(invitationOf(email)).rejects.toThrow();
  }
  expect(await audited(client.organizationId, "invitation.sent")).toEqual([]);
});

test("while a client lets no support in, its agency invites no one, and what it sent before opens nothing", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const before = await invitedPerson(owner, client, "admin");
  await support(client, false);
  const answer = await press(owner, client, "invite", { email: newAddress(), role: "viewer" });
  expect(answer.status).toBe(409);
  expect(await pageText(await answer.text())).toContain("This client hasn't allowed support access.");
  expect(await joins(before, client.organizationId)).toBeNull();
  await support(client, true);
  expect(await joins(before, client.organizationId)).toBe("admin");
});

test("a client without an owner gets its first one, whether or not it lets support in", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { allows_support: false });
  const members = control.organizationMembers;
  await controlPlane().delete(members).where(eq(members.organization_id, client.organizationId));
  expect(await joins(await invitedPerson(owner, client, "owner"), client.organizationId)).toBe("owner");
});

const members = control.organizationMembers;

test.each<[string, (agency: Person, client: Person) => Promise<unknown>]>([
  [
    "who is no admin there any more",
    (agency) =>
      controlPlane()
        .update(members)
        .set({ role: "member" })
        .where(and(eq(members.organization_id, agency.organizationId), eq(members.user_id, agency.userId))),
  ],
  ["that has moved the client out", (agency, client) => press(agency, client, "move")],
  [
    "that is deleted",
    ({ organizationId }) =>
      controlPlane()
        .update(control.organizations)
        .set({ archived_at: Date.now(), purge_at: Date.now() + 86_400_000 })
        .where(eq(control.organizations.id, organizationId)),
  ],
])("R21: an invitation of an agency's person %s opens nothing", async (_, change) => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const invited = await invitedPerson(owner, client);
  await change(owner, client);
  expect(await joins(invited, client.organizationId)).toBeNull();
});

test("R21: another agency's person vouches for no one", async () => {
  const [owner, other] = [await agencyOwner(), await agencyOwner()];
  const client = await clientOf(owner);
  const invited = await invitedPerson(owner, client);
  await controlPlane()
    .update(control.userInvitations)
    .set({ created_by: other.userId })
    .where(eq(control.userInvitations.email, invited.person.email));
  expect(await joins(invited, client.organizationId)).toBeNull();
});
