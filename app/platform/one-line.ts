/** A text of one line that people type, such as a name: the characters it may contain, and the messages for the others. */
import { z } from "zod";

/**
 * Characters that no line may contain: control characters, line and paragraph separators, halves of surrogate pairs,
 * and marks that change the direction of text, with which a name could pass for another. Joiners stay: scripts and
 * emoji need them.
 */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0001}]/u;
/** Characters that cannot be seen: a name of nothing else is empty. */
const invisible = /^[\p{Cf}\p{Z}\u115f\u1160\u3164\uffa0]*$/u;

/**
 * One line of text, trimmed and normalized (NFC), so that texts that look the same are the same.
 * @param most the longest it may be, in characters as people count them (code points)
 * @param missing the message for an empty line; without it a line may be empty, and a missing field is ""
 */
export const oneLine = (most: number, missing?: string) =>
  z
    .string({ error: missing ?? "Enter some text" })
    .prefault("")
    .transform((typed) => typed.trim().normalize("NFC"))
    .superRefine((line, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (unwanted.test(line)) refuse("Remove the invisible characters");
      else if (invisible.test(line) && missing !== undefined) refuse(missing);
      // Code points are counted only where the line can be short enough: a code point has at most two units.
      else if (line.length > 2 * most || [...line].length > most) refuse(`At most ${most} characters`);
    })
    .transform((line) => (invisible.test(line) ? "" : line));
