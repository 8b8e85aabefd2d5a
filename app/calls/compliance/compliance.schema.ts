/** The port to the rules of calling people: whether an organization may call a number now. */

/** What is asked before a call is placed. */
export type CallAsked = {
  /** E.164 */
  to: string;
  /** Where the person is known to be; absent: wherever the number can be. */
  zones?: readonly string[];
  /** ms UTC */
  now: number;
  /** BCP 47, for the words. */
  locale: string;
};

/** What stands against a call: the number's holder wants none, it is the wrong hour there, or where it is isn't known. */
export const callBars = ["dnc_blocked", "calling_hours", "unknown_place"] as const;
export type CallBar = (typeof callBars)[number];

export type Verdict =
  /** `words`: why it is allowed. */
  | { ok: true; words: string }
  /** `allowed_at`: when it would be allowed, ms UTC; null: at no time that is known. */
  | { ok: false; reason: CallBar; words: string; allowed_at: number | null };

/** One rule. It answers for itself alone: of several rules the first refusal counts. */
export type Compliance = { mayCall(asked: CallAsked): Verdict };
