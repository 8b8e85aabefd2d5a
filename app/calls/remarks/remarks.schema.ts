/** Notes and tags of finished calls: what members may write, and how much of it. */
import { z } from "zod";
import { type Channel, channels, reasonText } from "#app/contacts/contact-terms.schema.ts";
import { longestNote, longestTag } from "./remark-terms.schema.ts";

/** In lower case, so that "VIP" and "vip" are one tag. */
export const tagName = z
  .string()
  .transform((typed) => typed.normalize("NFC").toLowerCase().replaceAll(/\s+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Enter a tag")
      .max(longestTag, `Use at most ${longestTag} characters`)
      .regex(/^[^\p{C}<>,]+$/u, "Leave out commas and angle brackets"),
  );

export const noteText = z
  .string()
  .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().min(1, "Write something").max(longestNote, `Use at most ${longestNote} characters`));

const call_id = z.string().min(1).max(100);

/** `id`: made by the page that was drawn, so that the same press again adds nothing. */
export const newNote = z.object({ call_id, id: z.uuid(), text: noteText });
export const noteChoice = z.object({ call_id, id: z.uuid() });
export const tagChange = z.object({ call_id, tag: tagName });
export const callChoice = z.object({ call_id });
/** Whether the other party agreed to be called or texted. */
export const consentHeard = z.object({ call_id, channel: z.enum(channels), agrees: z.boolean() });
export const unblocking = z.object({ call_id, reason: reasonText });

export type Note = {
  id: string;
  text: string;
  author_id: string;
  author: string;
  /** "4 min ago", and the same to the second. */
  when: string;
  exactly: string;
  isEdited: boolean;
};

/** Of each channel: whether any consent stands, and whether one does that was given in this call. */
export type SpokenConsents = Record<Channel, { isGiven: boolean; isOfCall: boolean }>;

export type Remarks = {
  notes: Note[];
  tags: string[];
  /** Tags of other calls, for suggestions. */
  known: string[];
  /** Of the other number; null: there is none to call. */
  number: { isBlocked: boolean; canUnblock: boolean } | null;
  consent: SpokenConsents | null;
};
