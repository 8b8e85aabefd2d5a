/** One call from the carrier's side: its parties, its status, and the webhooks to the product. */
import type { WhisperAnswer } from "./answers.ts";
import type { CallLog, EndedBy } from "./call-log.ts";
import type { Carrier } from "./carrier.ts";
import type { Account, CallStatus, CarrierCall } from "./carrier-records.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import type { Mailbox, Pace } from "./pace.ts";
import type { RoomNews } from "./rooms.ts";
import type { ScriptedCaller } from "./scripted-caller.ts";
import type { Progress, StatusCallbacks } from "./status-callbacks.ts";
import type { Document } from "./twiml-document.ts";
import { sendWebhook, type Webhook, type WebhookAnswer } from "./webhooks.ts";

/** Input to a running call from people and from the carrier's API. */
export type LineInput =
  | { type: "say"; text: string }
  /** The caller has begun to speak; the words follow with `said`. */
  | { type: "speaking" }
  | { type: "said"; text: string }
  | { type: "press"; digits: string }
  /** `voicemail`: a mailbox answers, and not the person. */
  | { type: "answer"; voicemail?: true }
  /** The phone that a transfer rings is played by hand too. */
  | { type: "colleague"; does: WhisperAnswer | "busy" }
  | RoomNews
  /** REST: what is at an address is said to everyone in the conference. */
  | { type: "announce"; url: string }
  | { type: "hang_up" }
  /** REST: Status=completed or canceled. */
  | { type: "finish"; status: "completed" | "canceled" }
  /** REST: Url or Twiml. */
  | { type: "redirect"; document: Document | { url: string; method: "GET" | "POST" } };

export type Surroundings = {
  carrier: Carrier;
  account: Account;
  pace: Pace;
  mailbox: Mailbox<LineInput>;
  log: CallLog;
  callbacks: StatusCallbacks;
  /** null: a person is at the phone. */
  scripted: ScriptedCaller | null;
  /** Where the product asked to be told who answers; null: it did not ask. */
  machines?: MachineDetection | null;
};

/** `Enable` tells of a machine as soon as it is heard, `DetectMessageEnd` when its greeting is over. */
export type MachineDetection = { url: string; mode: "Enable" | "DetectMessageEnd" };

const final: readonly CallStatus[] = ["completed", "busy", "failed", "no-answer", "canceled"];

export class PhoneCall {
  readonly carrier: Carrier;
  readonly account: Account;
  readonly pace: Pace;
  readonly mailbox: Mailbox<LineInput>;
  readonly log: CallLog;
  scripted: ScriptedCaller | null;
  readonly #machines: MachineDetection | null;
  readonly #callbacks: StatusCallbacks;
  #record: CarrierCall;
  #told = false;
  /** The side that will have ended the call if it ends now without a hang-up. */
  likelyEnding: EndedBy = "agent";
  endedBy: EndedBy | null = null;
  /** A person pressed the red button while it rang. */
  isDeclined = false;
  error: { code: number; message: string } | null = null;
  /** Relay sessions so far: the second and later ones resume a call. */
  sessions = 0;
  /** Recordings that run until the call ends. */
  readonly recordings: { finish: () => Promise<void> }[] = [];

  constructor(record: CarrierCall, around: Surroundings) {
    this.#record = record;
    this.carrier = around.carrier;
    this.account = around.account;
    this.pace = around.pace;
    this.mailbox = around.mailbox;
    this.log = around.log;
    this.scripted = around.scripted;
    this.#machines = around.machines ?? null;
    this.#callbacks = around.callbacks;
  }

  get dialect(): Dialect {
    return dialectOf(this.account);
  }

  get record(): CarrierCall {
    return this.#record;
  }

  get isOver(): boolean {
    return final.includes(this.#record.status);
  }

  /** The fields of every webhook about this call. */
  params(more: Record<string, string> = {}): Record<string, string> {
    return { ...this.dialect.params(this.#record), ...more };
  }

  /** Sends a webhook about this call, signed for the account that owns it. */
  webhook(webhook: Pick<Webhook, "act" | "url" | "method" | "params">): Promise<WebhookAnswer> {
    return sendWebhook(this.carrier, { ...webhook, account: this.account });
  }

  /** Changes the call's status, in the carrier's records and for all viewers. */
  async become(status: CallStatus): Promise<void> {
    if (this.isOver || this.#record.status === status) return;
    const now = this.pace.now();
    const changes = {
      status,
      ...(status === "in-progress" && { started_at: now }),
      ...(final.includes(status) && { ended_at: now }),
    };
    this.#record = { ...this.#record, ...changes };
    await this.carrier.changeCall(this.#record.sid, changes);
    this.log.tell({ type: "status", status, at_ms: this.pace.elapsed() });
  }

  /** Reports a step to the product, if it asked for it. */
  tell(progress: Progress, more: Record<string, string> = {}): Promise<void> {
    return this.#callbacks.tell(progress, this.params(more), this.pace.now());
  }

  /** Tells the product who answered, if it asked for it. */
  async tellAnswerer(heard: string): Promise<void> {
    if (!this.#machines) return;
    const { url, mode } = this.#machines;
    const who = mode === "Enable" && heard.startsWith("machine_end") ? "machine_start" : heard;
    const params = this.params({ AnsweredBy: who, MachineDetectionDuration: "3200" });
    await this.webhook({ act: "status-callbacks", url, method: "POST", params });
  }

  /** Ends the call: its recordings, its record, its last callback. Further calls change nothing. */
  async end(status: CallStatus, endedBy: EndedBy): Promise<void> {
    if (this.#told) return;
    this.#told = true;
    this.endedBy ??= endedBy;
    await this.become(status);
    const seconds = this.seconds();
    const sip = this.isDeclined ? "603" : (sipCodes[status] ?? "200");
    for (const recording of this.recordings.splice(0)) await recording.finish();
    await this.tell("completed", {
      CallDuration: String(seconds),
      Duration: String(Math.ceil(seconds / 60)),
      SipResponseCode: sip,
      ...(this.error && { ErrorCode: String(this.error.code), ErrorMessage: this.error.message }),
    });
    await this.#callbacks.flush();
  }

  /** Ends the call because of an error; `code` is the carrier's. */
  async fail(code: number, message: string, status: CallStatus = "completed"): Promise<void> {
    this.error ??= { code, message };
    this.log.tell({ type: "notice", text: `${code}: ${message}`, at_ms: this.pace.elapsed() });
    await this.end(status, "error");
  }

  /** How long it has been connected, whole seconds. */
  seconds(): number {
    const { started_at, ended_at } = this.#record;
    return started_at === null ? 0 : Math.round(((ended_at ?? this.pace.now()) - started_at) / 1000);
  }
}

const sipCodes: Partial<Record<CallStatus, string>> = {
  busy: "486",
  "no-answer": "487",
  canceled: "487",
  failed: "404",
};
