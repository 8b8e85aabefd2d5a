/** Which of a campaign's numbers calls a lead, and whether there is one. */
import { and, asc, eq, sql } from "drizzle-orm";
import { placeOfNumber } from "#app/calls/compliance/area-places.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agents, numbers } from "#drizzle/organization/schema.ts";
import type { CampaignDraft } from "./campaign.schema.ts";

export type CallerNumber = { id: string; phone_number: string };

/** Those that are active, in the campaign's order. */
export function callersOf(
  db: OrganizationDatabase,
  { number_ids }: Pick<CampaignDraft, "number_ids">,
): CallerNumber[] {
  const active = db
    .select({ id: numbers.id, phone_number: numbers.phone_number })
    .from(numbers)
    .where(eq(numbers.status, "active"))
    .orderBy(asc(numbers.seq))
    .all();
  return number_ids.flatMap((id) => active.find((one) => one.id === id) ?? []);
}

/** +1 and the area code. */
const areaOf = (phone_number: string): string => phone_number.slice(0, 5);
const regionOf = (phone_number: string): string | null => placeOfNumber(phone_number)?.region ?? null;

/**
 * @param callers at least one
 * @param turn how many calls were placed before this one
 */
export function callerFor(
  callers: readonly CallerNumber[],
  rotation: CampaignDraft["rotation"],
  to: string,
  turn: number,
): string {
  const near =
    rotation === "local_presence"
      ? [
          callers.filter(({ phone_number }) => areaOf(phone_number) === areaOf(to)),
          callers.filter(
            ({ phone_number }) => regionOf(phone_number) !== null && regionOf(phone_number) === regionOf(to),
          ),
        ].find((some) => some.length > 0)
      : null;
  const among = rotation === "single" ? callers.slice(0, 1) : (near ?? callers);
  return among[turn % among.length]?.id ?? "";
}

/** Whether the agent or the numbers of a campaign are gone; null: neither. */
export function missingCaller(
  db: OrganizationDatabase,
  { agent_id, number_ids }: CampaignDraft,
): "no_agent" | "no_number" | null {
  const agent = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agent_id), sql`archived_at is null`))
    .get();
  if (!agent) return "no_agent";
  return callersOf(db, { number_ids }).length > 0 ? null : "no_number";
}
