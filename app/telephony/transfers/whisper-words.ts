/** What the person who picks up hears before the caller: who calls and why, and which key does what. */

export type Whispered = {
  agent: string;
  organization: string;
  /** The caller's name; null: not known. */
  caller: string | null;
  /** Why, as the agent noted it; empty: not known. */
  reason: string;
};

/** A clause as a sentence with its final period. */
const asSentence = (clause: string): string => {
  const whole = clause.trim();
  const text = whole.endsWith(".") ? whole.slice(0, -1) : whole;
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}. `;
};

export const whisperKeys = "Press 1 to take the call, or 2 to decline.";

/** Said as one text, so that every word can be previewed. */
export function whisperWords({ agent, organization, caller, reason }: Whispered): string {
  return `This is ${agent} at ${organization}. ${caller ?? "A caller"} is on the line. ${asSentence(reason)}${whisperKeys}`;
}
