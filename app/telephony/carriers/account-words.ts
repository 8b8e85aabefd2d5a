/** What a carrier's refusal means for an account, in words, where the carrier names no error that we know. */
import type { CarrierRefusal } from "./carrier.schema.ts";

const words: Readonly<Record<CarrierRefusal, string>> = {
  refused: "The carrier refuses this account.",
  taken: "The carrier refuses this account.",
  busy: "The carrier is limiting this account right now. Try again in a moment.",
  silent: "The carrier didn't respond. Try again in a moment.",
};

export const unansweredWords = (reason: CarrierRefusal): string => words[reason];
