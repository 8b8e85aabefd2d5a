/** What the forms of /settings take, section by section. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import { currencies, locales } from "./settings-choices.ts";

const optional = (most: number) => oneLine(most).transform((line) => (line === "" ? null : line));

const website = optional(300).refine(
  (line) => line === null || (URL.canParse(line) && /^https?:$/.test(new URL(line).protocol)),
  "Enter an address that begins with https://",
);
const email = optional(254).refine(
  (line) => line === null || z.email().safeParse(line).success,
  "Invalid email address",
);

/** As long as a name that is made from an address may be. */
export const organizationName = oneLine(80, "Enter a name");

export const profileForm = z.object({
  name: organizationName,
  address: optional(300),
  website,
  contact_email: email,
});

export const regionForm = z.object({
  time_zone: z.string({ error: "Choose a time zone" }).max(64, "Choose a time zone from the list"),
  locale: z.enum(
    locales.map(([code]) => code),
    "Choose a language from the list",
  ),
  currency: z.enum(currencies, "Choose a currency from the list"),
});

export const securityForm = z.object({
  require_two_factor: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
});

/** @param name the organization's, which whoever deletes it has to type */
export const deletionForm = (name: string) =>
  z.object({
    name: oneLine(200, "Type its name").refine(
      (typed) => typed === name.trim().normalize("NFC"),
      `That is not “${name}”`,
    ),
  });
