/** /settings: a section is saved by itself, or all that changed together; each has its effect, and says what is wrong at its field. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { agentOf } from "../agents/editor-client.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { unproven, withPassword } from "../security/arrange.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, goodPassword, memberOf, type Person } from "../support/people.ts";
import { call, clinic } from "../support/telephone.ts";

const rowOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();
const keptOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.organizationSettings)
    .where(eq(control.organizationSettings.organization_id, organizationId))
    .get();

/** Sends a section as the page offers it, with some fields typed anew. */
async function save(person: Person, section: string, typed: Record<string, string>) {
  const { values } = await pageForm(await (await person.get("/settings")).text(), `settings-${section}`);
  for (const [name, value] of Object.entries(typed)) values.set(name, value);
  values.set("intent", section);
  return person.post("/settings", values);
}

test("the profile is saved, and its name stands in the frame at once", async () => {
  const owner = await memberOf();
  const answer = await save(owner, "profile", {
    name: "Northside Dental",
    address: "12 Harbor Street",
    website: "https://northside.test/",
    contact_email: "desk@northside.test",
  });
  expect(answer.status).toBe(302);
  expect(await rowOf(owner)).toMatchObject({ name: "Northside Dental", address: "12 Harbor Street" });
  expect(await keptOf(owner)).toMatchObject({
    website: "https://northside.test/",
    contact_email: "desk@northside.test",
  });
  expect(await pageText(await (await owner.get("/agents")).text())).toContain("Northside Dental");
});

test("who calls after a renaming is greeted by the new name", async () => {
  const owner = await clinic();
  await save(owner, "profile", { name: "Northside Dental" });
  expect((await call(owner)).greeting).toContain("Thanks for calling Northside Dental.");
});

test("a section saves nothing of the others", async () => {
  const owner = await memberOf({ organization: { time_zone: "Europe/Vienna" } });
  await save(owner, "profile", { name: "Other", time_zone: "Asia/Tokyo", require_two_factor: "on" });
  expect(await rowOf(owner)).toMatchObject({ time_zone: "Europe/Vienna", require_two_factor: false });
});

test("time zone, language and currency are saved, and pages go by them", async () => {
  const owner = await memberOf();
  const answer = await save(owner, "region", {
    time_zone: "Pacific/Auckland",
    locale: "en-NZ",
    currency: "NZD",
  });
  expect(answer.status).toBe(302);
  expect(await rowOf(owner)).toMatchObject({
    time_zone: "Pacific/Auckland",
    locale: "en-NZ",
    currency: "NZD",
  });
  const { values } = await pageForm(await (await owner.get("/settings")).text(), "settings-region");
  expect(values.get("time_zone")).toBe("Pacific/Auckland");
});

test.each([
  ["profile", { name: "" }, "Enter a name"],
  ["profile", { name: "x".repeat(81) }, "At most 80 characters"],
  ["profile", { website: "javascript:alert(1)" }, "Enter an address that starts with https://"],
  ["profile", { contact_email: "nobody" }, "Invalid email address"],
  ["region", { time_zone: "Mars/Olympus" }, "Choose a time zone from the list"],
  ["region", { locale: "xx" }, "Choose a language from the list"],
  ["region", { currency: "ABC" }, "Choose a currency from the list"],
])("in %s %j is refused at its field, and nothing is saved", async (section, typed, words) => {
  const owner = await memberOf();
  const before = await rowOf(owner);
  const answer = await save(owner, section, typed);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await rowOf(owner)).toEqual(before);
});

test("only somebody who has a second factor can require one of everybody", async () => {
  const owner = await memberOf();
  const without = await save(owner, "security", { require_two_factor: "on" });
  expect(without.status).toBe(422);
  expect(await pageText(await without.text())).toContain(
    "Set up two-factor authentication for yourself first.",
  );
  expect((await rowOf(owner))?.require_two_factor).toBe(false);
  await withAuthenticator(owner.userId);
  expect((await save(owner, "security", { require_two_factor: "on" })).status).toBe(302);
  expect((await rowOf(owner))?.require_two_factor).toBe(true);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await member.get("/dashboard")).headers.get("location")).toBe("/mfa-setup");
});

test.each(["owner", "admin"] as const)(
  "a change of the two-factor requirement asks an %s for a fresh proof, on and off",
  async (role) => {
    const { organizationId } = await memberOf();
    const person = await memberOf({ role, organizationId });
    await withAuthenticator(person.userId);
    await withPassword(person.userId);
    for (const required of [true, false]) {
      const typed = required ? { intent: "security", require_two_factor: "on" } : { intent: "security" };
      await unproven(person);
      const answer = await person.post("/settings", typed);
      expect(answer.status).toBe(403);
      expect(await pageText(await answer.text())).toContain("Confirm it's you below and save again.");
      expect((await rowOf(person))?.require_two_factor).toBe(!required);
      expect(await (await person.get("/settings")).text()).toContain("Confirm it&#x27;s you");
      await person.post("/settings", { intent: "confirm", password: goodPassword });
      expect((await person.post("/settings", typed)).status).toBe(302);
      expect((await rowOf(person))?.require_two_factor).toBe(required);
    }
  },
);

test("every change of the settings is audited", async () => {
  const owner = await memberOf();
  await save(owner, "profile", { name: "Other" });
  await save(owner, "region", { time_zone: "Asia/Tokyo" });
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(events.map(({ action }) => action).sort()).toEqual([
    "organization.profile_changed",
    "organization.region_changed",
  ]);
  expect(events.find(({ action }) => action.includes("profile"))?.changes).toEqual({
    before: "Bright Smile",
    after: "Other",
  });
});

/** Sends several sections at once, as the page's bar does. */
async function saveTogether(person: Person, changed: readonly string[], typed: Record<string, string>) {
  const html = await (await person.get("/settings")).text();
  const all = new URLSearchParams({ intent: "save" });
  for (const section of changed) {
    all.append("changed", section);
    for (const [name, value] of (await pageForm(html, `settings-${section}`)).values)
      if (name !== "intent" && name !== "organization_id") all.append(name, value);
  }
  for (const [name, value] of Object.entries(typed)) all.set(name, value);
  return person.post("/settings", all);
}

test("what changed in several sections is saved at once, and nothing of the others", async () => {
  const owner = await memberOf({ organization: { currency: "EUR" } });
  const typed = {
    name: "Northside Dental",
    "mon[0].from": "09:00",
    "mon[0].to": "17:00",
    "days[0].date": "2026-12-25",
    default_test_number: "+1 415 555 0100",
    retention_days: "90",
    currency: "USD",
  };
  const sections = ["profile", "hours", "closed", "test", "retention"];
  const answer = await saveTogether(owner, sections, typed);
  expect(answer.headers.get("location")).toBe("/settings?done=settings");
  expect(await rowOf(owner)).toMatchObject({ name: "Northside Dental", currency: "EUR" });
  expect(await keptOf(owner)).toMatchObject({
    default_test_number: "+14155550100",
    calling_hours: { mon: [{ opens: "09:00", closes: "17:00" }], tue: [] },
  });
  expect(await owner.store.settings.callSettings()).toMatchObject({
    closed_days: [{ date: "2026-12-25", name: "" }],
    retention_days: 90,
  });
  expect(await pageText(await (await owner.get("/settings?done=settings")).text())).toContain(
    "Settings saved.",
  );
});

test("one section that changed says what was saved, and none says nothing", async () => {
  const owner = await memberOf();
  const one = await saveTogether(owner, ["profile"], { address: "12 Harbor Street" });
  expect(one.headers.get("location")).toBe("/settings?done=profile");
  const none = await owner.post("/settings", { intent: "save", changed: "everything" });
  expect(none.headers.get("location")).toBe("/settings");
});

test.each([
  ["a section with an error", ["profile", "region"], { name: "Other", time_zone: "Mars/Olympus" }, 422],
  ["an error in each", ["profile", "test"], { name: "", default_test_number: "12" }, 422],
  [
    "one that the person may not save",
    ["profile", "security"],
    { name: "Other", require_two_factor: "on" },
    422,
  ],
])(
  "together with %s nothing is saved, and each error stands at its field",
  async (_, sections, typed, status) => {
    const owner = await memberOf();
    const before = await rowOf(owner);
    const answer = await saveTogether(owner, sections, typed);
    expect(answer.status).toBe(status);
    const text = await pageText(await answer.text());
    const words: Record<string, string> = {
      time_zone: "Choose a time zone from the list",
      default_test_number: "Use a full number, like +1 415 555 0100",
      require_two_factor: "Set up two-factor authentication for yourself first.",
    };
    for (const name of Object.keys(typed)) expect(text).toContain(words[name] ?? "");
    expect(await rowOf(owner)).toEqual(before);
    expect(await keptOf(owner)).toBeUndefined();
  },
);

test("the page shows the hours of each agent that has its own, and leads to them", async () => {
  const owner = await memberOf();
  await save(owner, "hours", { "mon[0].from": "09:00", "mon[0].to": "17:00" });
  const same = await agentOf(owner);
  await save(owner, "hours", { "sat[0].from": "10:00", "sat[0].to": "14:00" });
  const other = await agentOf(owner);
  await save(owner, "hours", { "sat[0].to": "16:00" });
  const html = await (await owner.get("/settings")).text();
  for (const id of [same, other]) expect(html).toContain(`href="/agents/${id}#hours"`);
  const text = await pageText(html);
  expect(text).toContain("Mon 9:00 am–5:00 pm");
  expect(text).toContain("Mon 9:00 am–5:00 pm, Sat 10:00 am–2:00 pm");
  expect(text).not.toContain("Same as your opening hours");
  await save(owner, "hours", { "sat[0].to": "14:00" });
  expect(await pageText(await (await owner.get("/settings")).text())).toContain("Same as your opening hours");
});
