/** The settings that calls go by stand in D1, and the organization's object has a copy, however their facts arrive. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { localDate } from "#app/platform/zoned-time.ts";
import * as control from "#drizzle/control/schema.ts";
import { audited } from "../clients/arrange.ts";
import { delivered } from "../support/outbox.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { call, clinic, rows } from "../support/telephone.ts";

const tomorrow = () => localDate(Date.now() + 86_400_000, "America/New_York");

const close = (owner: Person, date: string, name = "") =>
  owner.post("/settings", { intent: "closed", "days[0].date": date, "days[0].name": name });

const keep = (owner: Person, retention_days: string) =>
  owner.post("/settings", { intent: "retention", retention_days });

const settingsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.organizationSettings)
    .where(eq(control.organizationSettings.organization_id, organizationId))
    .get();

/** The facts of the changes, as the queue brings them: each change has its line in the audit trail, under the same id. */
async function facts({ organizationId }: Person) {
  const lines = await Promise.all(
    ["organization.closed_days_changed", "organization.retention_changed"].map((action) =>
      audited(organizationId, action),
    ),
  );
  return lines.flat().map(({ id, created_at }) => ({
    id: `settings.changed:${id}`,
    organization_id: organizationId,
    kind: "settings.changed",
    payload: { v: 1, change_id: id },
    created_at,
    outbox: "control",
  }));
}

const inOutbox = (id: string) =>
  controlPlane().select().from(control.eventOutbox).where(eq(control.eventOutbox.id, id)).get();

/** From now on the object takes no settings, until `mend`. */
const breakSettings = (owner: Person) =>
  rows(owner, "create trigger broken before insert on settings begin select raise(abort, 'no room'); end");
const mend = (owner: Person) => rows(owner, "drop trigger broken");

test("a saved closed day stands in D1 with its audit event, in the organization's object, and the next call hears it", async () => {
  const owner = await clinic();
  expect((await close(owner, tomorrow(), "Company outing")).status).toBe(302);
  const closed = [{ date: tomorrow(), name: "Company outing" }];
  expect(await settingsOf(owner)).toMatchObject({ holidays: closed, retention_days: null });
  expect(await owner.store.settings.callSettings()).toMatchObject({
    closed_days: closed,
    retention_days: null,
  });
  expect(await audited(owner.organizationId, "organization.closed_days_changed")).toHaveLength(1);
  const placed = await call(owner);
  await placed.relay.say("I would like to book an appointment");
  expect(await placed.relay.say("tomorrow please")).toMatch(/closed/i);
});

test("how long words are kept stands in D1 and in the object, and so does that they are kept", async () => {
  const owner = await memberOf();
  await keep(owner, "90");
  expect((await settingsOf(owner))?.retention_days).toBe(90);
  expect(await owner.store.settings.retention()).toBe(90);
  await keep(owner, "");
  expect((await settingsOf(owner))?.retention_days).toBe(0);
  expect(await owner.store.settings.retention()).toBeNull();
});

test("settings that the object cannot take are saved, and the queue brings them", async () => {
  const owner = await memberOf();
  await owner.store.settings.callSettings();
  await breakSettings(owner);
  expect((await close(owner, "2026-12-25", "Christmas")).headers.get("location")).toBe(
    "/settings?done=closed",
  );
  const closed = [{ date: "2026-12-25", name: "Christmas" }];
  expect((await settingsOf(owner))?.holidays).toEqual(closed);
  expect(await owner.store.settings.closedDays()).toEqual([]);
  const waiting = await facts(owner);
  expect(await inOutbox(waiting[0]?.id ?? "")).toMatchObject({ kind: "settings.changed" });
  expect((await delivered(waiting)).retryMessages).toHaveLength(1);
  await mend(owner);
  expect((await delivered(waiting)).explicitAcks).toEqual(["m0"]);
  expect(await owner.store.settings.closedDays()).toEqual(closed);
});

test("facts that come late, twice and in another order leave the newest settings, and start nothing again", async () => {
  const owner = await memberOf();
  await close(owner, "2026-12-24");
  await keep(owner, "30");
  await close(owner, "2026-12-25");
  const told = (await facts(owner)).toReversed();
  await rows(owner, "update timers set due_at = 4102444800000 where kind = 'retention'");
  const { explicitAcks } = await delivered([...told, ...told]);
  expect(explicitAcks).toHaveLength(2 * told.length);
  expect(await owner.store.settings.callSettings()).toMatchObject({
    closed_days: [{ date: "2026-12-25", name: "" }],
    retention_days: 30,
  });
  expect(await rows(owner, "select due_at from timers where kind = 'retention'")).toEqual([
    { due_at: 4_102_444_800_000 },
  ]);
});

test("a row that is older than the object's copy changes nothing, and changes within a millisecond are in order", async () => {
  const owner = await memberOf();
  const closed = (date: string) => ({ closed_days: [{ date, name: "" }], retention_days: 30 });
  const apply = (date: string, at: number) => owner.store.settings.apply(closed(date), at, Date.now());
  await apply("2026-12-25", 2000);
  await apply("2026-12-24", 1999);
  await apply("2026-12-23", 2000);
  expect(await owner.store.settings.callSettings()).toMatchObject(closed("2026-12-25"));
  const other = await memberOf();
  const answers = await Promise.all(
    ["2026-12-24", "2026-12-25", "2026-12-26"].map((date) => close(other, date)),
  );
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await other.store.settings.closedDays()).toEqual((await settingsOf(other))?.holidays);
});

test("what an object holds from before D1 was its home stays until it is changed, and moves with that change", async () => {
  const owner = await memberOf();
  await rows(
    owner,
    `insert into settings (name, value) values ('closed_days', '[{"date":"2026-12-24","name":""}]'),
      ('retention_days', '365')`,
  );
  await owner.post("/settings", {
    intent: "profile",
    name: "Harbor Clinic",
    address: "",
    website: "https://harbor.example",
    contact_email: "",
  });
  expect(await settingsOf(owner)).toMatchObject({ holidays: null, retention_days: null });
  await close(owner, "2026-12-25");
  expect(await settingsOf(owner)).toMatchObject({
    holidays: [{ date: "2026-12-25", name: "" }],
    retention_days: null,
  });
  expect(await owner.store.settings.callSettings()).toMatchObject({
    closed_days: [{ date: "2026-12-25", name: "" }],
    retention_days: 365,
  });
  await keep(owner, "30");
  expect((await settingsOf(owner))?.retention_days).toBe(30);
  expect(await owner.store.settings.retention()).toBe(30);
});

test("a fact that arrives when the purge is due puts nothing into the object", async () => {
  const owner = await memberOf();
  await close(owner, "2026-12-25");
  const [fact] = await facts(owner);
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: 1, purge_at: 2 })
    .where(eq(control.organizations.id, owner.organizationId));
  await rows(owner, "delete from settings");
  const late = await delivered([fact ?? {}]);
  expect(late.explicitAcks).toEqual(["m0"]);
  expect(await rows(owner, "select name from settings")).toEqual([]);
});
