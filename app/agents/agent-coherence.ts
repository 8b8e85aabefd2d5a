/** What can be wrong with an agent although each of its parts is right: the rules that need more than one of them. */
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import type { AgentSpec } from "./agents.schema.ts";

/** `place`: of the field in its list. */
export type Incoherence =
  | { kind: "appointment_without_booking"; place: number }
  | { kind: "booking_without_hours" }
  | { kind: "transfer_without_number" };

type Parts = {
  readonly fields: readonly { readonly type: string }[];
  readonly week: Readonly<Record<Weekday, readonly unknown[]>>;
  readonly books: boolean;
  readonly hasTransfer: boolean;
  readonly when_unknown: AgentSpec["when_unknown"];
};

export function incoherences({ fields, week, books, hasTransfer, when_unknown }: Parts): Incoherence[] {
  const unbookable = fields.flatMap(({ type }, place): Incoherence[] =>
    type === "appointment" && !books ? [{ kind: "appointment_without_booking", place }] : [],
  );
  const isClosed = weekdays.every((day) => week[day].length === 0);
  return [
    ...unbookable,
    ...(books && isClosed ? [{ kind: "booking_without_hours" } as const] : []),
    ...(when_unknown === "transfer" && !hasTransfer ? [{ kind: "transfer_without_number" } as const] : []),
  ];
}

/** The same, of a finished agent. */
export const incoherencesOf = ({ fields, hours, actions, when_unknown }: AgentSpec): Incoherence[] =>
  incoherences({
    fields,
    week: hours.weekly,
    books: actions.book !== null,
    hasTransfer: actions.transfer !== null,
    when_unknown,
  });
