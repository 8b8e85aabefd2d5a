/** What the agent is saying now and how much of it was heard, derived from the carrier's reports. */
import { z } from "zod";

/** How fast speech is played, and how long it takes to begin (docs/telephony.md, "Frames to the carrier"); only used where nothing is reported. */
const charactersPerSecond = 15;
const firstSound_ms = 500;
/** Later than this after the first words, a carrier that reports nothing has surely begun to speak. */
const surelyBegun_ms = 700;

export const talk = z.object({
  /** The agent's lines that were sent and may still be playing, oldest first, with the part reported as played. */
  lines: z.array(z.object({ seq: z.int(), text: z.string(), played: z.string() })),
  /** Whether more words may still be added to the last line. */
  open: z.boolean(),
  /** Whether the carrier reports speech, and whether it began since the last words were sent. */
  speaking: z.boolean(),
  begun: z.boolean(),
  /** Whether any of these lines was heard, the earlier words of a line that goes on included. */
  audible: z.boolean().default(false),
  /** Whether the line was gone since they were sent: then no more of them is heard than was reported. */
  lost: z.boolean().default(false),
  /** Which reports this carrier has sent. */
  reports: z.object({ speaker: z.boolean(), played: z.boolean() }),
  /** When the first words of the oldest line were sent, and when the last ones should have been played (ms UTC). */
  sent_at: z.number(),
  ends_at: z.number(),
});
export type Talk = z.infer<typeof talk>;

export type Heard = { seq: number; heard: string };

export const freshTalk = (): Talk => ({
  lines: [],
  open: false,
  speaking: false,
  begun: false,
  audible: false,
  lost: false,
  reports: { speaker: false, played: false },
  sent_at: 0,
  ends_at: 0,
});

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Records words that have just been sent: a new line, or more of the last one. */
export function sent(talk: Talk, seq: number, text: string, added: number, now: number): void {
  const line = talk.lines.find((known) => known.seq === seq);
  if (talk.lines.length === 0) {
    talk.sent_at = now;
    talk.ends_at = now + firstSound_ms;
  }
  if (line) line.text = text;
  else talk.lines.push({ seq, text, played: "" });
  talk.begun = false;
  talk.ends_at = Math.max(talk.ends_at, now) + (added / charactersPerSecond) * 1000;
}

/** The carrier has begun to speak. */
export function began(talk: Talk): void {
  talk.reports.speaker = true;
  talk.speaking = true;
  talk.begun = true;
  talk.audible = true;
}

/** A piece has been played. */
export function playedPiece(talk: Talk, text: string): void {
  talk.reports.played = true;
  talk.begun = true;
  talk.audible = true;
  const line = talk.lines.find((waiting) => !isWhole(waiting));
  if (line) line.played = `${line.played} ${text}`.trim();
}

/** The carrier has fallen silent. @returns whether that was the end of everything sent, not only of earlier words */
export function ceased(talk: Talk): boolean {
  talk.reports.speaker = true;
  talk.speaking = false;
  if (talk.open) return false;
  const length = (of: "text" | "played") =>
    talk.lines.reduce((sum, line) => sum + letters(line[of]).length, 0);
  // Played pieces may be spelled differently ("3" for "three"), so most of the text is enough.
  if (talk.reports.played ? length("played") < 0.7 * length("text") : !talk.begun) return false;
  talk.lines = [];
  return true;
}

/** Whether the caller may have heard anything of what was said last. */
export const mayHaveBeenHeard = (talk: Talk, now: number): boolean =>
  talk.audible ||
  talk.speaking ||
  (!talk.lost && !talk.reports.speaker && talk.lines.length > 0 && now - talk.sent_at > surelyBegun_ms);

/** The caller interrupted after hearing this much. @returns the lines that were not heard whole */
export function interrupted(talk: Talk, heard: string): Heard[] {
  const spoken = letters(heard);
  const match = talk.lines.findIndex(({ text }) => spoken !== "" && letters(text).startsWith(spoken));
  const at = match === -1 ? talk.lines.findIndex((line) => !isWhole(line)) : match;
  const lines = talk.lines.map((line, index) => ({
    ...line,
    played: index < at ? line.text : index === at ? heard.trim() : "",
  }));
  silence(talk);
  return lines.filter((line) => !isWhole(line)).map(({ seq, played }) => ({ seq, heard: played }));
}

/** Other words or actions replace the current ones. @returns the lines that were not heard whole, as far as reported */
export function cut(talk: Talk, now: number): Heard[] {
  const known = talk.reports.played || !mayHaveBeenHeard(talk, now);
  const unheard = known ? talk.lines.filter((line) => !isWhole(line)) : [];
  silence(talk);
  return unheard.map(({ seq, played }) => ({ seq, heard: played }));
}

/** The line is gone: what was not heard by now never is, and neither is what is sent before it is back. */
export function lose(talk: Talk, now: number): void {
  if (talk.lost) return;
  // Where nothing tells how much was played, it is taken for heard.
  if (!talk.reports.played && mayHaveBeenHeard(talk, now)) talk.lines = [];
  talk.lines = talk.lines.filter((line) => !isWhole(line));
  Object.assign(talk, { lost: true, speaking: false, audible: false });
}

const isWhole = ({ text, played }: Talk["lines"][number]): boolean =>
  letters(played).length >= letters(text).length;

function silence(talk: Talk): void {
  talk.lines = [];
  talk.open = false;
  talk.speaking = false;
  talk.begun = false;
  talk.audible = false;
}
