/** Several organizations of one person: going over from one to another, two tabs of two, and a new one. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";

/** A second organization for a person, joined later than the first. */
async function joined(person: Person, name: string, role = "member"): Promise<string> {
  const id = newId();
  const now = Date.now() + 1000;
  await controlPlane().batch([
    controlPlane().insert(control.organizations).values({ id, name, created_at: now, updated_at: now }),
    controlPlane()
      .insert(control.organizationMembers)
      .values({ organization_id: id, user_id: person.userId, role, created_at: now }),
  ]);
  return id;
}

const profileOf = async ({ userId }: Person) =>
  (await controlPlane().select().from(control.profiles).where(eq(control.profiles.id, userId)).get())
    ?.organization_id;

const audited = (actor: Person, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(and(eq(control.auditEvents.actor_id, actor.userId), eq(control.auditEvents.action, action)));

const shownOn = async (person: Person) => {
  const html = await (await person.get("/organizations")).text();
  return /name="organization_id" value="([^"]+)"/.exec(html)?.[1];
};

test("switching updates the profile and the stored id, and begins where the role begins", async () => {
  const person = await memberOf();
  const second = await joined(person, "Northside Dental", "billing");
  const answer = await person.post("/organizations/switch", { to: second });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/subscription");
  expect(person.cookieValue("active_organization_id")).toBe(second);
  expect(await profileOf(person)).toBe(second);
  expect(await shownOn(person)).toBe(second);
  expect(await audited(person, "organization.switched")).toHaveLength(1);
});

test("R26: the active organization is the stored id, then the profile's, then the first membership", async () => {
  const person = await memberOf();
  const second = await joined(person, "Second");
  const third = await joined(person, "Third");
  const setProfile = (organization_id: string | null) =>
    controlPlane()
      .update(control.profiles)
      .set({ organization_id })
      .where(eq(control.profiles.id, person.userId));
  const session = person.cookie;
  const shownWith = async (stored: string | null) => {
    const cookie = stored === null ? session : `${session}; __Host-active_organization_id=${stored}`;
    const html = await (await anonymous().get("/organizations", { cookie })).text();
    return /name="organization_id" value="([^"]+)"/.exec(html)?.[1];
  };
  await setProfile(second);
  expect(await shownWith(third)).toBe(third);
  expect(await shownWith(null)).toBe(second);
  expect(await shownWith(newId())).toBe(second);
  await setProfile(null);
  expect(await shownWith(null)).toBe(person.organizationId);
});

test("two tabs: a data request of a page that was drawn for another organization is answered with neither's", async () => {
  const person = await memberOf();
  const second = await joined(person, "Northside Dental");
  const stranger = await memberOf();
  await person.post("/organizations/switch", { to: second });
  for (const path of ["/agents.data", "/agents.data?_routes=agents%2Fagents.route", "/search.data?q=a"]) {
    const asked = (drawnFor: string) => person.get(path, { "x-organization": drawnFor });
    expect((await asked(second)).status, path).toBe(200);
    const answer = await asked(person.organizationId);
    expect(answer.status, path).toBe(409);
    const text = await answer.text();
    expect(text).toMatch(/This page belongs to .*, but you.+re in Northside Dental now/);
    expect(text).toContain(person.organizationId);
    for (const foreign of [stranger.organizationId, newId(), ""]) {
      const refused = await asked(foreign);
      expect(refused.status, `${path} ${foreign}`).toBe(409);
      expect(await refused.text()).toContain("one of yours.");
    }
  }
  // A document is drawn for whichever is looked at.
  expect((await person.get("/agents")).status).toBe(200);
});

test("B21: another's organization answers as one that does not exist, changes nothing, and is audited", async () => {
  const person = await memberOf();
  const stranger = await memberOf();
  const shown = async (to: string) => {
    const answer = await person.post("/organizations/switch", { to });
    return {
      status: answer.status,
      text: (await pageText(await answer.text())).replace(/Request ID \S+/, ""),
    };
  };
  const foreign = await shown(stranger.organizationId);
  expect(foreign.status).toBe(404);
  expect(foreign).toEqual(await shown(newId()));
  expect(await profileOf(person)).toBe(person.organizationId);
  const events = await audited(person, "organization.foreign_asked_for");
  expect(events.map(({ target }) => target)).toContain(stranger.organizationId);
});

test("a form of switching that says nothing, or a file, is answered by a page with a way on", async () => {
  const person = await memberOf();
  const file = new FormData();
  file.set("to", new Blob(["x"]), "to.txt");
  for (const form of [{}, { to: "" }, { to: "x".repeat(5000) }, file]) {
    const answer = await person.post("/organizations/switch", form);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain("<h1");
    expect(await pageText(html)).toContain("Go Home");
  }
  expect(await profileOf(person)).toBe(person.organizationId);
});

test("an intent that /organizations does not know founds nothing: 400", async () => {
  const person = await memberOf();
  for (const intent of ["found", "", "Leave"]) {
    const answer = await person.post("/organizations", { intent, name: "Northside Dental" });
    expect(answer.status, intent).toBe(400);
  }
  const own = await controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.created_by, person.userId));
  expect(own.map(({ id }) => id)).toEqual([person.organizationId]);
});

test("B21: a stored id of another's organization shows the own one, and is audited", async () => {
  const person = await memberOf();
  const stranger = await memberOf();
  const cookie = `${person.cookie}; __Host-active_organization_id=${stranger.organizationId}`;
  const html = await (await anonymous().get("/organizations", { cookie })).text();
  expect(html).toContain(person.organizationId);
  expect(html).not.toContain(stranger.organizationId);
  await expect
    .poll(() => audited(person, "organization.foreign_asked_for"))
    .toEqual([expect.objectContaining({ target: stranger.organizationId })]);
});

test("a tab that shows another organization can change neither, and offers Reload and Switch back", async () => {
  const person = await memberOf({ organization: { name: "Bright Smile" } });
  const second = await joined(person, "Northside Dental", "owner");
  await person.post("/organizations/switch", { to: second });
  const answer = await person.post("/agents/new", {
    organization_id: person.organizationId,
    kind: "booking",
  });
  expect(answer.status).toBe(409);
  const html = await answer.text();
  expect(await pageText(html)).toContain(
    "This page belongs to Bright Smile, but you're in Northside Dental now. Nothing was changed.",
  );
  expect(html).toContain(">Reload<");
  expect(html).toContain(`value="${person.organizationId}"`);
  expect(html).toContain('action="/organizations/switch"');
  const back = await person.post("/organizations/switch", {
    to: person.organizationId,
    returnPath: "/agents/new",
  });
  expect(back.headers.get("location")).toBe("/agents/new");
  expect(await shownOn(person)).toBe(person.organizationId);
});

test("going over leads to own pages only", async () => {
  const person = await memberOf();
  for (const returnPath of ["//evil.test", "/\\evil.test", "https://evil.test/", "javascript:alert(1)"]) {
    const answer = await person.post("/organizations/switch", { to: person.organizationId, returnPath });
    expect(answer.headers.get("location"), returnPath).toBe("/dashboard");
  }
});

test("a new organization is its founder's, looked at at once, and leaves the first as it was", async () => {
  const person = await memberOf({ organization: { time_zone: "Europe/Vienna", locale: "de-AT" } });
  const answer = await person.post("/organizations", { name: "  Northside Dental " });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/dashboard");
  const id = person.cookieValue("active_organization_id") ?? "";
  expect(id).not.toBe(person.organizationId);
  expect(await profileOf(person)).toBe(id);
  const made = await controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, id))
    .get();
  expect(made).toMatchObject({
    name: "Northside Dental",
    time_zone: "Europe/Vienna",
    locale: "de-AT",
    subscription_tier: "starter",
    subscription_status: "pending",
  });
  expect(
    await controlPlane()
      .select({ user_id: control.organizationMembers.user_id, role: control.organizationMembers.role })
      .from(control.organizationMembers)
      .where(eq(control.organizationMembers.organization_id, id)),
  ).toEqual([{ user_id: person.userId, role: "owner" }]);
});

test.each([
  ["", "Enter a name"],
  ["x".repeat(81), "At most 80 characters"],
  ["a\u202eb", "Remove the invisible characters"],
])("an organization named %j is not made", async (name, words) => {
  const person = await memberOf();
  const answer = await person.post("/organizations", { name });
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
});

test("nobody founds more than five a day", async () => {
  const person = await memberOf();
  for (let made = 0; made < 5; made++) {
    const active = person.cookieValue("active_organization_id") ?? person.organizationId;
    const answer = await person.post("/organizations", { name: `No ${made}`, organization_id: active });
    expect(answer.status).toBe(302);
  }
  const active = person.cookieValue("active_organization_id") ?? "";
  const sixth = await person.post("/organizations", { name: "No 6", organization_id: active });
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
});
