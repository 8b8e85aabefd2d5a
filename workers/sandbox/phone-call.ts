/** One call from the carrier's side: its parties, its status, and the webhooks to the product. */
import { areaOf } from "./area-codes.ts";
import type { CallLog, EndedBy } from "./call-log.ts";
import type { Carrier } from "./carrier.ts";
import type { Account, CallStatus, CarrierCall } from "./carrier-records.ts";
import type { Mailbox, Pace } from "./pace.ts";
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
  | { type: "answer" }
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
};

const final: readonly CallStatus[] = ["completed", "busy", "failed", "no-answer", "canceled"];

export class PhoneCall {
  readonly carrier: Carrier;
  readonly account: Account;
  readonly pace: Pace;
  readonly mailbox: Mailbox<LineInput>;
  readonly log: CallLog;
  readonly scripted: ScriptedCaller | null;
  readonly #callbacks: StatusCallbacks;
  #record: CarrierCall;
  #told = false;
  /** The side that will have ended the call if it ends now without a hang-up. */
  likelyEnding: EndedBy = "agent";
  endedBy: EndedBy | null = null;
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
    this.#callbacks = around.callbacks;
  }

  get record(): CarrierCall {
    return this.#record;
  }

  get isOver(): boolean {
    return final.includes(this.#record.status);
  }

  /** The fields of every webhook about this call. */
  params(more: Record<string, string> = {}): Record<string, string> {
    const { sid, account_sid, from_number, to_number, direction, status, parent_call_sid } = this.#record;
    return {
      CallSid: sid,
      AccountSid: account_sid,
      From: from_number,
      To: to_number,
      Caller: from_number,
      Called: to_number,
      Direction: direction,
      CallStatus: status,
      ApiVersion: "2010-04-01",
      ...place("From", from_number),
      ...place("Caller", from_number),
      ...place("To", to_number),
      ...place("Called", to_number),
      ...(parent_call_sid && { ParentCallSid: parent_call_sid }),
      ...(direction === "inbound" && { StirVerstat: "TN-Validation-Passed-A" }),
      ...more,
    };
  }

  /** Sends a webhook about this call, signed for the account that owns it. */
  webhook(webhook: Pick<Webhook, "act" | "url" | "method" | "params">): Promise<WebhookAnswer> {
    return sendWebhook(this.carrier, { ...webhook, auth_token: this.account.auth_token });
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

  /** Ends the call: its recordings, its record, its last callback. Further calls change nothing. */
  async end(status: CallStatus, endedBy: EndedBy): Promise<void> {
    if (this.#told) return;
    this.#told = true;
    this.endedBy ??= endedBy;
    await this.become(status);
    const seconds = this.seconds();
    for (const recording of this.recordings.splice(0)) await recording.finish();
    await this.tell("completed", {
      CallDuration: String(seconds),
      Duration: String(Math.ceil(seconds / 60)),
      SipResponseCode: sipCodes[status] ?? "200",
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

/** FromCity and similar fields: empty for an unknown place. */
function place(prefix: string, phone_number: string): Record<string, string> {
  const area = areaOf(phone_number);
  return {
    [`${prefix}City`]: area?.locality.toUpperCase() ?? "",
    [`${prefix}State`]: area?.region ?? "",
    [`${prefix}Zip`]: area?.postal_code ?? "",
    [`${prefix}Country`]: phone_number.startsWith("+1") ? "US" : "",
  };
}
