/** A text of one line that people type, such as a name: what it may hold, and the words for what it may not. */
import { z } from "zod";

/**
 * What no line may hold: control characters, line and paragraph separators, halves of surrogate pairs, and the marks
 * that turn the direction of what follows, with which a name could read as another. Joiners stay: scripts and emoji need them.
 */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0001}]/u;
/** What is there and cannot be seen: a name of nothing else is none. */
const invisible = /^[\p{Cf}\p{Z}\u115f\u1160\u3164\uffa0]*$/u;

/**
 * One line of text, trimmed and in one form (NFC), so that what looks the same is the same.
 * @param most the longest it may be, in characters as people count them (code points)
 * @param missing what is said when there is nothing to be read in it; without it a line may stay empty, and nothing posted is ""
 */
export const oneLine = (most: number, missing?: string) =>
  z
    .string({ error: missing ?? "Write a text" })
    .prefault("")
    .transform((typed) => typed.trim().normalize("NFC"))
    .superRefine((line, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (unwanted.test(line)) refuse("Characters that cannot be seen are not allowed");
      else if (invisible.test(line) && missing !== undefined) refuse(missing);
      // Counted only where it can be right: a character is at most two units.
      else if (line.length > 2 * most || [...line].length > most) refuse(`At most ${most} characters`);
    })
    .transform((line) => (invisible.test(line) ? "" : line));
