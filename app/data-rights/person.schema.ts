/** A person outside the organization, as a request to erase their data names them. */
import { z } from "zod";

export const person = z
  .object({
    /** E.164; null: not given. */
    phone_number: z.e164().nullable(),
    /** Folded to lower case; null: not given. */
    email: z.email().max(254).toLowerCase().nullable(),
  })
  .refine(({ phone_number, email }) => phone_number !== null || email !== null);
export type SoughtPerson = z.infer<typeof person>;

/** What an erasure has deleted, or would delete, by kind. */
export const erasedCounts = z.object({
  contacts: z.int(),
  /** Calls that stay without the person: their number, name, words and collected values are deleted. */
  calls: z.int(),
  transcripts: z.int(),
  messages: z.int(),
  /** Appointments that stay without a name. */
  bookings: z.int(),
  questions: z.int(),
  /** Other people's calls in which the number or address was said. */
  mentions: z.int(),
  /** Numbers that stay on the list of those who must not be called. */
  kept_numbers: z.int(),
  /** Transfer targets that ring the person's phone: they stay until members remove them. */
  kept_targets: z.int().default(0),
  /** 1 where a file of contacts was being imported: the person's rows in it are not taken in. */
  open_files: z.int().default(0),
});
export type ErasedCounts = z.infer<typeof erasedCounts>;

export const nothingErased: ErasedCounts = {
  contacts: 0,
  calls: 0,
  transcripts: 0,
  messages: 0,
  bookings: 0,
  questions: 0,
  mentions: 0,
  kept_numbers: 0,
  kept_targets: 0,
  open_files: 0,
};

/** How far an erasure came through the calls, and then through what other calls say. */
export const erasureCursor = z.object({
  /** `last`: only what hangs on no call is left. */
  part: z.enum(["calls", "mentions", "last"]),
  /** The last rowid that was looked at. */
  after: z.int(),
});
export type ErasureCursor = z.infer<typeof erasureCursor>;
