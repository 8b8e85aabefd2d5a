/** Contacts as pages get them, and what their forms may ask. Times are ms UTC; numbers are E.164. */
import { z } from "zod";
import { timeZone } from "#app/platform/time-zone.schema.ts";
import {
  type BarSource,
  type Consent,
  channels,
  consentKinds,
  lineTypes,
  most,
} from "./contact-terms.schema.ts";

/** A contact in a list. */
export type ContactRow = {
  id: string;
  name: string | null;
  phone_number: string | null;
  email: string | null;
  company: string | null;
  status: string;
  last_called_at: number | null;
  created_at: number;
  tags: string[];
};

export type ContactPage = {
  rows: ContactRow[];
  /** Where the next page begins; null: this is the last. */
  next: string | null;
  /** Few of the contacts that were looked at fit: the next page looks on. */
  isPartial: boolean;
};

export type OwnField = { key: string; label: string };
/** `contacts`: how many have a value; `isMore`: of the newest that were looked at. */
export type CountedField = OwnField & { contacts: { n: number; isMore: boolean } };
export type KeptField =
  | { ok: true; key: string }
  | { ok: false; reason: "not_found" | "full" | "name_taken" };
export type Named = { id: string; name: string };

/** One contact with everything that is kept of it, but the timeline. */
export type ContactFile = ContactRow & {
  address: string | null;
  time_zone: string | null;
  country: string | null;
  custom: Record<string, string>;
  source: string;
  updated_at: number;
  archived_at: number | null;
  numbers: {
    phone_number: string;
    label: string | null;
    line_type: string | null;
    bar: { reason: string; source: BarSource; at: number; by_name: string | null } | null;
  }[];
  emails: { email: string; label: string | null }[];
  lists: Named[];
  consents: Consent[];
};

const text = (longest: number, words: string) => z.string().trim().max(longest, words);
const oneOf = (longest: number) => text(longest, `At most ${longest} characters`);

/** What a form of a contact holds, with numbers that were read. */
export const contactDraft = z.object({
  /** Null: a new contact. */
  id: z.uuid().nullable(),
  /** When the form was drawn, of a contact that is there: a later change refuses the save. */
  version: z.number().int().nullable(),
  name: oneOf(most.name),
  company: oneOf(most.company),
  address: oneOf(most.address),
  /** Empty: the number's. */
  time_zone: timeZone.or(z.literal("")),
  country: z.string().max(2),
  status: z.enum(["new", "qualified", "booked", "not_interested"]).nullable(),
  numbers: z
    .array(
      z.object({
        phone_number: z.e164(),
        label: oneOf(40),
        /** Not there: what is known of the number stays. */
        line_type: z.enum(lineTypes).nullable().optional(),
      }),
    )
    .max(most.numbers),
  emails: z.array(z.email("Enter an email address").max(254).toLowerCase()).max(most.emails),
  custom: z.record(z.string().max(64), oneOf(most.value)),
});
export type ContactDraft = z.infer<typeof contactDraft>;

export type Saved =
  | { ok: true; id: string; changed: boolean }
  | { ok: false; reason: "not_found" | "changed" }
  /** Another contact has it. */
  | { ok: false; reason: "number_taken"; number: string; other: Named };

const ids = z.array(z.uuid()).min(1, "Choose at least one contact").max(500);

/** What is done with several contacts at once. */
export const bulkChange = z.discriminatedUnion("do", [
  z.object({ do: z.literal("tag"), ids, tag: z.string().trim().min(1, "Enter a tag").max(most.tag) }),
  z.object({ do: z.literal("untag"), ids, tag: z.string().trim().min(1, "Enter a tag").max(most.tag) }),
  z.object({ do: z.literal("add_to_list"), ids, list: z.uuid("Choose a list") }),
  z.object({ do: z.literal("remove_from_list"), ids, list: z.uuid("Choose a list") }),
  z.object({ do: z.literal("archive"), ids }),
  z.object({ do: z.literal("restore"), ids }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

export const consentInput = z.object({
  contact_id: z.uuid(),
  request: z.uuid(),
  /** Null: every number that the contact has now. */
  phone_number: z.e164().nullable(),
  kind: z.enum(consentKinds),
  channel: z.enum(channels),
  /** YYYY-MM-DD, where the organization is; empty: now. */
  given_on: z.string().trim().max(10, "Choose a date").default(""),
  source: z.string().trim().min(1, "Say where it was given").max(200),
  proof: z.string().trim().max(1000).default(""),
});
export const consentChoice = z.object({ contact_id: z.uuid(), id: z.uuid() });

export const noteInput = z.object({
  contact_id: z.uuid(),
  id: z.uuid(),
  text: z.string().trim().min(1, "Write something first").max(most.note),
});
export const noteChoice = z.object({ contact_id: z.uuid(), id: z.uuid() });

export const mergeInput = z.object({ into: z.uuid(), from: z.uuid() });
