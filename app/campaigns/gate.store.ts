/** The gate before every attempt: whether a lead may be called now, why not, and what that was decided on. */
import { sql } from "drizzle-orm";
import { isZoneOfCountry, placeOfNumber } from "#app/calls/compliance/area-places.ts";
import { isCurrent } from "#app/calls/compliance/consent-terms.ts";
import { isBlocked } from "#app/calls/protection/protection.store.ts";
import { consentOf, hasRevoked } from "#app/contacts/consents.store.ts";
import { lineTypeOf } from "#app/contacts/contact-rows.store.ts";
import { type Consent, type ConsentKind, consentKinds } from "#app/contacts/contact-terms.schema.ts";
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { closedDays } from "#app/object/settings.store.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { addDays, instantOf, isTimeZone, localClock, localDate } from "#app/platform/zoned-time.ts";
import { isCountryAllowed } from "#app/telephony/allowed-countries.ts";
import { settings } from "#app/telephony/telephony.store.ts";
import { keptWindowsOf, type LeadPlace } from "./calling-windows.ts";
import type { BlockCause, CampaignDraft, DialCaps } from "./campaign.schema.ts";
import { isInAudience } from "./campaign-audience.store.ts";
import type { DialStanding } from "./dial.schema.ts";
import { capsOf } from "./dial-limits.store.ts";
import { isCalledBefore, type Lead } from "./leads.store.ts";
import { isRegisterOld, type Screening } from "./screening.schema.ts";
import { uploadedLists } from "./screening.store.ts";
import { standing } from "./standing.store.ts";

/** Of the rules below; a decision says by which it was made. */
const rulesVersion = "us-3";
/** A phone that is rung in the last moment of an hour rings in the next one. */
const ringing_ms = minute_ms;
const fortnight_ms = 14 * day_ms;
/** When it is asked again where the register is old. */
const register_ms = 5 * minute_ms;

/** What a decision was made on, as the ledger keeps it. */
export type Evidence = {
  rules: string;
  phone_number: string;
  /** Where the number can be, and the times there. */
  region: string | null;
  zones: readonly string[];
  local_times: readonly string[];
  window_until: number | null;
  consent: Pick<Consent, "id" | "kind" | "source" | "given_at" | "proof"> | null;
  consent_asked: CampaignDraft["consent"];
  do_not_call: boolean;
  /** The list that bars the number, what kind it is or who put the number there, and since when; null: none does. */
  barred_by: { list: string; kind: string; since: number } | null;
  lists: readonly { name: string; kind: string; updated_at: number }[];
  line_type: string | null;
  /** What says so: an uploaded list, or the contact's own number; null: nothing does. */
  line_type_from: "list" | "contact" | null;
  calls_in_14_days: number;
  /** On the number's own day, before this one. */
  calls_today: number;
  /** What the calls were counted against. */
  caps: Pick<DialCaps, "number_per_day" | "number_in_14_days">;
  verdict: "allowed" | BlockCause;
};

export type Decision =
  | { ok: true; evidence: Evidence }
  /** `next_at`: when it may be asked again; null: never. */
  | { ok: false; cause: BlockCause; next_at: number | null; evidence: Evidence };

/** What a look around decides on: the campaign's wishes, and what is the same for all its leads. */
export type Ground = {
  draft: Pick<CampaignDraft, "schedule" | "consent" | "cooldown_hours" | "audience">;
  time_zone: string;
  caps: DialCaps;
  screening: Screening;
  /** Dates on which the campaign calls no one. */
  closed: readonly string[];
  /** Whether the organization calls a number's country. */
  isCountryCalled(phone_number: string): boolean;
  /** What its plan says of the numbers it calls; null: not known. */
  plan: Pick<DialStanding, "country" | "reach"> | null;
};

/** The organization's closed days, where the campaign keeps them. */
const closedFor = (
  db: OrganizationDatabase,
  { schedule }: Pick<CampaignDraft, "schedule">,
): readonly string[] => (schedule.rests_on_closed_days ? closedDays(db).map(({ date }) => date) : []);

export const groundOf = (
  db: OrganizationDatabase,
  { draft, time_zone }: Pick<Ground, "draft" | "time_zone">,
  told: DialStanding | null = standing(db),
): Ground => {
  const rules = settings(db);
  return {
    draft,
    time_zone,
    caps: capsOf(db, told),
    screening: uploadedLists(db),
    closed: closedFor(db, draft),
    isCountryCalled: (phone_number) => isCountryAllowed(rules, "outbound", phone_number),
    plan: told,
  };
};

/** Where a lead is: its own zone, or every one that its number can be in; null: not known. */
export function placeOf({
  phone_number,
  time_zone,
}: Pick<Lead, "phone_number" | "time_zone">): LeadPlace | null {
  const place = placeOfNumber(phone_number);
  if (time_zone !== null && !isTimeZone(time_zone)) return null;
  // Who moved within a country keeps their number. Of a zone elsewhere it isn't known who erred: the hours of both hold.
  if (time_zone !== null) {
    const isFar = place !== null && !isZoneOfCountry(time_zone, place.region);
    return { region: place?.region ?? "", zones: [time_zone, ...(isFar ? place.zones : [])] };
  }
  return place && place.zones.length > 0 ? place : null;
}

type CallsTo = { in_14_days: number; today: number };

/** Calls to a number in a fortnight and on its own day: attempts that left for the carrier, and calls that members placed. */
const callsTo = (
  db: OrganizationDatabase,
  phone_number: string,
  { since, midnight }: { since: number; midnight: number },
  but: string | undefined,
): CallsTo =>
  db.get<CallsTo>(sql`
    select count(*) as in_14_days, coalesce(sum(is_today), 0) as today from (
      select asked_at >= ${midnight} as is_today from dial_attempts
        where phone_number = ${phone_number} and asked_at >= ${since} and id <> ${but ?? ""}
      union all
      select id >= ${firstIdAt(midnight)} from calls indexed by calls_caller_taken
        where other_number = ${phone_number} and id >= ${firstIdAt(since)} and status <> 'rejected'
          and direction = 'outbound' and not exists (select 1 from dial_attempts a where a.call_id = calls.id))`);

/** When the oldest of the calls that fill the fortnight leaves it. */
const fortnightFreeAt = (db: OrganizationDatabase, phone_number: string, now: number): number => {
  const since = now - fortnight_ms;
  const first = db.get<{ at: number | null }>(sql`select min(at) as at from (
    select min(asked_at) as at from dial_attempts where phone_number = ${phone_number} and asked_at >= ${since}
    union all select min(started_at) from calls indexed by calls_caller_taken
      where other_number = ${phone_number} and id >= ${firstIdAt(since)} and status <> 'rejected'
        and direction = 'outbound')`)?.at;
  return (first ?? now) + fortnight_ms;
};

/** When the last conversation with a number ended, in either direction; null: there was none in so many hours. */
const lastTalk = (db: OrganizationDatabase, phone_number: string, since: number): number | null =>
  db.get<{ at: number | null }>(sql`
    select max(at) as at from (
      select max(ended_at) as at from calls indexed by calls_caller_taken
        where other_number = ${phone_number} and id >= ${firstIdAt(since)} and status <> 'rejected'
          and answered_at is not null and talk_seconds > 0
      union all select max(ended_at) from dial_attempts
        where phone_number = ${phone_number} and ended_at >= ${since} and talk_seconds > 0)`)?.at ?? null;

/** The kinds of consent that are enough. */
export const enoughConsents = (asked: CampaignDraft["consent"]): readonly ConsentKind[] =>
  consentKinds.filter((kind) => kind !== "none" && (asked === "relaxed" || kind === "express_written"));

/** Whom a decision is about: a lead, or someone who may become one. */
type Asked = Pick<Lead, "contact_id" | "phone_number" | "time_zone"> & {
  campaign_id?: string;
  attempt_id?: string;
};

/** Decides on a lead. `isLast`: right before the carrier is asked, when also what the lead came by is looked at again. `attempt_id`: what its calls are counted without. */
export function decide(
  db: OrganizationDatabase,
  ground: Ground,
  lead: Asked,
  now: number,
  isLast: boolean,
): Decision {
  const { draft, caps } = ground;
  const { phone_number, contact_id } = lead;
  const place = placeOf(lead);
  const zones = place?.zones ?? [];
  const bar = isBarred(db, phone_number);
  const screened = ground.screening.look(phone_number);
  const counts = (one: Consent) => isCurrent(one, place?.region ?? "", now);
  const consent = consentOf(db, contact_id, phone_number, "call", counts);
  const ownLine = screened.line_type === null ? lineTypeOf(db, contact_id, phone_number) : null;
  const { campaign_id, attempt_id } = lead;
  const [zone = ground.time_zone] = zones;
  const today = localDate(now, zone);
  const midnight = instantOf(today, "00:00", zone);
  const calls = callsTo(db, phone_number, { since: now - fortnight_ms, midnight }, attempt_id);
  const window = place && keptWindowsOf(draft.schedule, ground.closed)(place, now);
  const evidence = (verdict: Evidence["verdict"]): Evidence => ({
    rules: rulesVersion,
    phone_number,
    region: place?.region ?? null,
    zones,
    local_times: zones.map((zone) => `${localDate(now, zone)} ${localClock(now, zone)}`),
    window_until: window?.isOpen ? window.until : null,
    consent: consent && {
      id: consent.id,
      kind: consent.kind,
      source: consent.source,
      given_at: consent.given_at,
      proof: consent.proof,
    },
    consent_asked: draft.consent,
    do_not_call: bar !== null,
    barred_by: bar
      ? { list: "do_not_call", kind: bar.source, since: bar.at }
      : screened.barredBy && {
          list: screened.barredBy.name,
          kind: screened.barredBy.kind,
          since: screened.barredBy.updated_at,
        },
    lists: screened.lists,
    line_type: screened.line_type ?? ownLine,
    line_type_from: screened.line_type !== null ? "list" : ownLine !== null ? "contact" : null,
    calls_in_14_days: calls.in_14_days,
    calls_today: calls.today,
    caps: { number_per_day: caps.number_per_day, number_in_14_days: caps.number_in_14_days },
    verdict,
  });
  const no = (cause: BlockCause, next_at: number | null): Decision => ({
    ok: false,
    cause,
    next_at,
    evidence: evidence(cause),
  });
  if (bar) return no("do_not_call", null);
  if (screened.barredBy) return no("screened", null);
  if (isBlocked(db, phone_number)) return no("blocked_number", null);
  if (!ground.isCountryCalled(phone_number)) return no("country_blocked", null);
  if (ground.plan && dialRefusal(phone_number, ground.plan) !== null) return no("out_of_reach", null);
  if (!consent || !enoughConsents(draft.consent).includes(consent.kind)) {
    const isRevoked = consent === null && hasRevoked(db, contact_id, phone_number, "call");
    return no(isRevoked ? "consent_revoked" : "no_consent", null);
  }
  if (!counts(consent)) return no("consent_expired", null);
  if (!place || !window) return no("unknown_place", null);
  if (isLast && !isInAudience(db, draft.audience, contact_id)) return no("left_audience", null);
  if (campaign_id !== undefined && isCalledBefore(db, { campaign_id, contact_id, phone_number }))
    return no("called_before", null);
  if (isRegisterOld(ground.screening.registerSince, now)) return no("register_old", now + register_ms);
  if (calls.in_14_days >= caps.number_in_14_days)
    return no("number_cap", fortnightFreeAt(db, phone_number, now));
  if (calls.today >= caps.number_per_day)
    return no("number_cap", instantOf(addDays(today, 1), "00:00", zone));
  if (draft.cooldown_hours > 0) {
    const rest_ms = draft.cooldown_hours * hour_ms;
    const last = lastTalk(db, phone_number, now - rest_ms - day_ms);
    if (last !== null && last + rest_ms > now) return no("cooldown", last + rest_ms);
  }
  if (!window.isOpen) return no("calling_hours", window.until);
  if (now + ringing_ms > window.until) return no("calling_hours", window.until + 1);
  return { ok: true, evidence: evidence("allowed") };
}

const isBeingCalled = (db: OrganizationDatabase, phone_number: string): boolean =>
  db.get(sql`select 1 from dial_attempts where phone_number = ${phone_number} and state <> 'over'
    union all select 1 from live_calls where other_number = ${phone_number} limit 1`) !== undefined;

export type Standing =
  | Decision
  /** Its number is in a call: nothing is decided. */
  | { ok: false; cause: "already_calling"; next_at: number; evidence: null };

/** How a lead stands that waits: what the dialer decides on, and what answers why it is not called yet. */
export function standOf(
  db: OrganizationDatabase,
  ground: Ground,
  lead: Pick<Lead, "campaign_id" | "contact_id" | "phone_number" | "time_zone">,
  now: number,
  isLast: boolean,
): Standing {
  if (isBeingCalled(db, lead.phone_number))
    return { ok: false, cause: "already_calling", next_at: now + minute_ms, evidence: null };
  return decide(db, ground, lead, now, isLast);
}

/** How many causes may follow one another: the day's calls, the fortnight's, the rest after one, and the hours. */
const mostCauses = 6;

/** When the gate lets a lead pass at the earliest; null: never, as things stand. */
export function passesAt(db: OrganizationDatabase, ground: Ground, lead: Asked, from: number): number | null {
  let at = from;
  for (let n = 0; n < mostCauses; n++) {
    const decision = decide(db, ground, lead, at, true);
    if (decision.ok || decision.cause === "register_old") return at;
    if (decision.next_at === null) return null;
    at = Math.max(at, decision.next_at);
  }
  return at;
}
