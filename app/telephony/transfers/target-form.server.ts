/** The form of a transfer target: what is posted becomes a target, or errors at its fields. */
import { z } from "zod";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { type Dialling, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { dialRefusalWords } from "./dial-words.schema.ts";
import { type TransferTarget, transferTarget } from "./transfer.schema.ts";
import {
  longestRing_s,
  longestTargetName,
  longestUseWhen,
  shortestRing_s,
  transferModes,
} from "./transfer-terms.schema.ts";

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 09:30");

/** One stretch of a day, or two around a break. An end at midnight is the end of the day: time fields have no 24:00. */
const dayOf = (
  posted: Readonly<Record<string, unknown>>,
  day: Weekday,
  issue: (at: string, words: string) => void,
) => {
  if (posted[`${day}_open`] !== "on") return [];
  const read = (part: "from" | "to") => {
    const found = clock.safeParse(posted[`${day}_${part}`]);
    if (!found.success) issue(`${day}_${part}`, "Enter opening and closing times");
    return found.data ?? null;
  };
  const [from, until] = [read("from"), read("to")];
  if (from === null || until === null) return [];
  const to = until === "00:00" ? "24:00" : until;
  if (from >= to) {
    issue(`${day}_to`, "Closing time must be after opening time");
    return [];
  }
  return [{ from, to }];
};

/** A break that falls into a day's hours divides them. */
const without = (stretches: { from: string; to: string }[], pause: { from: string; to: string } | null) =>
  stretches.flatMap((one) =>
    pause === null || pause.from <= one.from || pause.to >= one.to
      ? [one]
      : [
          { from: one.from, to: pause.from },
          { from: pause.to, to: one.to },
        ],
  );

const fields = z.looseObject({
  name: oneLine(longestTargetName, "Enter a name"),
  phone_number: z
    .string({ error: "Enter a phone number" })
    .trim()
    .max(60, "Use a full number, like +1 415 555 0100"),
  use_when: oneLine(longestUseWhen),
  mode: z.enum(transferModes, "Choose one"),
  ring_seconds: z.coerce
    .number(`Between ${shortestRing_s} and ${longestRing_s} seconds`)
    .int("Use whole seconds")
    .min(shortestRing_s, `At least ${shortestRing_s} seconds`)
    .max(longestRing_s, `At most ${longestRing_s} seconds`),
  open: z.enum(["always", "hours"], "Choose one"),
  time_zone: z.string().max(64).default(""),
});

/** `dialling`: the country of numbers without a prefix, and whether others may be dialled. */
export const targetForm = (dialling: Dialling) =>
  fields.transform((form, context): Omit<TransferTarget, "id" | "is_paused"> => {
    const issue = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
    const phone_number = phoneNumberFrom(form.phone_number, dialling.country);
    const why = phone_number === null ? "unknown" : dialRefusal(phone_number, dialling);
    if (why) issue("phone_number", dialRefusalWords(why, dialling.country));
    const time_zone = timeZoneOf(form.time_zone);
    if (form.open === "hours" && time_zone === null) issue("time_zone", "Choose a time zone from the list");
    const { name, use_when, mode, ring_seconds } = form;
    return {
      name,
      phone_number: phone_number ?? "",
      use_when,
      mode,
      ring_seconds,
      hours: form.open === "always" ? null : { weekly: weekIn(form, issue), holidays: [] },
      time_zone: time_zone ?? "UTC",
    };
  });

function weekIn(form: Readonly<Record<string, unknown>>, issue: (at: string, words: string) => void) {
  const given = [form.break_from, form.break_to].map((text) => clock.safeParse(text).data ?? null);
  const [from, to] = given;
  const pause = from && to && from < to ? { from, to } : null;
  if (given.some(Boolean) && pause === null) issue("break_to", "The break must end after it begins");
  const week = (day: Weekday) => without(dayOf(form, day, issue), pause);
  const weekly = {
    mon: week("mon"),
    tue: week("tue"),
    wed: week("wed"),
    thu: week("thu"),
    fri: week("fri"),
    sat: week("sat"),
    sun: week("sun"),
  };
  if (weekdays.every((day) => form[`${day}_open`] !== "on"))
    issue("open", "Open at least one day, or choose Always");
  return weekly;
}

/** A target as it is written. */
export const targetFields = transferTarget.omit({ id: true, is_paused: true });
