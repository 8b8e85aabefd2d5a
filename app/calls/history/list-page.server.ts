/** What the list of calls shows of a member's choices, and what they may do with it. */
import { isVisiting } from "#app/membership/actor.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { money } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import type { ListChoices } from "./list-choices.schema.ts";

/** The bounds of the cost's classes, in micro-units, as `calls` has them. */
const bounds = [100_000, 500_000, 1_000_000] as const;

function costNames(currency: string, locale: string): string[] {
  const [low, medium, high] = bounds.map((micros) => money(micros, currency, locale));
  return ["No cost", `Under ${low}`, `${low} to ${medium}`, `${medium} to ${high}`, `${high} or more`];
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
