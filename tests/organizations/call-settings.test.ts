/** The settings that calls go by: closed days bind every agent. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { localDate } from "#app/platform/zoned-time.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { call, clinic, newCallSid, newNumber, ring } from "../support/telephone.ts";

const day = 86_400_000;
const dayAhead = (days: number) => localDate(Date.now() + days * day, "America/New_York");
const today = () => dayAhead(0);
const tomorrow = () => dayAhead(1);

const save = (person: Person, section: string, typed: Record<string, string>) =>
  person.post("/settings", { intent: section, ...typed });

const audited = ({ organizationId }: Person, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.organization_id, organizationId), eq(control.auditEvents.action, action)),
    );

/** Closed days as the rows of their form: "2026-12-25 Christmas". */
const closing = (...days: string[]) =>
  Object.fromEntries(
    days.flatMap((day, row) => [
      [`days[${row}].date`, day.slice(0, 10).trim()],
      [`days[${row}].name`, day.slice(10).trim()],
    ]),
  );

/** The rows that the page shows. */
async function shownDays(html: string): Promise<string[]> {
  const { values } = await pageForm(html, "settings-closed");
  const rows = [...values.keys()].filter((name) => name.endsWith(".date"));
  return rows.map((name) => `${values.get(name)} ${values.get(name.replace(/date$/, "name"))}`.trim());
}

test("closed days are saved in their order, each once, and shown again in rows", async () => {
  const owner = await memberOf();
  const typed = closing("2027-01-01", "", "2026-12-25 Christmas Day", "2027-01-01 New Year");
  expect((await save(owner, "closed", typed)).status).toBe(302);
  expect(await shownDays(await (await owner.get("/settings")).text())).toEqual([
    "2026-12-25 Christmas Day",
    "2027-01-01 New Year",
  ]);
  expect(await audited(owner, "organization.closed_days_changed")).toHaveLength(1);
  await save(owner, "closed", {});
  expect(await owner.store.settings.closedDays()).toEqual([]);
});

test("a row is added and removed without scripts, and nothing is saved by it", async () => {
  const owner = await memberOf();
  await save(owner, "closed", closing("2026-12-25 Christmas"));
  const page = await (await owner.get("/settings")).text();
  const { values, buttons } = await pageForm(page, "settings-closed");
  const press = async (words: RegExp, from: URLSearchParams, offered: typeof buttons) => {
    const button = offered.find((one) => words.test(one.words));
    const posted = new URLSearchParams(from);
    posted.set(button?.name ?? "", button?.value ?? "");
    const answer = await owner.post("/settings", posted);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const longer = await press(/^Add a closed day/, values, buttons);
  expect(await shownDays(longer)).toEqual(["2026-12-25 Christmas", ""]);
  const two = await pageForm(longer, "settings-closed");
  two.values.set("days[1].date", "2027-01-01");
  const shorter = await press(/^Remove closed day 1/, two.values, two.buttons);
  expect(await shownDays(shorter)).toEqual(["2027-01-01"]);
  expect(await owner.store.settings.closedDays()).toEqual([{ date: "2026-12-25", name: "Christmas" }]);
});

const days = (howMany: number) =>
  Array.from({ length: howMany }, (_, n) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10));

test.each([
  ["a name without a date", closing("           Christmas"), "Choose a date"],
  ["no date", closing("25.12.2026"), "Use a date like 2026-12-25"],
  ["a day that does not exist", closing("2026-02-30"), "Use a date like 2026-12-25"],
  ["a name that is too long", closing(`2026-12-25 ${"x".repeat(61)}`), "At most 60 characters"],
  ["61 days", closing(...days(61)), "At most 60 days"],
  ["a row far away", closing(...days(61), ...Array<string>(900).fill("2026-12-25")), "At most 60 days"],
])("closed days with %s are refused with what was typed, and nothing is saved", async (_, typed, words) => {
  const owner = await memberOf();
  await save(owner, "closed", closing("2026-12-25"));
  const answer = await save(owner, "closed", typed);
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(await pageText(html)).toContain(words);
  const shown = (await pageForm(html, "settings-closed")).values;
  expect(shown.get("days[0].date")).toBe(typed["days[0].date"]);
  expect([...shown.keys()].filter((name) => name.endsWith(".date")).length).toBeLessThanOrEqual(61);
  expect(await owner.store.settings.closedDays()).toEqual([{ date: "2026-12-25", name: "" }]);
});

test("on a closed day nothing is booked, by whichever agent, and the next call knows it", async () => {
  const owner = await clinic();
  const wanted = async () => {
    const placed = await call(owner);
    await placed.relay.say("I would like to book an appointment");
    return placed.relay.say("tomorrow please");
  };
  await save(owner, "closed", closing(`${tomorrow()} Company outing`));
  expect(await wanted()).toMatch(/closed/i);
  await save(owner, "closed", {});
  expect(await wanted()).not.toMatch(/closed/i);
});

test("an agent that answers in its hours only turns callers away on a closed day", async () => {
  const owner = await clinic((spec) => ({ ...spec, answers_only_in_hours: true }));
  const heard = async () =>
    (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text();
  expect(await heard()).toContain("<ConversationRelay");
  await save(owner, "closed", closing(today()));
  expect(await heard()).toContain("We&apos;re closed at the moment.");
});

test("an agent with as many closed days of its own as it may have answers with the organization's too", async () => {
  const own = Array.from({ length: 60 }, (_, n) =>
    new Date(Date.now() + (n + 2) * day).toISOString().slice(0, 10),
  );
  const owner = await clinic((spec) => ({ ...spec, hours: { ...spec.hours, holidays: own } }));
  await save(owner, "closed", closing(tomorrow()));
  const placed = await call(owner);
  expect(placed.greeting).toContain("Bright Smile");
  await placed.relay.say("I would like to book an appointment");
  expect(await placed.relay.say("tomorrow please")).toMatch(/closed/i);
});

test("B22: a member sets neither closed days nor how long calls are kept", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await save(member, "closed", closing(today()))).status).toBe(403);
  expect((await save(member, "retention", { retention_days: "30" })).status).toBe(403);
  expect(await owner.store.settings.callSettings()).toMatchObject({ closed_days: [], retention_days: null });
});
