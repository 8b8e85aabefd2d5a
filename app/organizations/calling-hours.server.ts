/** The calling hours of an organization as a form on /settings. */

import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { callingHoursForm } from "./settings-forms.server.ts";
import { keepSettings } from "./settings-row.server.ts";

const workday = { from: "09:00", to: "17:00" };

/** A weekday's initial row in the form: a closed day has default hours, so that one checkbox opens it. */
function rowOf(hours: CallingHours | null, day: Weekday) {
  const [stretch] = hours?.[day] ?? [];
  if (stretch === undefined) return { open: false, ...workday };
  return { open: true, from: stretch.opens, to: stretch.closes === "24:00" ? "00:00" : stretch.closes };
}

/** The initial values of the week. */
export const weekOf = (hours: CallingHours | null) => ({
  mon: rowOf(hours, "mon"),
  tue: rowOf(hours, "tue"),
  wed: rowOf(hours, "wed"),
  thu: rowOf(hours, "thu"),
  fri: rowOf(hours, "fri"),
  sat: rowOf(hours, "sat"),
  sun: rowOf(hours, "sun"),
});

/** The week in one line for the audit trail: "mon 09:00-17:00, sat 10:00-12:00". */
const lineOf = (hours: CallingHours): string =>
  weekdays.flatMap((day) => hours[day].map(({ opens, closes }) => `${day} ${opens}-${closes}`)).join(", ");

/** Null: they are saved. */
export async function saveCallingHours(
  request: Request,
  context: Context,
  member: Member,
  form: FormData,
): Promise<SubmissionResult<string[]> | null> {
  const submission = parseWithZod(form, { schema: callingHoursForm });
  if (submission.status !== "success") return submission.reply();
  const calling_hours = submission.value;
  await keepSettings(
    request,
    context,
    member,
    { calling_hours },
    {
      action: "organization.calling_hours_changed",
      changes: { hours: calling_hours && lineOf(calling_hours) },
    },
  );
  return null;
}
