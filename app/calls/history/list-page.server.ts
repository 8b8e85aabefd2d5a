/** What a member asks the list of calls for, what it shows of their choices, and what they may do with it. */
import type { Reading } from "#app/calls/call-row.ts";
import { isVisiting } from "#app/membership/actor.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { money } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { type CallHistoryQuery, callHistoryQueryOf } from "./call-history.schema.ts";
import { withDays } from "./history-query.ts";
import type { ListChoices } from "./list-choices.schema.ts";

/** The bounds of the cost's classes, in micro-units, as `calls` has them. */
const bounds = [100_000, 500_000, 1_000_000] as const;

function costNames(currency: string, locale: string): string[] {
  const [low, medium, high] = bounds.map((micros) => money(micros, currency, locale));
  return ["No cost", `Under ${low}`, `${low} to ${medium}`, `${medium} to ${high}`, `${high} or more`];
}

type ListAsked = {
  query: CallHistoryQuery;
  /** With the days that its range means. */
  dated: CallHistoryQuery;
  reading: Reading;
  /** Whether the member may not read who called. */
  hidesPersons: boolean;
};

/** What an address asks the list for, as far as the member may ask it. */
export function listAsked({ may, organization }: Member, url: string): ListAsked {
  const { timeZone, locale } = organization;
  const hidesPersons = !may("calls.read_persons");
  const asked = callHistoryQueryOf(url);
  // A call that is found by a name reveals that it contains the name.
  const query = hidesPersons ? { ...asked, q: "", tag: null } : asked;
  const reading = { now: Date.now(), timeZone, locale };
  return { query, dated: withDays(query, reading), reading, hidesPersons };
}

export function listChoicesShown(member: Member, { views, columns, tags }: ListChoices) {
  const { may, organization } = member;
  return {
    views,
    columns,
    // A tag is free text and may name people.
    tags: may("calls.read_persons") ? tags : null,
    costs: costNames(organization.currency, organization.locale),
    request: newId(),
    canChoose: !isVisiting(member),
    canWrite: may("calls.write"),
    canExport: may("organization.write") && !isVisiting(member),
    canDelete: may("organization.write"),
    canDeleteShared: may("organization.write"),
  };
}
