/** The organization's budget on the platform's keys of language models: held before each request, settled by what was used, kept by day and purpose. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import { termsAt } from "#app/billing/usage/usage-period.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { type BudgetDay, dayBudget, type ModelPurpose, modelPurposes } from "./model-budget.ts";

/** The stored name. */
const name = "model_budget";
/** Days whose costs are kept. */
const keptDays = 40;

const days = z.array(z.object({ day: z.string(), used: z.partialRecord(z.enum(modelPurposes), z.int()) }));
type Days = z.infer<typeof days>;

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

function kept(db: OrganizationDatabase): Days {
  const row = db.select().from(settings).where(eq(settings.name, name)).get();
  return row ? days.parse(row.value) : [];
}

const usedOn = (all: Days, day: string): number =>
  Object.values(all.find((one) => one.day === day)?.used ?? {}).reduce((sum, micros) => sum + micros, 0);

function add(db: OrganizationDatabase, day: string, purpose: ModelPurpose, micros: number): void {
  const all = kept(db);
  const before = all.find((one) => one.day === day)?.used ?? {};
  const used = { ...before, [purpose]: Math.max(0, (before[purpose] ?? 0) + micros) };
  const value = [...all.filter((one) => one.day !== day), { day, used }].slice(-keptDays);
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

/** Without terms the organization has no plan. */
function mostOn(db: OrganizationDatabase, now: number): number {
  const terms = termsAt(db, now);
  return terms === null || terms.is_trial ? dayBudget.small : dayBudget.full;
}

/** The day as it stands. */
export const today = (db: OrganizationDatabase, now: number): BudgetDay => ({
  used: usedOn(kept(db), dayOf(now)),
  most: mostOn(db, now),
});

type Held = { purpose: ModelPurpose; micros: number; now: number };

/** Holds what a request may cost. @returns the day that it is held on; null: the rest of the day is less than that */
export function hold(db: OrganizationDatabase, { purpose, micros, now }: Held): string | null {
  const day = dayOf(now);
  if (usedOn(kept(db), day) + micros > mostOn(db, now)) return null;
  add(db, day, purpose, micros);
  return day;
}

/** Puts what an answer cost in place of what was held for it. */
export function settle(
  db: OrganizationDatabase,
  { day, purpose, held, cost }: { day: string; purpose: ModelPurpose; held: number; cost: number },
): void {
  add(db, day, purpose, cost - held);
}
