/**
 * The conversation of agent and caller over one relay session. In real time the loop sleeps until an event; on a
 * simulated line it steps from one due event to the next, including the application's own timers.
 */

import { isStepIn, type StepIn } from "./line-inputs.ts";
import type { LineInput, PhoneCall } from "./phone-call.ts";
import type { RelayLeg } from "./relay-leg.ts";
import type { RelaySocket } from "./relay-socket.ts";

/** Typed words arrive at once; speaking them counts as this long. */
const typed_ms = 200;
/** A simulated call with more steps than this is looping. */
const longestStory = 50_000;

export type RelayEnd =
  | { by: "agent"; handoffData: string | null }
  /** The application's socket closed. */
  | { by: "socket" }
  /** Ten frames in a row were not JSON. */
  | { by: "spoiled" }
  | { by: "caller" }
  | { by: "timeout" }
  /** The script breaks the connection. */
  | { by: "drop" }
  | { by: "step_in"; input: StepIn };

export async function converse(call: PhoneCall, leg: RelayLeg, socket: RelaySocket): Promise<RelayEnd> {
  await socket.tellTime(call.pace.now());
  for (let step = 0; !call.pace.simulated || step < longestStory; step += 1) {
    await exchange(call, leg, socket);
    if (leg.closing && leg.closing.at <= call.pace.now())
      return leg.closing.code === 1000
        ? { by: "agent", handoffData: leg.closing.handoffData }
        : { by: "spoiled" };
    if (socket.end) return { by: "socket" };
    const input = hear(call, leg);
    if (input) return input.type === "hang_up" ? { by: "caller" } : { by: "step_in", input };
    const departure = leg.closing ? null : (call.scripted?.act(leg, call.pace.now()) ?? null);
    if (departure) return { by: departureNames[departure] };
    const answerer = call.scripted?.takeAnswerer() ?? null;
    if (answerer !== null) {
      await call.tellAnswerer(answerer);
      await socket.tellTime(call.pace.now());
    }
    await exchange(call, leg, socket);
    await passTime(call, leg, socket);
  }
  throw new Error("The simulated call does not come to an end.");
}

const departureNames = { hang_up: "caller", drop_socket: "drop", timeout: "timeout" } as const;

/** Passes frames in both directions until neither side has any. */
async function exchange(call: PhoneCall, leg: RelayLeg, socket: RelaySocket): Promise<void> {
  for (;;) {
    const received = socket.take();
    for (const raw of received) {
      call.log.frame({ at_ms: call.pace.elapsed(), direction: "out", frame: readable(raw) });
      leg.receive(raw, call.pace.now());
    }
    const frames = leg.take();
    for (const frame of frames) {
      call.log.frame({ at_ms: call.pace.elapsed(), direction: "in", frame });
      await socket.send(frame);
    }
    for (const { role, text, at } of leg.takeSpoken())
      call.log.said({ role, text, at_ms: Math.round(call.pace.elapsed() - (call.pace.now() - at)) });
    if (received.length === 0 && frames.length === 0) return;
  }
}

/** Applies the input of the person at the phone. Returns the intervention that ends the session, if any. */
function hear(call: PhoneCall, leg: RelayLeg): StepIn | null {
  for (const input of call.mailbox.take()) {
    if (isStepIn(input)) return input;
    act(leg, input, call.pace.now());
    if (input.type === "press")
      call.log.tell({ type: "pressed", digits: input.digits, at_ms: call.pace.elapsed() });
  }
  return null;
}

function act(leg: RelayLeg, input: LineInput, now: number): void {
  if (input.type === "say") leg.speak(input.text, typed_ms, now);
  if (input.type === "speaking") leg.startSpeaking(null, now);
  if (input.type === "said") leg.finishSpeaking(input.text, now);
  if (input.type === "press") for (const key of input.digits) leg.press(key, now);
}

async function passTime(call: PhoneCall, leg: RelayLeg, socket: RelaySocket): Promise<void> {
  const before = call.pace.now();
  const due = [leg.nextAt(), call.scripted?.nextAt(leg), socket.nextTimer];
  const known = due.filter((at): at is number => typeof at === "number");
  await call.pace.until(known.length > 0 ? Math.min(...known) : null, call.mailbox);
  const now = call.pace.now();
  if (now > before || (socket.nextTimer !== null && socket.nextTimer <= now)) await socket.tellTime(now);
  leg.advance(now);
}

function readable(raw: string | ArrayBuffer): Record<string, unknown> | string {
  if (typeof raw !== "string") return `(${raw.byteLength} bytes)`;
  try {
    const json: unknown = JSON.parse(raw);
    return typeof json === "object" && json !== null ? { ...json } : raw;
  } catch {
    return raw;
  }
}
