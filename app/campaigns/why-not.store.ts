/** Why a contact is not called yet, and when they can be: asked of the same rules by which the dialer decides. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { campaignLeads, campaigns } from "#drizzle/organization/schema.ts";
import { openCounts } from "./attempts.store.ts";
import {
  type BlockCause,
  blockCauses,
  type Campaign,
  type CampaignStatus,
  campaignStatuses,
  type DialCaps,
} from "./campaign.schema.ts";
import { find } from "./campaigns.store.ts";
import { capsOf } from "./dial-limits.store.ts";
import { type Ground, groundOf, passesAt, standOf } from "./gate.store.ts";
import type { Lead, LeadState } from "./leads.store.ts";
import { type Halt, openingOf, roomOf } from "./pace.store.ts";

/** How many campaigns are answered for. */
const most = 50;

/** `cause`: what stands against it now; else what it waits for. */
export type WhyNot = {
  campaign_id: string;
  campaign: string;
  status: CampaignStatus;
  state: LeadState;
  result: string | null;
  cause:
    | BlockCause
    | Halt["cause"]
    | "campaign_not_running"
    | "campaign_held"
    | "calling"
    | "no_line"
    | "retry"
    | "its_turn"
    | "done";
  /** Why the campaign waits or stands, by name, where that is the cause; null: it does not, or no one knows. */
  why: string | null;
  /** When it may be called at the earliest, ms UTC; null: never as things stand, or not known. */
  next_at: number | null;
  /** On all campaigns together. */
  caps: DialCaps;
};

type Cause = Pick<WhyNot, "cause" | "next_at">;

/** Whether the carrier had no line when its turn came last. */
const hadNoLine = (db: OrganizationDatabase, { campaign_id, contact_id }: Lead): boolean =>
  db.get<{ why: string | null } | undefined>(sql`select why from dial_attempts
    where campaign_id = ${campaign_id} and contact_id = ${contact_id} order by id desc limit 1`)?.why ===
  "no_line";

/** What keeps a campaign that runs from calling anyone. */
function haltNow(db: OrganizationDatabase, campaign: Campaign, ground: Ground, now: number): Cause | null {
  if ((campaign.held_until ?? 0) > now) return { cause: "campaign_held", next_at: campaign.held_until };
  const open = openCounts(db, now);
  const room = roomOf(db, campaign, open.leased, now);
  return openingOf(db, campaign, open.of.get(campaign.id) ?? 0, { room, ground, now }).halt;
}

/** What a lead waits for that no rule stands against. */
const waits = (db: OrganizationDatabase, lead: Lead, now: number): Cause => {
  if (lead.due_at <= now) return { cause: "its_turn", next_at: now };
  const cause = hadNoLine(db, lead) ? "no_line" : lead.attempts > 0 ? "retry" : "its_turn";
  return { cause, next_at: lead.due_at };
};

/** The one that lasts longest of what stands against a lead that waits. */
function causeFor(db: OrganizationDatabase, campaign: Campaign, lead: Lead, now: number): Cause {
  const ground = groundOf(db, campaign);
  const stands = standOf(db, ground, lead, now, true);
  if (!stands.ok && stands.next_at === null) return { cause: stands.cause, next_at: null };
  if (!stands.ok && stands.cause === "register_old") return { cause: stands.cause, next_at: null };
  const halt = campaign.status === "running" ? haltNow(db, campaign, ground, now) : null;
  const causes: Cause[] = [
    ...(stands.ok ? [] : [{ cause: stands.cause, next_at: stands.next_at }]),
    ...(halt ? [halt] : []),
    waits(db, lead, now),
  ];
  const at = ({ next_at }: Cause) => next_at ?? now;
  const longest = causes.reduce((a, b) => (at(b) > at(a) ? b : a));
  // A lead that waits for no reason of its own waits for what stood against it before.
  const cause = longest.cause === "its_turn" && !stands.ok ? stands.cause : longest.cause;
  if (!stands.ok || campaign.status === "running")
    return { cause, next_at: longest.next_at === null ? null : passesAt(db, ground, lead, at(longest)) };
  return { cause: "campaign_not_running", next_at: null };
}

/** Why a contact is not called yet, campaign by campaign, the newest first. @param among the states of the campaigns */
export function whyNot(
  db: OrganizationDatabase,
  contact_id: string,
  now: number,
  among: readonly CampaignStatus[] = campaignStatuses,
): WhyNot[] {
  const rows = db
    .select({ lead: campaignLeads, campaign: campaigns.name, status: campaigns.status })
    .from(campaignLeads)
    .innerJoin(campaigns, eq(campaigns.id, campaignLeads.campaign_id))
    .where(and(eq(campaignLeads.contact_id, contact_id), inArray(campaigns.status, [...among])))
    .orderBy(desc(campaigns.id))
    .limit(most)
    .all();
  const caps = capsOf(db);
  return rows.map(({ lead, campaign, status }) => {
    const { campaign_id, state, result } = lead;
    const whole = find(db, campaign_id);
    const because = ({ cause, next_at }: Cause): WhyNot => {
      const isOfCampaign = cause === "campaign_held" || cause === "campaign_not_running";
      const why = isOfCampaign ? (whole?.why ?? null) : null;
      return { campaign_id, campaign, status, state, result, cause, why, next_at, caps };
    };
    if (state === "done" || !whole)
      return because({ cause: blockCauses.find((one) => one === result) ?? "done", next_at: null });
    if (state === "leased" || state === "calling") return because({ cause: "calling", next_at: now });
    return because(causeFor(db, whole, lead, now));
  });
}
