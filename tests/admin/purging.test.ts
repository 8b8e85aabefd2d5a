/** What the 30 days end with: which traces of a deleted organization go, in which order, and that it can be interrupted anywhere. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test, vi } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { keptTables, purgedTables } from "#app/admin/purged-tables.server.ts";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { call, clinic, hangUp, newCallSid, newNumber, ring, rows } from "../support/telephone.ts";
import { fault, soldAs } from "../telephony/carrier.ts";
import { uploaded } from "../white-label/editing.ts";
import { png } from "../white-label/image-fixtures.ts";

const hour = 3_600_000;

type Owned = Pick<Person, "organizationId">;

/** Deletes it, and lets so many hours pass since its last day. */
async function pastItsLastDay(owner: Person, hours = 2): Promise<void> {
  await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
  await controlPlane()
    .update(control.organizations)
    .set({ purge_at: Date.now() - hours * hour })
    .where(eq(control.organizations.id, owner.organizationId));
}

const rowOf = ({ organizationId }: Owned) =>
  controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();

const isPurged = async (owner: Owned): Promise<boolean> => (await rowOf(owner))?.purge_at === null;

/** How many rows each of D1's tables holds of it, of those that hold any. */
async function traces({ organizationId }: Owned): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of purgedTables) {
    const all = await controlPlane()
      .select({ n: sql<number>`count(*)` })
      .from(table)
      .where(eq(table.organization_id, organizationId));
    if (all[0]?.n) found[getTableName(table)] = all[0].n;
  }
  return found;
}

/** The tables of its object, of which there are none when nothing is kept. */
const objectTables = ({ organizationId }: Owned) =>
  runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) =>
    storage.sql.exec("select name from sqlite_master where name not like '\\_cf%' escape '\\'").toArray(),
  );

async function errorsOf({ organizationId }: Owned, count: number): Promise<void> {
  await controlPlane().run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into error_logs (id, organization_id, error_message, severity, created_at)
    select ${organizationId} || i, ${organizationId}, 'x', 'error', ${Date.now()} from n`);
}

test("R48: an hour after the last day nothing is left of it but a row without a name, and others keep theirs", async () => {
  const owner = await clinic();
  const other = await clinic();
  await hangUp(await call(owner));
  await hangUp(await call(other));
  await owner.post("/users", { intent: "invite", emails: `${newId()}@people.test`, role: "member" });
  await owner.post("/settings", { intent: "profile", name: "Bright Smile", address: "1 Long Street" });
  await controlPlane()
    .insert(control.organizationBranding)
    .values({
      organization_id: owner.organizationId,
      custom_domain: `${owner.organizationId}.test`,
      updated_at: Date.now(),
    });
  await env.HOSTS.put(hostKey(`${owner.organizationId}.test`), "{}");
  const image = await uploaded(owner, png(64, 64));
  await pastItsLastDay(owner);

  await purgeDeleted(env, Date.now());

  expect(await traces(owner)).toEqual({});
  expect(await objectTables(owner)).toEqual([]);
  expect(await env.HOSTS.get(hostKey(`${owner.organizationId}.test`))).toBeNull();
  expect((await anonymous().get(image)).status).toBe(404);
  expect((await env.FILES.list()).objects.filter(({ key }) => key.includes(owner.organizationId))).toEqual(
    [],
  );
  expect(await rowOf(owner)).toMatchObject({ name: "", address: null, created_by: null, purge_at: null });
  expect((await rowOf(owner))?.archived_at).toBeTypeOf("number");
  expect(await traces(other)).toMatchObject({ organization_members: 1, phone_numbers: 1 });
  expect(await rows(other, "select id from calls")).toHaveLength(1);
});

test("R48: every table with rows of organizations is purged, or says why not", () => {
  const named = Object.values(control)
    .filter((one) => is(one, SQLiteTable))
    .filter((table) => "organization_id" in getTableColumns(table))
    .map(getTableName);
  expect([...purgedTables.map(getTableName), ...keptTables].sort()).toEqual(named.sort());
});

test("an hour is left to a restoration that began in time", async () => {
  const owner = await memberOf();
  await pastItsLastDay(owner, 0.9);
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(false);
});

test("an organization that was restored is not purged", async () => {
  const owner = await clinic();
  await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
  await owner.post("/organizations/restore", { organization: owner.organizationId });
  await purgeDeleted(env, Date.now() + 40 * 24 * hour);
  expect(await rowOf(owner)).toMatchObject({ name: "Bright Smile", archived_at: null });
  expect(await rows(owner, "select id from agents")).toHaveLength(1);
});

test("its numbers go back to the carrier first; while the carrier is silent nothing is lost, and later it is finished", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  await fault(owner, { path: "IncomingPhoneNumbers/", status: 503 });
  await purgeDeleted(env, Date.now());
  expect(await traces(owner)).toMatchObject({ organization_members: 1, phone_numbers: 1 });
  expect(await rows(owner, "select status from numbers")).toEqual([{ status: "releasing" }]);
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(true);
  expect(await soldAs(owner.number)).toBeNull();
});

test("a number that only the index knows of any more goes back as well", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (object) => object.purge());
  await fault(owner, { path: "IncomingPhoneNumbers/", status: 503 });
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(false);
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(true);
});

test("while it is purged its numbers go back without a fact, because no subscriber may be told any more", async () => {
  const owner = await clinic();
  await rows(
    owner,
    `create table written (id text);
     create trigger listen after insert on outbox begin insert into written values (new.id); end;`,
  );
  await pastItsLastDay(owner);
  const left = `PN${newId()}`;
  const now = Date.now();
  await controlPlane().insert(control.phoneNumbers).values({
    phone_number: newNumber(),
    organization_id: owner.organizationId,
    number_id: newId(),
    provider: "twilio",
    provider_sid: left,
    created_at: now,
    updated_at: now,
  });
  // The second number stays with the carrier, so that the object can be read before it is emptied.
  await fault(owner, { path: `IncomingPhoneNumbers/${left}`, status: 503 });
  await purgeDeleted(env, now);
  expect(await rows(owner, "select status from numbers")).toEqual([{ status: "released" }]);
  expect(await rows(owner, "select id from written where id like 'number.released%'")).toEqual([]);
});

test("a fact that was on its way is acknowledged, and creates nothing again, in a running object or a new one", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  await purgeDeleted(env, Date.now());
  const never = { organizationId: newId() };
  for (const { organizationId } of [owner, never]) {
    const released = {
      id: `number.released:${newId()}`,
      kind: "number.released",
      payload: { v: 1, number_id: newId(), phone_number: owner.number, provider: "twilio" },
    };
    const check = { id: newId(), kind: "number_check", payload: { number_id: newId() } };
    const asked = { id: newId(), kind: "call_check", payload: { call_id: newId() } };
    const sent = [released, check, asked].map((one) => ({
      ...one,
      organization_id: organizationId,
      created_at: Date.now(),
    }));
    const { explicitAcks } = await delivered([...sent, callFinished(organizationId)]);
    expect(explicitAcks).toEqual(["m0", "m1", "m2", "m3"]);
    expect(await objectTables({ organizationId })).toEqual([]);
  }
});

test.each(["after", "while"])(
  "its alarm that rings %s it is purged leaves it empty and asleep",
  async (when) => {
    const owner = await clinic();
    const alarm = await runInDurableObject(
      env.ORGANIZATION.getByName(owner.organizationId),
      async (object, { storage }) => {
        storage.sql.exec(
          `insert into outbox (id, kind, payload, due_at, created_at) values ('1', 'newer', '{}', 0, ${Date.now()});
         insert or replace into timers (kind, key, due_at) values ('outbox', 'drain', 0), ('newer', '1', 0);`,
        );
        const ringing = when === "while" ? object.alarm() : undefined;
        await object.purge();
        await (ringing ?? object.alarm());
        return storage.getAlarm();
      },
    );
    expect(alarm).toBeNull();
    expect(await objectTables(owner)).toEqual([]);
  },
);

test("R35: many rows go in steps, as many at one strike as it has time for, and the next strike goes on", async () => {
  const owner = await memberOf();
  await errorsOf(owner, 21_500);
  await pastItsLastDay(owner);
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(false);
  expect(await traces(owner)).toEqual({ error_logs: 1500 });
  await purgeDeleted(env, Date.now());
  expect(await isPurged(owner)).toBe(true);
});

test("two strikes at once purge it once", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  await Promise.all([purgeDeleted(env, Date.now()), purgeDeleted(env, Date.now())]);
  expect(await isPurged(owner)).toBe(true);
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(
        eq(control.auditEvents.organization_id, owner.organizationId),
        eq(control.auditEvents.action, "organization.purged"),
      ),
    );
  expect(events).toHaveLength(1);
});

test("the clock's strike purges, and a database restored to before it is purged again", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  const before = await rowOf(owner);
  const strike = () =>
    anonymous().fetch("/sandbox/clock", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
  await strike();
  await vi.waitFor(async () => expect(await isPurged(owner)).toBe(true), { timeout: 20_000 });
  // What Time Travel brings back.
  if (!before) throw new Error("it was there");
  await controlPlane()
    .update(control.organizations)
    .set(before)
    .where(eq(control.organizations.id, owner.organizationId));
  await errorsOf(owner, 1);
  await strike();
  await vi.waitFor(async () => expect(await isPurged(owner)).toBe(true), { timeout: 20_000 });
  expect(await traces(owner)).toEqual({});
});

test("afterwards nobody takes calls to its numbers, and its people have no organization", async () => {
  const owner = await clinic();
  await pastItsLastDay(owner);
  await purgeDeleted(env, Date.now());
  const heard = await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  expect(await heard.text()).toContain("<Response><Reject/></Response>");
  expect((await owner.get("/dashboard")).headers.get("location")).toBe("/organizations/new");
  const page = await owner.get("/organizations/new");
  expect(await page.text()).toContain("belong to any organization.");
  expect((await owner.post("/organizations/restore", { organization: owner.organizationId })).status).toBe(
    404,
  );
});
