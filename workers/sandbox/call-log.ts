/** The events of one call, for the result of a scripted call and for live viewers. */

import type { CallStatus } from "./carrier-records.ts";
import type { AppFrame, CarrierFrame } from "./relay-frames.ts";

/** Who ended a call (docs/telephony.md, "Call record"). */
export type EndedBy = "caller" | "agent" | "transfer" | "voicemail" | "timeout" | "error";

/** `frame` is the parsed frame, or the text itself where it was no JSON. `direction` is seen from the application. */
export type FrameEntry = {
  at_ms: number;
  direction: "in" | "out";
  frame: AppFrame | CarrierFrame | Record<string, unknown> | string;
};
export type SpokenEntry = { role: "caller" | "agent"; text: string; at_ms: number };

/** An event of a call, as it happens. */
export type CallNews =
  | ({ type: "event" } & FrameEntry)
  | ({ type: "said" } & SpokenEntry)
  | { type: "pressed"; digits: string; at_ms: number }
  | { type: "status"; status: CallStatus; at_ms: number }
  /** A transfer rings this number, or rings no more (null). */
  | { type: "colleague"; rings: string | null; at_ms: number }
  | { type: "notice"; text: string; at_ms: number };

export type CallResult = {
  call_sid: string;
  events: FrameEntry[];
  transcript: SpokenEntry[];
  ended_by: EndedBy;
  /** The carrier's final status. */
  status: CallStatus;
  duration_ms: number;
  /** Why the carrier ended the call with an error, if it did. */
  error: { code: number; message: string } | null;
};

export class CallLog {
  readonly events: FrameEntry[] = [];
  readonly #transcript: SpokenEntry[] = [];
  readonly #watch: (news: CallNews) => void;

  constructor(watch: (news: CallNews) => void = () => undefined) {
    this.#watch = watch;
  }

  /** In the order in which the speakers began. */
  get transcript(): SpokenEntry[] {
    return this.#transcript.toSorted((one, other) => one.at_ms - other.at_ms);
  }

  frame(entry: FrameEntry): void {
    this.events.push(entry);
    this.#watch({ type: "event", ...entry });
  }

  said(entry: SpokenEntry): void {
    this.#transcript.push(entry);
    this.#watch({ type: "said", ...entry });
  }

  tell(news: CallNews): void {
    this.#watch(news);
  }
}
