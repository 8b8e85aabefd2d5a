/** `<Dial>`: calls another number and joins the two. Answers are ordered per number; by default a colleague answers after two seconds. */
import { hour_ms, second_ms } from "#app/platform/durations.ts";
import type { Answer, WhisperAnswer } from "./answers.ts";
import type { CallStatus } from "./carrier-records.ts";
import { documentOf, pass, type Step, type StepIn, stepIn } from "./line-inputs.ts";
import { PhoneCall } from "./phone-call.ts";
import { runConference } from "./run-conference.ts";
import { whisper } from "./run-whisper.ts";
import { StatusCallbacks } from "./status-callbacks.ts";
import type { DialledNumber, Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

type Dial = Extract<Verb, { verb: "Dial" }>;

const colleague: Answer = { outcome: "answered", after_ms: 2000, turns: [] };
/** How long a transferred conversation lasts in a script; at a real phone until a party hangs up. */
const conversation_ms = 10 * second_ms;
const longestConversation_ms = 4 * hour_ms;

export async function runDial(
  call: PhoneCall,
  dial: Dial,
  document: Document,
  speak: (prompt: Verb) => Promise<Step>,
): Promise<Step> {
  if (dial.conference) return runConference(call, dial, dial.conference, document);
  let leg: PhoneCall | null = null;
  let isJoined = false;
  for (const number of dial.numbers) {
    leg = await dialled(call, dial, number, document);
    const rung = await ring(call, leg, dial.timeout * 1000);
    if (rung.left) return stepIn(call, rung.left);
    if (leg.record.status === "in-progress") {
      const heard = await whisper({ call, leg, does: rung.does }, number, document, speak);
      if (heard !== "join" && heard !== "over") {
        await leg.end("canceled", "caller");
        return stepIn(call, heard);
      }
      if (heard === "over") break;
      isJoined = true;
      const end = await talk(call, leg, dial);
      if (end) return end;
      break;
    }
  }
  if (!leg) return { go: "on" };
  if (!dial.action) return { go: "on" };
  const url = resolve(dial.action, document);
  const params = call.params({
    DialCallSid: leg.record.sid,
    DialCallStatus: leg.record.status,
    DialBridged: String(isJoined),
    ...(leg.record.started_at !== null && { DialCallDuration: String(leg.seconds()) }),
  });
  return documentOf(
    call,
    url,
    await call.webhook({ act: "action-callbacks", url, method: dial.method, params }),
  );
}

async function dialled(
  call: PhoneCall,
  dial: Dial,
  number: DialledNumber,
  document: Document,
): Promise<PhoneCall> {
  const { carrier, account, pace, mailbox, log } = call;
  const callbacks = new StatusCallbacks(
    carrier,
    number.statusCallback
      ? {
          url: resolve(number.statusCallback, document),
          method: number.statusCallbackMethod,
          events: number.statusCallbackEvent,
        }
      : null,
    account,
  );
  const record = {
    sid: call.dialect.newCallId(),
    account_sid: account.sid,
    parent_call_sid: call.record.sid,
    phone_number_sid: null,
    from_number: dial.callerId ?? call.record.from_number,
    to_number: number.phone_number,
    direction: "outbound-dial" as const,
    status: "initiated" as const,
    answered_by: null,
    created_at: pace.now(),
    started_at: null,
    ended_at: null,
  };
  await carrier.addCall(record);
  log.tell({ type: "notice", text: `Calling ${number.phone_number}`, at_ms: pace.elapsed() });
  const leg = new PhoneCall(record, { carrier, account, pace, mailbox, log, callbacks, scripted: null });
  await leg.tell("initiated");
  await leg.become("ringing");
  await leg.tell("ringing");
  return leg;
}

type Rung = { left: StepIn | null; does: WhisperAnswer | null };

/** Rings until the call is answered or times out; a person at the sandbox's phone answers by hand. `left`: the caller-side intervention, if any. */
async function ring(call: PhoneCall, leg: PhoneCall, timeout_ms: number): Promise<Rung> {
  const ordered = await call.carrier.answer(leg.record.to_number);
  const answer = ordered ?? (call.pace.simulated ? colleague : null);
  const tooLate = !answer || answer.outcome === "no-answer" || answer.after_ms > timeout_ms;
  let pressed: WhisperAnswer | "busy" | null = null;
  call.log.tell({ type: "colleague", rings: leg.record.to_number, at_ms: call.pace.elapsed() });
  const left = await pass(call, tooLate ? timeout_ms : answer.after_ms, (input) => {
    if (input.type === "colleague") pressed = input.does;
    return pressed !== null;
  });
  const does: WhisperAnswer | "busy" | null = pressed;
  if (left || (tooLate && does === null) || does === "busy")
    call.log.tell({ type: "colleague", rings: null, at_ms: call.pace.elapsed() });
  if (left) {
    await leg.end("canceled", "caller");
    return { left, does: null };
  }
  if (does === "busy" || (does === null && (tooLate || answer?.outcome !== "answered"))) {
    const isLate = tooLate || answer.outcome === "answered";
    const given = isLate ? "no-answer" : answer.outcome === "declined" ? "busy" : answer.outcome;
    const status: CallStatus = does === "busy" ? "busy" : given;
    await leg.end(status, "agent");
    return { left: null, does: null };
  }
  await leg.become("in-progress");
  await leg.tell("answered");
  const scripted = answer?.outcome === "answered" ? (answer.whisper ?? "accept") : null;
  return { left: null, does: does ?? scripted };
}

async function talk(call: PhoneCall, leg: PhoneCall, dial: Dial): Promise<Step | null> {
  call.likelyEnding = "transfer";
  call.log.tell({ type: "colleague", rings: null, at_ms: call.pace.elapsed() });
  call.log.tell({ type: "notice", text: `Joined with ${leg.record.to_number}`, at_ms: call.pace.elapsed() });
  const limit = (dial.timeLimit ?? longestConversation_ms / 1000) * 1000;
  const left = await pass(
    call,
    Math.min(limit, call.pace.simulated ? conversation_ms : longestConversation_ms),
  );
  await leg.end("completed", "transfer");
  if (!left) return null;
  if (left.type === "hang_up") {
    await call.end("completed", "transfer");
    return { go: "over" };
  }
  return stepIn(call, left);
}
