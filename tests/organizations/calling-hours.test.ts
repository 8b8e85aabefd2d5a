/** The calling hours of /settings: what new agents begin with. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { agentKinds } from "#app/agents/agent-terms.schema.ts";
import { weekdays } from "#app/hours/week.schema.ts";
import * as control from "#drizzle/control/schema.ts";
import { openEditor } from "../agents/editor-client.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

const form = async (html: string) => (await pageForm(html, "settings-hours")).values;
const shown = async (person: Person) => form(await (await person.get("/settings")).text());

/** Sends the week as the page offers it, with some of it typed anew; null unticks. */
async function save(person: Person, typed: Record<string, string | null>) {
  const values = await shown(person);
  for (const [name, value] of Object.entries(typed))
    if (value === null) values.delete(name);
    else values.set(name, value);
  values.set("intent", "hours");
  return person.post("/settings", values);
}

const everyDayClosed = Object.fromEntries(weekdays.map((day) => [`${day}.open`, null]));

const keptOf = async ({ organizationId }: Person) =>
  (
    await controlPlane()
      .select()
      .from(control.organizationSettings)
      .where(eq(control.organizationSettings.organization_id, organizationId))
      .get()
  )?.calling_hours ?? null;

async function newAgent(person: Person, kind: string) {
  const { headers } = await person.post("/agents/new", { kind });
  const id = (headers.get("location") ?? "").replace("/agents/", "");
  const agent = await person.store.agents.find(id);
  if (!agent) throw new Error(`no agent at ${headers.get("location")}`);
  return agent;
}

test("a tick opens a day, and its hours are shown again", async () => {
  const owner = await memberOf();
  const before = await shown(owner);
  expect([before.get("mon.open"), before.get("mon.from"), before.get("mon.to")]).toEqual([
    null,
    "09:00",
    "17:00",
  ]);
  expect((await save(owner, { "mon.open": "on" })).headers.get("location")).toBe("/settings?done=hours");
  const after = await shown(owner);
  expect([after.get("mon.open"), after.get("tue.open")]).toEqual(["on", null]);
  await save(owner, { "mon.from": "07:30", "sat.open": "on", "sat.to": "00:00" });
  expect(await keptOf(owner)).toEqual({
    mon: [{ opens: "07:30", closes: "17:00" }],
    tue: [],
    wed: [],
    thu: [],
    fri: [],
    sat: [{ opens: "09:00", closes: "24:00" }],
    sun: [],
  });
  expect((await shown(owner)).get("sat.to")).toBe("00:00");
});

test.each([
  [{ "mon.from": "17:00", "mon.to": "09:00" }, "Closing time must be after opening time"],
  [{ "mon.from": "09:00", "mon.to": "09:00" }, "Closing time must be after opening time"],
  [{ "mon.from": "9", "mon.to": "17:00" }, "Use a time like 09:30"],
  [{ "mon.from": "24:00", "mon.to": "00:00" }, "Use a time like 09:30"],
  [{ "mon.from": "09:00", "mon.to": "" }, "Enter opening and closing times"],
])("an open day with %j is refused at its field, and nothing is saved", async (typed, words) => {
  const owner = await memberOf();
  await save(owner, { "tue.open": "on" });
  const before = await keptOf(owner);
  const answer = await save(owner, { "mon.open": "on", ...typed });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(await pageText(html)).toContain(words);
  const again = await form(html);
  expect(again.get("mon.open")).toBe("on");
  expect(again.get("mon.from")).toBe(typed["mon.from"]);
  expect(await keptOf(owner)).toEqual(before);
});

test("what stands in the times of a closed day counts for nothing", async () => {
  const owner = await memberOf();
  const typed = { "mon.open": "on", "sun.from": "18:00", "sun.to": "" };
  expect((await save(owner, typed)).status).toBe(302);
  expect((await keptOf(owner))?.sun).toEqual([]);
});

test.each(agentKinds)("a new %s agent begins with the calling hours", async (kind) => {
  const owner = await memberOf();
  await save(owner, { "wed.open": "on", "wed.from": "10:00", "wed.to": "00:00" });
  const closed = { mon: [], tue: [], thu: [], fri: [], sat: [], sun: [] };
  const { id, spec } = await newAgent(owner, kind);
  expect(spec.hours.weekly).toEqual({ ...closed, wed: [{ from: "10:00", to: "24:00" }] });
  const editor = await openEditor(owner, id);
  expect(editor.values.get("hours.wed[0].from")).toBe("10:00");
});

test.each(agentKinds)("with every day closed, a new %s agent keeps its own hours", async (kind) => {
  const owner = await memberOf();
  await save(owner, { "wed.open": "on" });
  await save(owner, everyDayClosed);
  expect(await keptOf(owner)).toBeNull();
  expect((await newAgent(owner, kind)).spec.hours).toEqual(specFor(kind).hours);
});

test("agents that are there already keep the hours they have", async () => {
  const owner = await memberOf();
  const { id, spec } = await newAgent(owner, "receptionist");
  await save(owner, { "sun.open": "on" });
  expect((await owner.store.agents.find(id))?.spec.hours).toEqual(spec.hours);
});

test("the calling hours of one organization reach no agent of another", async () => {
  const [owner, stranger] = [await memberOf(), await memberOf()];
  await save(owner, { "sun.open": "on" });
  expect((await newAgent(stranger, "receptionist")).spec.hours.weekly.sun).toEqual([]);
});

test("the calling hours and the profile leave each other as they are", async () => {
  const owner = await memberOf();
  await save(owner, { "mon.open": "on" });
  await owner.post("/settings", { intent: "profile", name: "Other", website: "https://other.test/" });
  expect((await keptOf(owner))?.mon).toHaveLength(1);
  await save(owner, { "mon.open": null, "tue.open": "on" });
  const html = await (await owner.get("/settings")).text();
  expect((await pageForm(html, "settings-profile")).values.get("website")).toBe("https://other.test/");
});

test("a change of the calling hours is audited with the hours", async () => {
  const owner = await memberOf();
  await save(owner, { "mon.open": "on", "sat.open": "on", "sat.to": "12:00" });
  await save(owner, everyDayClosed);
  const events = await controlPlane()
    .select({ changes: control.auditEvents.changes })
    .from(control.auditEvents)
    .where(
      and(
        eq(control.auditEvents.organization_id, owner.organizationId),
        eq(control.auditEvents.action, "organization.calling_hours_changed"),
      ),
    )
    .orderBy(control.auditEvents.id);
  expect(events.map(({ changes }) => changes)).toEqual([
    { hours: "mon 09:00-17:00, sat 09:00-12:00" },
    { hours: null },
  ]);
});

test("B22: a member sets no calling hours", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  const posted = { intent: "hours", "mon.open": "on", "mon.from": "09:00", "mon.to": "17:00" };
  expect((await member.post("/settings", posted)).status).toBe(403);
  expect(await keptOf(owner)).toBeNull();
});
