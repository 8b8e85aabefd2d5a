/** The attempts to put a call's caller through, as its page shows them. */
import { wordDuration } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { TransferAttempt } from "#app/telephony/transfers/transfer.schema.ts";
import { modeWords, outcomeWords } from "#app/telephony/transfers/transfer-terms.schema.ts";

export type ShownAttempt = {
  readonly key: number;
  readonly name: string;
  /** The phone; null where the name is the phone. */
  readonly phone: string | null;
  readonly outcome: string;
  readonly isGood: boolean;
  /** How it was handed over, and how long the two talked. */
  readonly note: string;
};

export function attemptShown(attempt: TransferAttempt, key: number): ShownAttempt {
  const { name, phone_number, mode, outcome, talk_seconds } = attempt;
  const shown = internationally(phone_number);
  return {
    key,
    name: name === phone_number ? shown : name,
    phone: name === phone_number || phone_number === "" ? null : shown,
    outcome: outcomeWords[outcome],
    isGood: outcome === "answered",
    note: [modeWords[mode], talk_seconds > 0 && `talked ${wordDuration(talk_seconds)}`]
      .filter(Boolean)
      .join(", "),
  };
}
