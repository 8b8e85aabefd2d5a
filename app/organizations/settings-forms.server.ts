/** The shapes of the forms of /settings, section by section. */
import { z } from "zod";
import { dayForm } from "#app/hours/day-form.schema.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { retentionShape } from "#app/object/data-classes.schema.ts";
import type { ClosedDay } from "#app/object/settings.schema.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { classChoices, currencies, locales, mostClosedDays, retentionChoices } from "./settings-choices.ts";

const optional = (most: number) => oneLine(most).transform((line) => (line === "" ? null : line));

const website = optional(300).refine(
  (line) => line === null || (URL.canParse(line) && /^https?:$/.test(new URL(line).protocol)),
  "Enter an address that starts with https://",
);
const email = optional(254).refine(
  (line) => line === null || z.email().safeParse(line).success,
  "Invalid email address",
);

/** As long as a name that is derived from an address may be. */
export const organizationName = oneLine(80, "Enter a name");

export const profileForm = z.object({
  name: organizationName,
  address: optional(300),
  website,
  contact_email: email,
});

export const regionForm = z.object({
  time_zone: z
    .string({ error: "Choose a time zone" })
    .refine((zone) => timeZoneOf(zone) !== null, "Choose a time zone from the list"),
  locale: z.enum(
    locales.map(([code]) => code),
    "Choose a language from the list",
  ),
  currency: z.enum(currencies, "Choose a currency from the list"),
});

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

export const securityForm = z.object({ require_two_factor: ticked });

export const supportForm = z.object({ allows_support: ticked });

export const noticesForm = z.object({ booking: ticked, message: ticked, missed: ticked });

const weekday = dayForm.transform((day) => day.map(({ from, to }) => ({ opens: from, closes: to })));

/** Null when no day is open: the setting is cleared. */
export const callingHoursForm = z
  .object({
    mon: weekday,
    tue: weekday,
    wed: weekday,
    thu: weekday,
    fri: weekday,
    sat: weekday,
    sun: weekday,
  })
  .transform((hours) => (Object.values(hours).some((day) => day.length > 0) ? hours : null));

/** @param country ISO 3166 code of the country of numbers without a prefix */
export const testNumberForm = (country: string) =>
  z.object({
    default_test_number: optional(40).transform((typed, context) => {
      if (typed === null) return null;
      const number = phoneNumberFrom(typed, country);
      if (number === null)
        context.addIssue({ code: "custom", message: "Use a full number, like +1 415 555 0100" });
      return number;
    }),
  });

/** Empty: as many as the platform allows. */
const lowered = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (typed === undefined || typed === "") return null;
    if (/^[1-9]\d{0,6}$/.test(typed)) return Number(typed);
    context.addIssue({ code: "custom", message: "Enter a whole number from 1, or leave blank" });
    return null;
  });

export const campaignLimitsForm = z.object({
  per_day: lowered,
  per_minute: lowered,
  number_in_14_days: lowered,
});

/** A row of the closed days; an empty one counts for nothing. */
const closedDayRow = z
  .object({ date: z.iso.date("Use a date like 2026-12-25").optional(), name: oneLine(60) })
  .transform(({ date, name }, context): ClosedDay | null => {
    if (date !== undefined) return { date, name };
    if (name !== "") context.addIssue({ code: "custom", path: ["date"], message: "Choose a date" });
    return null;
  });

/** In any order; a repeated day counts once, with its last name. */
export const closedDaysForm = z.object({
  days: z
    .array(closedDayRow)
    .max(mostClosedDays, `At most ${mostClosedDays} days`)
    .transform((rows) => {
      const days = new Map(rows.filter((row) => row !== null).map((row) => [row.date, row]));
      return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    }),
});

/** Null: kept as long as the organization exists. */
const daysOf = (choices: readonly number[]) =>
  z
    .enum(choices.map(String), "Choose one from the list")
    .optional()
    .transform((days) => (days === undefined ? null : Number(days)));

/** A form that was drawn before the other classes existed changes none of them. */
export const retentionForm = z
  .object({
    retention_days: daysOf(retentionChoices),
    classes: z.literal("shown").optional(),
    messages: daysOf(classChoices.messages),
    bookings: daysOf(classChoices.bookings),
    contacts: daysOf(classChoices.contacts),
    calls: daysOf(classChoices.calls),
  })
  .transform(({ retention_days, classes, ...days }) => ({
    retention_days,
    ...(classes && { retention: retentionShape.parse(withoutNulls(days)) }),
  }));

const withoutNulls = (days: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(days).filter(([, value]) => value !== null));

export const redactionForm = z.object({
  cards: ticked,
  national_ids: ticked,
  emails: ticked,
  phones: ticked,
});

/** @param name the organization's, which the person who deletes it has to type */
export const deletionForm = (name: string) =>
  z.object({
    name: oneLine(200, "Type its name").refine(
      (typed) => typed === name.trim().normalize("NFC"),
      `That's not “${name}”`,
    ),
  });
