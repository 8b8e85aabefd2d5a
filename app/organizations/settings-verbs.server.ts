/** What can be changed of an organization's settings, section by section. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { type CallingHours, callingHours } from "#app/hours/calling-hours.schema.ts";
import { weekdays } from "#app/hours/week.schema.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven } from "#app/membership/actor.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { redactionShape, retentionShape } from "#app/object/data-classes.schema.ts";
import { closedDay, keptForever, retentionDays } from "#app/object/settings.schema.ts";
import { copySettings } from "#app/object/settings-copy.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents, organizationSettings, organizations } from "#drizzle/control/schema.ts";
import { mostClosedDays } from "./settings-choices.ts";
import { profileForm, regionForm } from "./settings-forms.server.ts";

type Db = Pick<Deps, "db">;
type Copying = Pick<Deps, "db" | "env">;
type Done = { ok: true };
const done: Done = { ok: true };

/** What every section has in common. */
const asked = { permission: "organization.write", section: "settings" } as const;

type Kept = Partial<Omit<typeof organizationSettings.$inferInsert, "organization_id" | "updated_at">>;

/** The statement that keeps some settings, the others staying as they are; the row begins with the first that is kept. */
function keeping(db: Database, { organization }: Actor, kept: Kept) {
  const now = Date.now();
  return tenant(db, organization.id)
    .insert(organizationSettings)
    .values({ organization_id: organization.id, ...kept, updated_at: now })
    .onConflictDoUpdate({
      target: organizationSettings.organization_id,
      set: { ...kept, updated_at: sql`max(${organizationSettings.updated_at} + 1, ${now})` },
    });
}

/**
 * Keeps settings that calls go by: in D1 with their audit event and the fact that brings them to the organization's
 * object, then in the object at once, because the next call goes by it. While the object cannot be reached, they are
 * saved, and the queue brings them.
 */
async function keepForCalls(
  actor: Actor,
  kept: Pick<Kept, "holidays" | "retention_days" | "retention" | "redaction" | "calling_hours">,
  audit: AuditRow,
  { db, env }: Copying,
): Promise<Done> {
  const { id } = actor.organization;
  const own = tenant(db, id);
  const payload = { v: 1, change_id: audit.id } as const;
  const fact = enqueueFact(env, own, id, { kind: "settings.changed", payload, at: Date.now() });
  const [, told] = await own.batch([
    keeping(db, actor, kept),
    fact.statement,
    own.insert(auditEvents).values(audit),
  ]);
  try {
    await copySettings(env, db, id);
  } catch (error) {
    log("warn", "settings_not_copied", { organization_id: id, message: innermostMessage(error) });
  }
  await fact.send(told);
  return done;
}

/** The statement that changes the organization's own row. */
const changing = (
  db: Database,
  { organization }: Actor,
  values: Partial<typeof organizations.$inferInsert>,
) =>
  tenant(db, organization.id)
    .update(organizations)
    .set({ ...values, updated_at: Date.now() })
    .where(eq(organizations.id, organization.id));

export const saveProfile = verb(
  { verb: "settings.save_profile", ...asked, worksUnpaid: true, input: profileForm },
  async (
    actor,
    { name, address, website, contact_email },
    { db, env }: Pick<Deps, "db" | "env">,
  ): Promise<Done> => {
    const { id, name: before } = actor.organization;
    const own = tenant(db, id);
    await own.batch([
      changing(db, actor, { name, address }),
      keeping(db, actor, { website, contact_email }),
      own
        .insert(auditEvents)
        .values(await actor.note("organization.profile_changed", id, { before, after: name })),
    ]);
    // A brand without a company name wears the organization's.
    if (name !== before) await publishHostsOf(env, db, id, Date.now());
    return done;
  },
);

type RegionSaved = Done | { ok: false; reason: "unknown_zone" };

export const saveRegion = verb(
  { verb: "settings.save_region", ...asked, input: regionForm },
  async (actor, { time_zone: wanted, locale, currency }, { db, env }: Copying): Promise<RegionSaved> => {
    const time_zone = timeZoneOf(wanted);
    if (time_zone === null) return { ok: false, reason: "unknown_zone" };
    const { id } = actor.organization;
    const own = tenant(db, id);
    const changes = { time_zone, locale, currency };
    const audit = await actor.note("organization.region_changed", id, changes);
    const payload = { v: 1, change_id: audit.id } as const;
    const fact = enqueueFact(env, own, id, { kind: "settings.changed", payload, at: Date.now() });
    const [, told] = await own.batch([
      changing(db, actor, changes),
      fact.statement,
      own.insert(auditEvents).values(audit),
    ]);
    await fact.send(told);
    return done;
  },
);

/** The week in one line for the audit trail: "mon 09:00-17:00, sat 10:00-12:00". */
const lineOf = (hours: CallingHours): string =>
  weekdays.flatMap((day) => hours[day].map(({ opens, closes }) => `${day} ${opens}-${closes}`)).join(", ");

/** Null: no hours are set. */
export const weekOfCalls = z.object({ calling_hours: callingHours.nullable() });

/** Sets the hours with which new agents begin, and by which numbers route their calls. */
export const saveCallingHours = verb(
  { verb: "settings.save_calling_hours", ...asked, input: weekOfCalls },
  async (actor, { calling_hours }, deps: Copying): Promise<Done> => {
    const { id } = actor.organization;
    const changes = { hours: calling_hours && lineOf(calling_hours) };
    const audit = await actor.note("organization.calling_hours_changed", id, changes);
    return keepForCalls(actor, { calling_hours }, audit, deps);
  },
);

/** E.164; null: there is none. */
export const testNumber = z.object({ default_test_number: z.e164().nullable() });

/** Sets the default test number. The audit trail says whether there is one, not which: it is a person's own. */
export const saveTestNumber = verb(
  { verb: "settings.save_test_number", ...asked, input: testNumber },
  async (actor, { default_test_number }, { db }: Db): Promise<Done> => {
    const { id } = actor.organization;
    const own = tenant(db, id);
    const changes = { is_set: default_test_number !== null };
    await own.batch([
      keeping(db, actor, { default_test_number }),
      own.insert(auditEvents).values(await actor.note("organization.test_number_changed", id, changes)),
    ]);
    return done;
  },
);

export const closedDays = z.object({ days: z.array(closedDay).max(mostClosedDays) });

/** Sets the days on which nothing is booked. */
export const saveClosedDays = verb(
  { verb: "settings.save_closed_days", ...asked, input: closedDays },
  async (actor, { days }, deps: Copying): Promise<Done> => {
    const { id } = actor.organization;
    const audit = await actor.note("organization.closed_days_changed", id, { days: days.length });
    return keepForCalls(actor, { holidays: days }, audit, deps);
  },
);

/** Null: words of calls stay. Without `retention` the other classes of data stay as they were. */
export const retention = z.object({
  retention_days: retentionDays.nullable(),
  retention: retentionShape.optional(),
});

/** Sets after how many days each class of data is deleted. */
export const saveRetention = verb(
  { verb: "settings.save_retention", ...asked, worksUnpaid: true, input: retention },
  async (actor, { retention_days, retention }, deps: Copying): Promise<Done> => {
    const audit = await actor.note("organization.retention_changed", actor.organization.id, {
      retention_days,
      ...retention,
    });
    const kept = { retention_days: retention_days ?? keptForever, ...(retention && { retention }) };
    return keepForCalls(actor, kept, audit, deps);
  },
);

export const redaction = z.object({ redaction: redactionShape });

/** Sets what is removed from the words of calls that are stored from now on. */
export const saveRedaction = verb(
  { verb: "settings.save_redaction", ...asked, worksUnpaid: true, input: redaction },
  async (actor, { redaction }, deps: Copying): Promise<Done> => {
    const audit = await actor.note("organization.redaction_changed", actor.organization.id, redaction);
    return keepForCalls(actor, { redaction }, audit, deps);
  },
);

export const twoFactorDemand = z.object({ require_two_factor: z.boolean() });

type TwoFactorSaved = Done | { ok: false; reason: "unproven" | "no_factor" };

/**
 * Asks every member for a second factor, or no longer. Only a person who has one can ask every member for it: without one
 * they would shut themselves out.
 */
export const requireTwoFactor = verb(
  {
    verb: "settings.require_two_factor",
    ...asked,
    isPersonal: true,
    worksUnpaid: true,
    input: twoFactorDemand,
  },
  async (actor, changes, { db, env, after }: Pick<Deps, "db" | "env" | "after">): Promise<TwoFactorSaved> => {
    if (!isProven(actor, Date.now())) return { ok: false, reason: "unproven" };
    const hasFactor = actor.by.kind === "person" && actor.by.hasFactor;
    if (changes.require_two_factor && !hasFactor) return { ok: false, reason: "no_factor" };
    const { id } = actor.organization;
    const own = tenant(db, id);
    await own.batch([
      changing(db, actor, changes),
      own.insert(auditEvents).values(await actor.note("organization.two_factor_changed", id, changes)),
    ]);
    if (changes.require_two_factor) after(askListenersAgain(env, actor.organization));
    return done;
  },
);
