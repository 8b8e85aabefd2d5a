/** Thirty days of the clinic's telephone: four hundred calls, each run through the real conversation engine, always the same for the same day. */
import type { BookingRequest, BusyStretch } from "#app/bookings/bookings.schema.ts";
import { outcomeOf } from "#app/calls/call-outcome.ts";
import type { CallLine, FinishedCall } from "#app/calls/calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import type { Action, World } from "#workers/conversation/line/conversation.ts";
import { actionSaid, noteSaid } from "#workers/conversation/line/loop-words.ts";
import { type SimulatedCall, simulateCall } from "#workers/conversation/simulation/simulated-call.ts";
import { randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import { CALLER_MS_PER_CHARACTER } from "#workers/conversation/simulation/simulated-line.ts";
import { leavesAfter, wishOf } from "./demo-callers.ts";
import { clinic, type DemoAgent, newPatientAgent } from "./demo-clinic.ts";
import { type DemoMessage, messageOf, newestOfEach } from "./demo-messages.ts";
import { type Ring, rings } from "./demo-rings.ts";
import { toldAttempts } from "./demo-transfers.ts";

export type DemoBooking = { request: BookingRequest; action_id: string; agent: DemoAgent; now: number };
export type DemoCall = {
  call: FinishedCall;
  bookings: DemoBooking[];
  questions: { question: string; now: number }[];
  messages: DemoMessage[];
};

const worldOf = ({ agent, number, caller, direction }: Ring, busy: BusyStretch[]): World => ({
  organization: {
    name: clinic.name,
    time_zone: clinic.time_zone,
    country: clinic.country,
    address: clinic.address,
    phone_number: number.phone_number,
  },
  agent: agent.spec,
  calendar: { busy },
  caller: { phone_number: caller.phone_number },
  direction: direction ?? "inbound",
  language: "en-US",
  transcript: [],
});

/** The script in the format of the call history. */
function linesOf({ turns, notes, actions }: SimulatedCall): CallLine[] {
  const line = (
    type: CallLine["type"],
    at_ms: number,
    text: string,
    more: Partial<CallLine> = {},
  ): CallLine => ({
    type,
    text,
    heard: null,
    detail: null,
    at_ms,
    ...more,
  });
  const all = [
    ...turns.map(({ role, text, heard, at_ms }, order) => ({
      begins: at_ms,
      order: order * 3,
      // A caller's words are written when they are over, the agent's when they begin.
      line: line(role, role === "caller" ? at_ms + text.length * CALLER_MS_PER_CHARACTER : at_ms, text, {
        heard,
      }),
    })),
    ...notes.map(({ note, at_ms }) => ({
      begins: at_ms,
      order: -2,
      line: line("note", at_ms, noteSaid(note), { detail: note }),
    })),
    ...actions
      .filter(({ action }) => action.type !== "end")
      .map(({ action, outcome, at_ms }) => ({
        begins: at_ms,
        order: -1,
        line: line("action", at_ms, actionSaid(action, outcome), {
          detail: { action, outcome: outcome.ok ? outcome : { ok: false, reason: outcome.reason } },
        }),
      })),
  ];
  return all.sort((a, b) => a.begins - b.begins || a.order - b.order).map((entry) => entry.line);
}

/** The same id for the same moment and seed. */
export const callIdOf = (ring: Pick<Ring, "at" | "seed">): string =>
  `${firstIdAt(ring.at).slice(0, 24)}${ring.seed.toString(16).padStart(12, "0")}`;

/** What the telephone knows of a call. */
export const callFrame = (ring: Ring) =>
  ({
    id: callIdOf(ring),
    direction: ring.direction ?? "inbound",
    agent: { id: ring.agent.id, name: ring.agent.spec.name, version: 1 },
    number_id: ring.number.id,
    our_number: ring.number.phone_number,
    other_number: ring.caller.phone_number,
    provider: "twilio",
    provider_call_id: `CA${ring.seed.toString(16).padStart(32, "0")}`,
    started_at: ring.at,
    time_zone: clinic.time_zone,
    locale: clinic.locale,
  }) as const;

/** A caller who hung up before the first word. */
export function missedCall(ring: Ring): DemoCall {
  return {
    call: newFinishedCall({
      ...callFrame(ring),
      status: "no_answer",
      outcome: "missed",
      ended_by: "caller",
      end_reason: null,
      ended_at: ring.at + 4000,
    }),
    bookings: [],
    questions: [],
    messages: [],
  };
}

const ofType = <T extends Action["type"]>(call: SimulatedCall, type: T) =>
  call.actions
    .filter(({ outcome }) => outcome.ok)
    .flatMap(({ action, at_ms }) =>
      action.type === type ? [{ action: action as Extract<Action, { type: T }>, at_ms }] : [],
    );

/** A call through the engine. `busy`: what the calendar holds already. */
export function toldCall(ring: Ring, busy: BusyStretch[]): DemoCall {
  const persona = wishOf(ring.caller, ring.seed, ring.agent === newPatientAgent);
  const simulated = simulateCall({
    world: worldOf(ring, busy),
    caller: ring.says ?? leavesAfter(persona, ring.seed) ?? persona,
    seed: ring.seed,
    now: ring.at,
  });
  const booked = ofType(simulated, "book");
  const [transfer] = ofType(simulated, "transfer");
  const messages = ofType(simulated, "take_message").map(({ action }) => action);
  const message = messages.find(({ call_back }) => !call_back);
  const call_back = messages.find((one) => one.call_back);
  const unanswered = simulated.notes.flatMap(({ note }) =>
    note.type === "no_answer" ? [note.question] : [],
  );
  const topics = simulated.notes.flatMap(({ note }) => (note.type === "answered_from" ? [note.title] : []));
  const fields = ring.agent.spec.fields.flatMap(({ id, label }) => {
    const value = simulated.collected[id];
    return value === undefined ? [] : [{ id, label, value }];
  });
  const outcome = outcomeOf({
    connected: true,
    booked: booked.length > 0,
    moved: false,
    canceled: false,
    transferred: transfer !== undefined,
    lead: ofType(simulated, "save_lead").length > 0,
    message: message !== undefined,
    call_back: call_back !== undefined,
    opted_out: ofType(simulated, "opt_out").length > 0,
    answered: topics.length > 0,
  });
  const last = booked.at(-1)?.action ?? null;
  const random = randomOf(ring.seed * 7919);
  const call_id = callIdOf(ring);
  const call = newFinishedCall({
    ...callFrame(ring),
    status: "completed",
    outcome,
    ended_by: simulated.ended_by,
    end_reason: ofType(simulated, "end").at(0)?.action.reason ?? null,
    caller_name: fields.find(({ id }) => id === "name")?.value ?? null,
    answered_at: ring.at + 400,
    ended_at: ring.at + simulated.duration_ms,
    talk_seconds: Math.round(simulated.duration_ms / 1000),
    fields,
    lines: linesOf(simulated),
    transfers: transfer
      ? toldAttempts(ring.at + transfer.at_ms, ring.at + simulated.duration_ms, ring.seed)
      : [],
    answer_ms: 620 + Math.round(random() * 380),
    interruptions: simulated.turns.filter(({ heard }) => heard !== null).length,
    done: {
      booking: last && { kind: last.kind, starts_at: last.starts_at },
      bookings: booked.length,
      transfer: transfer
        ? { name: ring.agent.spec.actions.transfer?.name ?? "", reason: transfer.action.reason }
        : null,
      message: message?.text ?? null,
      call_back: call_back?.text ?? null,
      topics,
      unanswered,
    },
  });
  return {
    call,
    bookings: booked.map(({ action, at_ms }) => ({
      action_id: action.id,
      agent: ring.agent,
      now: ring.at + at_ms,
      request: {
        call_id,
        agent_id: ring.agent.id,
        kind: action.kind,
        starts_at: action.starts_at,
        duration_minutes: action.duration_minutes,
        name: action.name,
        phone_number: action.phone_number,
        email: action.email,
        notes: action.notes,
      },
    })),
    questions: unanswered.map((question) => ({ question, now: ring.at })),
    messages: messages.map((action) => ({
      message: messageOf(action, { call_id, agent_id: ring.agent.id, now: ring.at + simulated.duration_ms }),
      done_at: ring.at + Math.round((0.5 + 4 * random()) * hour_ms),
    })),
  };
}

/** The clinic's last thirty days, oldest call first. `now` in ms UTC. */
export function demoCalls(now: number): DemoCall[] {
  const random = randomOf(20_261_120);
  const busy: BusyStretch[] = [];
  const calls = rings(now, random).map((ring) => {
    if (random() < 0.05) return missedCall(ring);
    const told = toldCall(
      ring,
      busy.filter((stretch) => stretch.to > ring.at && stretch.from < ring.at + 90 * day_ms),
    );
    for (const { request } of told.bookings)
      busy.push({ from: request.starts_at, to: request.starts_at + request.duration_minutes * minute_ms });
    return told;
  });
  for (const left of newestOfEach(calls.flatMap(({ messages }) => messages))) left.done_at = null;
  return calls;
}
