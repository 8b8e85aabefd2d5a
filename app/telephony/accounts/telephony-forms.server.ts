/** The forms of /twilio-settings and of one account: what was typed becomes what the verbs take. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { mostCallsPerSecond, ownCarriers } from "#app/telephony/carriers/account-terms.ts";
import { machineActs, type TelephonyChange } from "#app/telephony/telephony-settings.schema.ts";
import { countriesIn } from "./country-names.ts";

const _ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** The credentials of a carrier among the posted fields. Each is named `<carrier>_<name>`. */
export function credentialsIn(carrier: string, posted: FormData) {
  const known = ownCarriers.find(({ name }) => name === carrier);
  const credentials: Record<string, string> = {};
  const missing: Record<string, string[]> = {};
  for (const { name, label, isOptional } of known?.fields ?? []) {
    const typed = posted.get(`${carrier}_${name}`);
    const value = typeof typed === "string" ? typed.trim() : "";
    if (value === "" && isOptional) continue;
    if (value === "" || value.length > 300) missing[`${carrier}_${name}`] = [`Enter the ${wordOf(label)}`];
    else credentials[name] = value;
  }
  return { credentials, missing };
}

/** A label inside a sentence: abbreviations keep their capitals. */
const wordOf = (label: string): string =>
  /^[A-Z]{2}/.test(label) || label.startsWith("TeXML")
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);

export const secretNames = ownCarriers.flatMap(({ name, fields }) =>
  fields.map((field) => `${name}_${field.name}`),
);

export const addForm = z.object({
  carrier: z.enum(
    ownCarriers.map(({ name }) => name),
    "Choose a carrier",
  ),
  name: oneLine(60, "Enter a name"),
});

const choice = z
  .union([z.uuid(), z.literal("")])
  .optional()
  .transform((id) => id || null);

export const outgoingForm = z
  .object({
    default_account: choice,
    caller_id: choice,
    machines: z.enum(machineActs, "Choose what happens").optional(),
    voicemail_message: z
      .string()
      .trim()
      .max(400, "At most 400 characters")
      .optional()
      .transform((words) => (words === undefined ? undefined : words || null)),
  })
  .superRefine(({ machines, voicemail_message }, context) => {
    if (machines === "message" && !voicemail_message)
      context.addIssue({ code: "custom", path: ["voicemail_message"], message: "Enter the message" });
  })
  .transform((settings): TelephonyChange => settings);

const countries = z
  .string()
  .max(5000)
  .default("")
  .transform((typed, context) => {
    const { codes, unknown } = countriesIn(typed);
    const [first] = unknown;
    if (first !== undefined)
      context.addIssue({
        code: "custom",
        message: `“${first.slice(0, 40)}” isn't a country. Use names or codes, like Canada or CA`,
      });
    return codes;
  });

export const countriesForm = z
  .object({ countries_in: countries, countries_out: countries })
  .transform((settings): TelephonyChange => settings);

/** @param country of numbers without a prefix */
export const emergencyForm = (country: string) =>
  z
    .object({
      emergency_number: oneLine(40).transform((typed, context) => {
        if (typed === "") return null;
        if (/^\d{2,6}$/.test(typed)) return typed;
        const number = phoneNumberFrom(typed, country);
        if (number === null)
          context.addIssue({ code: "custom", message: "Use a short number like 911, or a full one" });
        return number;
      }),
    })
    .transform((settings): TelephonyChange => settings);

const wholeNumber = (most: number, words: string) =>
  z
    .string()
    .trim()
    .default("")
    .transform((typed, context) => {
      if (typed === "") return null;
      const number = Number(typed);
      if (!Number.isInteger(number) || number < 1 || number > most)
        context.addIssue({ code: "custom", message: words });
      return number;
    });

export const limitsForm = z.object({
  lines: wholeNumber(10_000, "Enter a whole number, or nothing"),
  calls_per_second: wholeNumber(mostCallsPerSecond, `Enter 1 to ${mostCallsPerSecond}, or nothing`),
});

export const renameForm = z.object({ name: oneLine(60, "Enter a name") });
