/** `<Dial>`: calls another number and joins the two. Answers are ordered per number; by default a colleague answers after two seconds. */
import { hour_ms, second_ms } from "#app/platform/durations.ts";
import type { Answer } from "./answers.ts";
import { type CallStatus, newSid } from "./carrier-records.ts";
import { documentOf, fetchDocument, pass, type Step, type StepIn, stepIn } from "./line-inputs.ts";
import { PhoneCall } from "./phone-call.ts";
import { StatusCallbacks } from "./status-callbacks.ts";
import { type DialledNumber, parseTwiml, type Verb } from "./twiml.ts";
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
  let leg: PhoneCall | null = null;
  for (const number of dial.numbers) {
    leg = await dialled(call, dial, number, document);
    const left = await ring(call, leg, dial.timeout * 1000);
    if (left) return stepIn(call, left);
    if (leg.record.status === "in-progress") {
      await whisper(leg, number, document, speak);
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
    DialBridged: String(leg.record.started_at !== null),
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
    account.auth_token,
  );
  const record = {
    sid: newSid("CA"),
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

/** Rings until the call is answered or times out. Returns the caller-side intervention, if any. */
async function ring(call: PhoneCall, leg: PhoneCall, timeout_ms: number): Promise<StepIn | null> {
  const answer = (await call.carrier.answer(leg.record.to_number)) ?? colleague;
  const tooLate = answer.outcome === "no-answer" || answer.after_ms > timeout_ms;
  const left = await pass(call, tooLate ? timeout_ms : answer.after_ms);
  if (left) {
    await leg.end("canceled", "caller");
    return left;
  }
  if (tooLate || answer.outcome !== "answered") {
    const status: CallStatus = tooLate || answer.outcome === "answered" ? "no-answer" : answer.outcome;
    await leg.end(status, "agent");
    return null;
  }
  await leg.become("in-progress");
  await leg.tell("answered");
  return null;
}

/** What only the called person hears before the two are joined. */
async function whisper(
  leg: PhoneCall,
  number: DialledNumber,
  document: Document,
  speak: (prompt: Verb) => Promise<Step>,
): Promise<void> {
  if (!number.url) return;
  const step = await fetchDocument(leg, { url: resolve(number.url, document), method: number.method });
  if (step.go !== "to") return;
  for (const verb of parseTwiml(step.document.twiml))
    if (verb.verb === "Say" || verb.verb === "Play" || verb.verb === "Pause") await speak(verb);
}

async function talk(call: PhoneCall, leg: PhoneCall, dial: Dial): Promise<Step | null> {
  call.likelyEnding = "transfer";
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
