import { env } from "cloudflare:workers";
import { eq, getTableColumns, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf } from "../support/people.ts";

const { organizationBranding, organizationMembers, organizations, sessions } = control;
const database = () => new Database(env.DB, new Timing());
const countOf = async () => (await controlPlane().select().from(sessions)).length;

test("R24: a delete or an update without a where is refused before it runs", async () => {
  await memberOf();
  const before = await countOf();
  expect(before).toBeGreaterThan(0);
  const db = platform(database());
  await expect(db.delete(sessions).where(undefined)).rejects.toMatchObject({ code: "unbounded_statement" });
  await expect(db.update(sessions).set({ kind: "full" })).rejects.toThrow();
  expect(await countOf()).toBe(before);
});

test("R23, R24: an organization's statement that names another organization, or none, is refused before it runs", async () => {
  const [own, other] = [await memberOf(), await memberOf()];
  const db = tenant(database(), own.organizationId);
  const members = () => db.select().from(organizationMembers);
  expect(await members().where(eq(organizationMembers.organization_id, own.organizationId))).toHaveLength(1);
  await expect(members()).rejects.toThrow();
  await expect(
    members().where(eq(organizationMembers.organization_id, other.organizationId)),
  ).rejects.toThrow();
  await expect(members().where(eq(organizationMembers.user_id, other.userId))).rejects.toThrow();
  await expect(
    db
      .update(organizationBranding)
      .set({ company_name: "x" })
      .where(eq(organizationBranding.custom_domain, "x")),
  ).rejects.toThrow();
  expect(await db.select().from(organizations).where(eq(organizations.id, own.organizationId))).toHaveLength(
    1,
  );
});

/** Why a statement was refused, or that it was not. */
const refusal = (asked: PromiseLike<unknown>): PromiseLike<string> =>
  asked.then(() => "it was answered", innermostMessage);

test("R24: organizations' tables are asked across organizations by a key that leads to one row, or not at all", async () => {
  const own = await memberOf();
  const db = platform(database());
  const tables = Object.values(control).filter(
    (one) => is(one, SQLiteTable) && "organization_id" in getTableColumns(one),
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const table of tables) {
    if (!is(table, SQLiteTable)) continue;
    expect(await refusal(db.select().from(table))).toContain("is an organization's");
    expect(await refusal(db.select().from(table).where(sql`1 = 1`))).toContain("is an organization's");
    expect(await refusal(db.delete(table).where(sql`1 = 1`))).toContain("is an organization's");
  }
  const joined = db.batch([db.select().from(organizations).leftJoin(organizationMembers, sql`1 = 1`)]);
  expect(await refusal(joined)).toContain("is an organization's");
  const members = db.select().from(organizationMembers);
  expect(await members.where(eq(organizationMembers.user_id, own.userId))).toHaveLength(1);
  const branding = db.select().from(organizationBranding);
  expect(await branding.where(eq(organizationBranding.custom_domain, "nobody.test"))).toEqual([]);
});

test("B28: an organization without an id has no database", () => {
  expect(() => tenant(database(), "")).toThrow("needs its id");
});

test("every statement and the rows it read are counted", async () => {
  const timing = new Timing();
  const person = await memberOf();
  const db = platform(new Database(env.DB, timing));
  await db.select().from(sessions).where(eq(sessions.user_id, person.userId));
  await db.batch([
    db.select().from(organizations).where(eq(organizations.id, person.organizationId)),
    db.select().from(organizations).where(eq(organizations.id, newId())),
  ]);
  expect(timing.header(true)).toMatch(/^d1;desc="2";dur=[\d.]+, rows;desc="[12]"/);
  expect(timing.header(false)).toMatch(/^d1;desc="2";dur=[\d.]+, kv;/);
});
