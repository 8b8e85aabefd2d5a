/** Runs calls from the first ring to the last callback, inbound and outbound. */
import type { Answer } from "./answers.ts";
import type { CallLog, CallResult } from "./call-log.ts";
import type { Carrier } from "./carrier.ts";
import type { Account, CarrierCall, CarrierNumber } from "./carrier-records.ts";
import { isStepIn, pass, stepIn } from "./line-inputs.ts";
import type { Mailbox, Pace } from "./pace.ts";
import { type LineInput, type MachineDetection, PhoneCall } from "./phone-call.ts";
import { runDocuments, runFrom } from "./run-twiml.ts";
import { ScriptedCaller } from "./scripted-caller.ts";
import { StatusCallbacks, type Subscription } from "./status-callbacks.ts";
import type { Turn } from "./turns.ts";

type Around = {
  carrier: Carrier;
  account: Account;
  pace: Pace;
  mailbox: Mailbox<LineInput>;
  log: CallLog;
};

export type Inbound = { call_sid: string; from: string; number: CarrierNumber; turns: Turn[] | null };

export type Outbound = {
  record: CarrierCall;
  /** What runs when the call is answered. */
  document:
    | { twiml: string }
    | { url: string; method: "GET" | "POST"; fallback_url: string; fallback_method: "GET" | "POST" };
  /** Seconds of ringing. */
  timeout: number;
  subscription: Subscription | null;
  machines: MachineDetection | null;
  /** null: it rings at the sandbox's phone. */
  answer: Answer | null;
};

/** An inbound call to a number of the product; resolves when the call is over and the product has been informed. */
export async function callIn(inbound: Inbound, around: Around): Promise<CallResult> {
  const { number, from, call_sid, turns } = inbound;
  const record: CarrierCall = {
    sid: call_sid,
    account_sid: around.account.sid,
    parent_call_sid: null,
    phone_number_sid: number.sid,
    from_number: from,
    to_number: number.phone_number,
    direction: "inbound",
    status: "ringing",
    answered_by: null,
    created_at: around.pace.now(),
    started_at: null,
    ended_at: null,
  };
  const subscription = number.status_callback
    ? { url: number.status_callback, method: number.status_callback_method, events: ["completed"] }
    : null;
  const call = begin(record, around, subscription, turns);
  await around.carrier.addCall(record);
  await guarded(call, () =>
    number.voice_url
      ? runFrom(call, {
          url: number.voice_url,
          method: number.voice_method,
          fallback_url: number.voice_fallback_url,
          fallback_method: number.voice_fallback_method,
        })
      : call.fail(21401, `${number.phone_number} has no VoiceUrl`, "failed"),
  );
  return resultOf(call);
}

/** An outbound call of the product; its record exists already (status queued). Resolves when the call is over. */
export async function callOut(outbound: Outbound, around: Around): Promise<CallResult> {
  const { record, subscription, answer, document, machines } = outbound;
  const turns = answer === null ? null : answer.outcome === "answered" ? answer.turns : [];
  const call = begin(record, around, subscription, turns, machines);
  await guarded(call, async () => {
    await call.become("initiated");
    await call.tell("initiated");
    const early = await pass(call, 500);
    if (early) return void (await stepIn(call, early));
    await call.become("ringing");
    await call.tell("ringing");
    if (!(await isAnswered(call, outbound))) return;
    await call.become("in-progress");
    await call.tell("answered");
    if ("twiml" in document)
      await runDocuments(call, { twiml: document.twiml, url: "https://api.twilio.com/" });
    else await runFrom(call, document);
  });
  return resultOf(call);
}

/** What a mailbox does that answers at the sandbox's phone. */
const mailbox: Turn[] = [
  { say: "You have reached my voicemail. Please leave a message after the tone." },
  { answered_by: "machine_end_beep" },
  { silence_ms: 20_000 },
  { hang_up: true },
];

async function isAnswered(call: PhoneCall, { answer, timeout }: Outbound): Promise<boolean> {
  let picked = answer?.outcome === "answered" && answer.after_ms <= timeout * 1000;
  const rings = Math.min(
    timeout * 1000,
    answer && answer.outcome !== "no-answer" ? answer.after_ms : timeout * 1000,
  );
  const left = await pass(call, rings, (input) => {
    picked ||= input.type === "answer";
    if (input.type === "answer" && input.voicemail)
      call.scripted = new ScriptedCaller(mailbox, call.pace.now());
    return picked;
  });
  if (left && isStepIn(left)) {
    // The carrier reports a declined call as busy.
    if (left.type === "hang_up") {
      call.isDeclined = true;
      await call.end("busy", "caller");
    } else if (left.type === "finish") await call.end("canceled", "agent");
    else await stepIn(call, left);
    return false;
  }
  if (picked) return true;
  const outcome =
    answer && answer.outcome !== "answered" && answer.after_ms <= timeout * 1000 ? answer.outcome : null;
  call.isDeclined = outcome === "declined";
  // The carrier reports a declined call as busy.
  await call.end(outcome === "declined" ? "busy" : (outcome ?? "no-answer"), "caller");
  return false;
}

function begin(
  record: CarrierCall,
  around: Around,
  subscription: Subscription | null,
  turns: Turn[] | null,
  machines: MachineDetection | null = null,
): PhoneCall {
  const callbacks = new StatusCallbacks(around.carrier, subscription, around.account);
  const scripted = turns === null ? null : new ScriptedCaller(turns, around.pace.now());
  return new PhoneCall(record, { ...around, callbacks, scripted, machines });
}

/** A call never ends in an exception: an error ends the call, and is reported. */
async function guarded(call: PhoneCall, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    await call.fail(10000, error instanceof Error ? error.message : String(error), "failed");
  }
  await call.end("completed", "error");
}

function resultOf(call: PhoneCall): CallResult {
  return {
    call_sid: call.record.sid,
    events: call.log.events,
    transcript: call.log.transcript,
    ended_by: call.endedBy ?? "error",
    status: call.record.status,
    duration_ms: call.pace.elapsed(),
    error: call.error,
  };
}
