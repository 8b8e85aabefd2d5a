/** Incidents: written by platform admins, read on every host's /status. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { forgetEverything, posted } from "./arrange.ts";

beforeEach(forgetEverything);

const shown = async () => pageText(await (await anonymous().get("/status")).text());
const rows = () => controlPlane().select().from(control.incidents);
const updates = () =>
  controlPlane().select().from(control.incidentUpdates).orderBy(control.incidentUpdates.created_at);

/** Posts an update on the only incident. */
async function updated(admin: Person, fields: Record<string, string>) {
  const [incident] = await rows();
  const form = { intent: "update", incident: incident?.id ?? "", id: crypto.randomUUID(), ...fields };
  return admin.post("/admin/incidents", form);
}

test("an incident is on the status page at once, is updated, resolved and reopened", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const answer = await posted(admin, {});
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/admin/incidents?done=opened"]);
  let page = await shown();
  expect(page).toContain("Current incidents");
  expect(page).toContain("Calls drop");
  expect(page).toContain("Some services are down");
  await updated(admin, { state: "identified", body: "A carrier drops them." });
  expect(await shown()).toContain("A carrier drops them.");
  const over = await updated(admin, { state: "resolved", body: "Calls work again." });
  expect(over.headers.get("location")).toBe("/admin/incidents?done=resolved");
  page = await shown();
  expect(page).not.toContain("Current incidents");
  expect(page).toContain("Calls work again.");
  expect(page).not.toContain("Some services are down");
  await updated(admin, { state: "monitoring", body: "It came back." });
  expect(await shown()).toContain("Current incidents");
  expect((await updates()).map(({ state }) => state)).toEqual([
    "investigating",
    "identified",
    "resolved",
    "monitoring",
  ]);
});

test("a form that is sent twice writes once", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const id = crypto.randomUUID();
  await Promise.all([posted(admin, { id }), posted(admin, { id })]);
  expect([await rows(), await updates()].map((all) => all.length)).toEqual([1, 1]);
  const update = crypto.randomUUID();
  for (const body of ["Once.", "Once."]) await updated(admin, { id: update, state: "monitoring", body });
  expect(await updates()).toHaveLength(2);
});

test("two admins who write at once both write", async () => {
  const [one, other] = [await memberOf({ isPlatformAdmin: true }), await memberOf({ isPlatformAdmin: true })];
  await posted(one, {});
  await Promise.all([
    updated(one, { state: "identified", body: "From one." }),
    updated(other, { state: "identified", body: "From the other." }),
  ]);
  const page = await shown();
  expect(page).toContain("From one.");
  expect(page).toContain("From the other.");
});

test.each([
  ["no title", { title: " " }, "Enter a title"],
  ["no text", { body: "" }, "Enter what people should know"],
  ["no service", { components: [] }, "Choose at least one service"],
  ["an unknown service", { components: ["weather"] }, ""],
  ["an unknown impact", { impact: "fine" }, "Choose how bad it is"],
  ["a long title", { title: "x".repeat(121) }, "At most 120 characters"],
  ["a long text", { body: "x".repeat(2001) }, "At most 2000 characters"],
  ["the platform's name", { body: "ai voice AGENTS has problems" }, "Leave out the platform's name"],
  ["the platform's host", { title: "App.test is slow" }, "Leave out the platform's name"],
])("%s is refused in words, and nothing is written", async (_, fields, words) => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const answer = await posted(admin, fields);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await rows()).toEqual([]);
});

test("markup in an incident is text", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await posted(admin, { title: "<script>alert(1)</script>", body: "<img src=x onerror=alert(1)>" });
  const html = await (await anonymous().get("/status")).text();
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toContain("<img src=x");
});

test("an incident that was posted by mistake is deleted with its updates", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await posted(admin, {});
  const [incident] = await rows();
  await admin.post("/admin/incidents", { intent: "delete", incident: incident?.id ?? "" });
  expect([await rows(), await updates()]).toEqual([[], []]);
  expect(await shown()).toContain("No incidents in the last 90 days.");
  const again = await admin.post("/admin/incidents", { intent: "delete", incident: incident?.id ?? "" });
  expect(again.status).toBe(404);
});

test("R46: each is in the audit trail, in words", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await posted(admin, {});
  await updated(admin, { state: "resolved", body: "Over." });
  const [incident] = await rows();
  await admin.post("/admin/incidents", { intent: "delete", incident: incident?.id ?? "" });
  const events = await controlPlane()
    .select({ action: control.auditEvents.action, target: control.auditEvents.target })
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, incident?.id ?? ""));
  expect(events.map(({ action }) => action).toSorted()).toEqual([
    "incident.deleted",
    "incident.opened",
    "incident.updated",
  ]);
  const page = await pageText(await (await admin.get("/admin/audit")).text());
  for (const words of ["Posted the incident “Calls drop”", "Deleted the incident “Calls drop”"])
    expect(page).toContain(words);
});

test("R3: an admin who has to confirm their identity writes nothing", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: 0 })
    .where(eq(control.sessions.user_id, admin.userId));
  expect((await posted(admin, {})).status).toBe(403);
  expect(await rows()).toEqual([]);
});

test("a member writes nothing", async () => {
  expect((await posted(await memberOf(), {})).status).toBe(403);
  expect(await rows()).toEqual([]);
});
