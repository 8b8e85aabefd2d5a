/** The calling hours of /settings: what new agents begin with. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { agentKinds } from "#app/agents/agent-terms.schema.ts";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
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

/** A day's time ranges as the form posts them. */
const open = (day: Weekday, ...times: [from: string, to: string][]) =>
  Object.fromEntries(
    (times.length > 0 ? times : [["09:00", "17:00"] as const]).flatMap(([from, to], place) => [
      [`${day}[${place}].from`, from],
      [`${day}[${place}].to`, to],
    ]),
  );
const closed = (day: Weekday) => ({ [`${day}[0].from`]: null, [`${day}[0].to`]: null });
const everyDayClosed = Object.assign({}, ...weekdays.map(closed));

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

test("a day that gets hours is open, and they are shown again", async () => {
  const owner = await memberOf();
  expect([...(await shown(owner)).keys()].filter((name) => name.includes("["))).toEqual([]);
  expect((await save(owner, open("mon"))).headers.get("location")).toBe("/settings?done=hours");
  const after = await shown(owner);
  expect([after.get("mon[0].from"), after.get("tue[0].from")]).toEqual(["09:00", null]);
  await save(owner, { "mon[0].from": "07:30", ...open("sat", ["09:00", "00:00"]) });
  expect(await keptOf(owner)).toEqual({
    mon: [{ opens: "07:30", closes: "17:00" }],
    tue: [],
    wed: [],
    thu: [],
    fri: [],
    sat: [{ opens: "09:00", closes: "24:00" }],
    sun: [],
  });
  expect((await shown(owner)).get("sat[0].to")).toBe("00:00");
});

test("a day with a lunch break has two ranges, in any order, and agents and the audit trail have both", async () => {
  const owner = await memberOf();
  const saved = await save(owner, { ...open("mon", ["13:00", "18:00"], ["08:00", "12:00"]), ...open("tue") });
  expect(saved.status).toBe(302);
  const both = [
    { opens: "08:00", closes: "12:00" },
    { opens: "13:00", closes: "18:00" },
  ];
  expect((await keptOf(owner))?.mon).toEqual(both);
  const again = await shown(owner);
  expect(["mon[0].from", "mon[0].to", "mon[1].from", "mon[1].to"].map((name) => again.get(name))).toEqual([
    "08:00",
    "12:00",
    "13:00",
    "18:00",
  ]);
  // Saved as it is shown, nothing changes.
  await save(owner, {});
  expect((await keptOf(owner))?.mon).toEqual(both);
  expect((await newAgent(owner, "receptionist")).spec.hours.weekly.mon).toEqual([
    { from: "08:00", to: "12:00" },
    { from: "13:00", to: "18:00" },
  ]);
  // Ranges that touch do not overlap; an empty row counts for nothing.
  await save(owner, open("mon", ["08:00", "12:00"], ["12:00", "13:00"], ["", ""]));
  expect((await keptOf(owner))?.mon).toHaveLength(2);
});

test.each<[string, Record<string, string>, string]>([
  ["backward", open("mon", ["17:00", "09:00"]), "Closing time must be after opening time"],
  ["empty", open("mon", ["09:00", "09:00"]), "Closing time must be after opening time"],
  ["short", open("mon", ["9", "17:00"]), "Use a time like 09:30"],
  ["beyond the day", open("mon", ["24:00", "00:00"]), "Use a time like 09:30"],
  ["half", open("mon", ["09:00", ""]), "Enter opening and closing times"],
  ["overlapping", open("mon", ["09:00", "12:30"], ["12:00", "17:00"]), "These hours overlap"],
  ["a range in a range", open("mon", ["12:00", "13:00"], ["09:00", "17:00"]), "These hours overlap"],
  [
    "a second one backward",
    open("mon", ["09:00", "12:00"], ["17:00", "13:00"]),
    "Closing time must be after",
  ],
  [
    "too many",
    open("mon", ...["08", "10", "12", "14", "16"].map((h): [string, string] => [`${h}:00`, `${h}:30`])),
    "At most 4 time ranges a day",
  ],
  ["a row far away", { "mon[999999999].from": "09:00" }, ""],
])("hours that are wrong (%s) are refused at their day, and nothing is saved", async (what, typed, words) => {
  const owner = await memberOf();
  await save(owner, open("tue"));
  const before = await keptOf(owner);
  const answer = await save(owner, typed);
  if (what !== "a row far away") {
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toContain(words);
    expect((await form(html)).get("mon[0].from")).toBe(typed["mon[0].from"]);
  }
  expect(await keptOf(owner)).toEqual(before);
});

test.each(agentKinds)("a new %s agent begins with the calling hours", async (kind) => {
  const owner = await memberOf();
  await save(owner, open("wed", ["10:00", "00:00"]));
  const others = { mon: [], tue: [], thu: [], fri: [], sat: [], sun: [] };
  const { id, spec } = await newAgent(owner, kind);
  expect(spec.hours.weekly).toEqual({ ...others, wed: [{ from: "10:00", to: "24:00" }] });
  const editor = await openEditor(owner, id);
  expect(editor.values.get("hours.wed[0].from")).toBe("10:00");
});

test.each(agentKinds)("with every day closed, a new %s agent keeps its own hours", async (kind) => {
  const owner = await memberOf();
  await save(owner, open("wed"));
  await save(owner, everyDayClosed);
  expect(await keptOf(owner)).toBeNull();
  expect((await newAgent(owner, kind)).spec.hours).toEqual(specFor(kind).hours);
});

test("agents that are there already keep the hours they have", async () => {
  const owner = await memberOf();
  const { id, spec } = await newAgent(owner, "receptionist");
  await save(owner, open("sun"));
  expect((await owner.store.agents.find(id))?.spec.hours).toEqual(spec.hours);
});

test("the calling hours of one organization reach no agent of another", async () => {
  const [owner, stranger] = [await memberOf(), await memberOf()];
  await save(owner, open("sun"));
  expect((await newAgent(stranger, "receptionist")).spec.hours.weekly.sun).toEqual([]);
});

test("the calling hours and the profile leave each other as they are", async () => {
  const owner = await memberOf();
  await save(owner, open("mon"));
  await owner.post("/settings", { intent: "profile", name: "Other", website: "https://other.test/" });
  expect((await keptOf(owner))?.mon).toHaveLength(1);
  await save(owner, { ...closed("mon"), ...open("tue") });
  const html = await (await owner.get("/settings")).text();
  expect((await pageForm(html, "settings-profile")).values.get("website")).toBe("https://other.test/");
});

test("a change of the calling hours is audited with the hours", async () => {
  const owner = await memberOf();
  await save(owner, { ...open("mon"), ...open("sat", ["09:00", "12:00"]) });
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
  const posted = { intent: "hours", ...open("mon") };
  expect((await member.post("/settings", posted)).status).toBe(403);
  expect(await keptOf(owner)).toBeNull();
});
