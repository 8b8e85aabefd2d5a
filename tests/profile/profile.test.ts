/** A person's own page: their name, everywhere it is shown, and the emails that they chose. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";

const nameOf = async ({ userId }: Person) =>
  (await controlPlane().select().from(control.users).where(eq(control.users.id, userId)).get())?.name;
const textOf = async (person: Person, path: string) => pageText(await (await person.get(path)).text());
const save = (person: Person, name: string, more: Record<string, string> = {}) =>
  person.post("/profile", { intent: "name", name, ...more });

test("a name that is saved is shown in the frame, the greeting, the list of users and the history", async () => {
  const owner = await memberOf();
  const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect(await textOf(owner, "/dashboard")).toMatch(/Good (morning|afternoon|evening) /);
  const saved = await save(owner, "  Mara Lind ");
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/profile?done=name"]);
  expect(await textOf(owner, "/profile?done=name")).toContain("Name saved.");
  const { values } = await pageForm(await (await owner.get("/profile")).text(), "own-name");
  expect(values.get("name")).toBe("Mara Lind");
  const dashboard = await textOf(owner, "/dashboard");
  expect(dashboard).toMatch(/Good (morning|afternoon|evening), Mara /);
  expect(dashboard).toContain("Mara Lind");
  expect(await textOf(colleague, "/users")).toContain(`Mara Lind ${owner.email}`);
  expect(await textOf(owner, "/security")).toContain("Name changed");
  const exported = await (await owner.post("/security/export")).text();
  expect(exported).toContain('"name": "Mara Lind"');
});

test("a name can be removed again: the address takes its place", async () => {
  const owner = await memberOf();
  await save(owner, "Mara Lind");
  await save(owner, " ");
  expect(await nameOf(owner)).toBeNull();
  expect(await textOf(owner, "/users")).toContain(`${owner.email} (you)`);
});

test.each([
  ["x".repeat(81), "At most 80 characters"],
  ["Mara\u202eLind", "Remove the invisible characters"],
  ["Mara\nLind", "Remove the invisible characters"],
])("%j is no name: the page keeps it and says why", async (name, words) => {
  const owner = await memberOf();
  const answer = await save(owner, name);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await nameOf(owner)).toBeNull();
});

test("R42: a name is text wherever it is shown", async () => {
  const owner = await memberOf();
  await save(owner, "<b>Eve</b>");
  for (const path of ["/profile", "/dashboard", "/users"])
    expect(await (await owner.get(path)).text(), path).not.toContain("<b>Eve</b>");
});

test("the first steps of the dashboard ask for the name, and go on with it", async () => {
  const owner = await memberOf();
  expect(await textOf(owner, "/dashboard")).toContain("What should we call you?");
  const answer = await save(owner, "Mara", { from: "dashboard" });
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect(await textOf(owner, "/dashboard")).not.toContain("What should we call you?");
});

test("a skipped question stays skipped, and changes nothing", async () => {
  const owner = await memberOf();
  const answer = await owner.post("/profile", { intent: "name-later", name: "Ignored" });
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect(await textOf(owner, "/dashboard")).not.toContain("What should we call you?");
  expect(await nameOf(owner)).toBeNull();
});

test("an invitation names the person who sent it", async () => {
  const owner = await memberOf();
  await save(owner, "Mara Lind");
  const email = newAddress();
  await owner.post("/users", { intent: "invite", emails: email, role: "member" });
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Mara Lind invited you to join Bright Smile");
  expect(mail.text).toContain("Mara Lind invited you to join Bright Smile");
});

test("someone with two organizations chooses the emails of each, whichever is active", async () => {
  const person = await memberOf();
  const other = await memberOf({ organization: { name: "Second Place" } });
  await controlPlane().insert(control.organizationMembers).values({
    organization_id: other.organizationId,
    user_id: person.userId,
    role: "member",
    created_at: Date.now(),
  });
  const page = `/profile?organization=${other.organizationId}`;
  expect(await textOf(person, page)).toContain("Email notifications from Second Place");
  const { values } = await pageForm(await (await person.get(page)).text(), "own-notices");
  expect(values.get("organization")).toBe(other.organizationId);
  values.set("intent", "notices");
  values.set("missed", "on");
  const answer = await person.post("/profile", values);
  expect(answer.headers.get("location")).toBe(`/profile?done=notices&organization=${other.organizationId}`);
  expect(await other.store.notices.wantedBy(person.userId)).toEqual(["missed"]);
  expect(await person.store.notices.wantedBy(person.userId)).toEqual([]);
});

test("R26: nobody chooses emails from an organization that isn't theirs", async () => {
  const person = await memberOf();
  const stranger = await memberOf({ organization: { name: "Elsewhere" } });
  const answer = await person.post("/profile", {
    intent: "notices",
    organization: stranger.organizationId,
    missed: "on",
  });
  expect(answer.status).toBe(403);
  expect(await stranger.store.notices.wantedBy(person.userId)).toEqual([]);
  expect(await textOf(person, `/profile?organization=${stranger.organizationId}`)).not.toContain("Elsewhere");
});

test("the page is the signed-in person's alone, and the old place leads to it", async () => {
  expect((await anonymous().get("/profile")).headers.get("location")).toMatch(/^\/auth/);
  const owner = await memberOf();
  expect(await (await owner.get("/organizations")).text()).toContain('href="/profile#notifications"');
});
