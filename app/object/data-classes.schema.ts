/** Classes of an organization's data that are kept for a time of their own, and kinds of values that are removed from calls' words. */
import { z } from "zod";

/** Transcripts, which have a column of their own, and these. Absent: kept as long as the organization exists. */
export const retainedClasses = ["messages", "bookings", "contacts", "calls"] as const;
export type RetainedClass = (typeof retainedClasses)[number];

/** After how many days each class is deleted. */
export const retentionShape = z.partialRecord(z.enum(retainedClasses), z.int().min(1));
export type Retention = z.infer<typeof retentionShape>;

export const redactionKinds = ["cards", "national_ids", "emails", "phones"] as const;
export type RedactionKind = (typeof redactionKinds)[number];

/** Which kinds are removed; a kind that is absent is not. */
export const redactionShape = z.partialRecord(z.enum(redactionKinds), z.boolean());
export type Redaction = z.infer<typeof redactionShape>;

/** What stands in place of each kind. */
export const redactedAs: Readonly<Record<RedactionKind, string>> = {
  cards: "[card number]",
  national_ids: "[ID number]",
  emails: "[email]",
  phones: "[phone number]",
};
