/** What happened with one contact, newest first: calls, what campaigns decided, texts, appointments, notes, consents, and the do-not-call list. */
import { type SQL, sql } from "drizzle-orm";
import { outcomeFrom, type Reading } from "#app/calls/call-row.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { leadResult } from "#app/campaigns/campaign-words.ts";
import { among, numbersOf } from "#app/contacts/contact-rows.store.ts";
import { provingCall } from "#app/contacts/contact-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { ago, clockDuration, exactTime } from "#app/platform/format.ts";
import { barWords, consentWords } from "./contact-words.ts";

/** One entry of the timeline. */
export type TimelineItem = {
  id: string;
  is: "call" | "campaign" | "text" | "booking" | "note" | "consent" | "list";
  title: string;
  /** What was said or written. */
  text: string | null;
  /** Where it can be read. */
  to: string | null;
  by: string | null;
  /** The campaign that it is a step of. */
  campaign: { id: string; name: string } | null;
  when: string;
  exactly: string;
};

export type Timeline = { items: TimelineItem[]; earlier: number | null };

const atOnce = 40;

type Entry = Omit<TimelineItem, "when" | "exactly" | "campaign"> & {
  campaign?: TimelineItem["campaign"];
  at: number;
};

/**
 * The entries before a time, at most 40.
 * @param before ms UTC; null: from the newest on
 * @param showsCampaigns whether the reader may know of campaigns
 */
export function timeline(
  db: OrganizationDatabase,
  contact_id: string,
  before: number | null,
  reading: Reading,
  showsCampaigns: boolean,
): Timeline {
  const numbers = among(numbersOf(db, contact_id));
  const until = before ?? Number.MAX_SAFE_INTEGER;
  const sources = [callsWith, stepsOf, textsWith, bookingsOf, notesOf, consentsOf, barsOf];
  const found = sources
    .flatMap((of) => of(db, { contact_id, numbers, until, showsCampaigns }))
    .toSorted((one, other) => other.at - one.at);
  const shown = found.slice(0, atOnce);
  return {
    items: shown.map(({ at, campaign = null, ...entry }) => ({
      ...entry,
      campaign,
      when: ago(at, reading.now, reading),
      exactly: exactTime(at, reading),
    })),
    earlier: found.length > atOnce ? (shown.at(-1)?.at ?? null) : null,
  };
}

type Asked = { contact_id: string; numbers: SQL; until: number; showsCampaigns: boolean };
type Source = (db: OrganizationDatabase, asked: Asked) => Entry[];

const most = sql.raw(String(atOnce + 1));

type Step = { campaign_id: string | null; campaign: string | null; result: string | null };

const campaignOf = ({ campaign_id, campaign }: Step): TimelineItem["campaign"] =>
  campaign_id === null || campaign === null ? null : { id: campaign_id, name: campaign };

/** What came of a call: of one that a campaign placed and no person took, what the campaign made of it. */
const cameTo = (outcome: string, result: string | null): string =>
  (result === null || result === "answered" ? null : leadResult(result)?.words) ??
  outcomeWords[outcomeFrom(outcome)];

const callsWith: Source = (db, { contact_id, numbers, until, showsCampaigns }) =>
  db
    .all<
      {
        id: string;
        direction: string;
        outcome: string;
        summary: string | null;
        agent_name: string | null;
        started_at: number;
        talk_seconds: number;
      } & Step
    >(sql`select calls.id, calls.direction, calls.outcome, calls.summary, calls.agent_name,
        calls.started_at, calls.talk_seconds,
        k.id as campaign_id, k.name as campaign, case when k.id is not null then a.result end as result
      from calls left join dial_attempts as a on a.call_id = calls.id and ${showsCampaigns ? 1 : 0}
        left join campaigns as k on k.id = a.campaign_id
      where calls.id in (
        select id from (select id from calls where contact_id = ${contact_id} and started_at < ${until} order by id desc limit ${most})
        union select id from (select id from calls where other_number in ${numbers} and status <> 'rejected' and started_at < ${until} order by id desc limit ${most}))
      order by calls.id desc limit ${most}`)
    .map((call) => ({
      id: call.id,
      is: "call" as const,
      at: call.started_at,
      title: [
        call.direction === "inbound" ? "They called" : "We called",
        cameTo(call.outcome, call.result).toLowerCase(),
        ...(call.talk_seconds > 0 ? [clockDuration(call.talk_seconds)] : []),
      ].join(" · "),
      text: call.summary,
      to: `/call-history/${call.id}`,
      by: call.agent_name,
      campaign: campaignOf(call),
    }));

/** The attempts of campaigns that are no call of the list above; those that were only given back to their campaign don't count. */
const stepsOf: Source = (db, { contact_id, numbers, until, showsCampaigns }) =>
  !showsCampaigns
    ? []
    : db
        .all<{ id: string; call_id: string | null; why: string | null; at: number } & Step>(
          sql`select a.id, a.call_id, a.result, a.why, k.id as campaign_id, k.name as campaign,
              coalesce(a.asked_at, a.leased_at) as at
            from dial_attempts as a join campaigns as k on k.id = a.campaign_id
            where a.id in (
              select id from dial_attempts where phone_number in ${numbers}
              union select d.id from campaign_leads as l
                join dial_attempts as d on d.campaign_id = l.campaign_id and d.contact_id = l.contact_id
                where l.contact_id = ${contact_id})
              and a.state = 'over' and a.result is not 'lost' and at < ${until}
              and not exists (select 1 from calls where calls.id = a.call_id)
            order by at desc limit ${most}`,
        )
        .map(({ id, call_id, why, at, ...step }) => ({
          id,
          is: "campaign" as const,
          at,
          title: [
            call_id === null ? "Not called" : "We called",
            ...[leadResult(step.result ?? why)?.words.toLowerCase()].filter((words) => words !== undefined),
          ].join(" · "),
          text: null,
          to: null,
          by: null,
          campaign: campaignOf(step),
        }));

const textsWith: Source = (db, { numbers, until }) =>
  db
    .all<{
      id: string;
      thread_id: string;
      direction: string;
      author_name: string | null;
      text: string;
      at: number;
    }>(
      sql`select t.id, t.thread_id, t.direction, t.author_name, t.text, t.created_at as at from texts as t
        where t.thread_id in (select id from text_threads where other_number in ${numbers})
          and t.direction <> 'note' and t.created_at < ${until}
        order by t.seq desc limit ${most}`,
    )
    .map(({ id, thread_id, direction, author_name, text, at }) => ({
      id,
      is: "text" as const,
      at,
      title: direction === "in" ? "They texted" : "We texted",
      text: text || "Picture",
      to: `/messages/${thread_id}`,
      by: direction === "in" ? null : author_name,
    }));

const bookingWords: Readonly<Record<string, string>> = {
  booked: "Appointment",
  canceled: "Canceled appointment",
  no_show: "No-show",
};

const bookingsOf: Source = (db, { contact_id, numbers, until }) =>
  db
    .all<{ id: string; kind: string; status: string; notes: string; at: number }>(
      sql`select id, kind, status, notes, starts_at as at from bookings
        where (contact_id = ${contact_id} or phone_number in ${numbers}) and starts_at < ${until}
        order by starts_at desc limit ${most}`,
    )
    .map(({ id, kind, status, notes, at }) => ({
      id,
      is: "booking" as const,
      at,
      title: `${bookingWords[status] ?? "Appointment"} · ${kind}`,
      text: notes || null,
      to: `/bookings/${id}`,
      by: null,
    }));

const notesOf: Source = (db, { contact_id, until }) =>
  db
    .all<{ id: string; text: string; author_name: string; at: number }>(
      sql`select id, text, author_name, created_at as at from contact_notes
        where contact_id = ${contact_id} and created_at < ${until} order by created_at desc limit ${most}`,
    )
    .map(({ id, text, author_name, at }) => ({
      id,
      is: "note" as const,
      at,
      title: "Note",
      text,
      to: null,
      by: author_name,
    }));

const consentsOf: Source = (db, { contact_id, until }) =>
  db
    .all<{ id: string; kind: string; channel: string; source: string; proof: string; at: number }>(
      sql`select id, kind, channel, source, proof, given_at as at from consents
        where contact_id = ${contact_id} and given_at < ${until} order by given_at desc limit ${most}`,
    )
    .map(({ id, kind, channel, source, proof, at }) => {
      const call = provingCall({ source, proof });
      return {
        id,
        is: "consent" as const,
        at,
        title: `${consentWords[kind] ?? kind} · ${channel === "text" ? "texts" : "calls"}`,
        text: call === null ? source || null : "Given in a call",
        to: call === null ? null : `/call-history/${call}`,
        by: null,
      };
    });

const barsOf: Source = (db, { numbers, until }) =>
  db
    .all<{ id: string; change: string; source: string; reason: string; by_name: string | null; at: number }>(
      sql`select id, change, source, reason, by_name, at from do_not_call_changes
        where phone_number in ${numbers} and at < ${until} group by at, change order by at desc limit ${most}`,
    )
    .map(({ id, change, source, reason, by_name, at }) => ({
      id,
      is: "list" as const,
      at,
      title:
        change === "added"
          ? `Do not call · ${(barWords[source] ?? source).toLowerCase()}`
          : "Taken off the do-not-call list",
      text: reason || null,
      to: null,
      by: by_name,
    }));
