/** Carries out an agent's actions in its organization during a call. */
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { minute_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import type { CallProgress } from "./call-facts.ts";

const done: Outcome = { ok: true };
/** How many passages a question is answered from at most. */
const passagesFound = 3;
const failed: Outcome = { ok: false, reason: "failed" };

/** What a call has learned about the caller, for the organization's contacts. */
const learned = (call: PreparedCall, now: number) => ({
  phone_number: call.other_number ?? "",
  name: null,
  email: null,
  source: "call",
  call_id: call.id,
  now,
});

/**
 * Carries out an action; the same id again changes nothing. Changes to the calendar are noted in `progress`.
 * @throws what the organization throws; the agent then tells the caller that it failed, and the same step may be
 * tried again
 */
export async function carryOut(
  action: Action,
  call: PreparedCall,
  progress: CallProgress,
  store: Store,
  now: number,
): Promise<Outcome> {
  switch (action.type) {
    case "book":
      return book(action, call, progress, store, now);
    case "save_lead":
      if (call.other_number)
        await store.contacts.upsertByPhone({ ...learned(call, now), status: "qualified" });
      return done;
    case "take_message":
      return takeMessage(action, call, store, now);
    case "note_question":
      await store.questions.note({
        agent_id: call.agent.id,
        call_id: call.id,
        question: action.question,
        now,
      });
      return done;
    case "search_knowledge": {
      const passages = await store.knowledge.search({
        question: action.question,
        agent_id: call.agent.id,
        limit: passagesFound,
      });
      return { ok: true, data: { passages } };
    }
    case "opt_out":
      if (call.other_number)
        await store.contacts.upsertByPhone({
          ...learned(call, now),
          status: "do_not_call",
          asked: action.pressed ? "key" : "voice",
        });
      return done;
    case "look_up_contact": {
      const known = call.other_number ? await store.contacts.findByPhone(call.other_number) : null;
      if (!known) return { ok: true, data: { known: false } };
      // Any line can show this number: only what no stranger learns anything from.
      const name = known.name?.trim().split(/\s+/)[0] ?? null;
      return { ok: true, data: { known: true, name } };
    }
    case "find_appointments":
      return findAppointments(action, call, progress, store, now);
    case "move_appointment":
    case "cancel_appointment":
      return changeAppointment(action, call, progress, store, now);
    case "call_webhook":
    case "send_sms":
    case "transfer":
    case "end":
      // Not the organization's: the call asks webhooks and sends texts itself, and the turn loop carries out the others on the line.
      return failed;
  }
}

/** The promised time of a call back hangs on its message, so that the same message again changes only what is new of it. */
async function takeMessage(
  { text, name, phone_number, call_back, call_at = null }: Extract<Action, { type: "take_message" }>,
  call: PreparedCall,
  store: Store,
  now: number,
): Promise<Outcome> {
  const { id: message_id } = await store.messages.take({
    call_id: call.id,
    agent_id: call.agent.id,
    kind: call_back ? "call_back" : "message",
    text,
    name,
    phone_number,
    now,
  });
  if (call_back && call_at !== null && phone_number !== null)
    await store.callBacks.promise({ message_id, call_id: call.id, due_at: call_at, now });
  return done;
}

async function book(
  action: Extract<Action, { type: "book" }>,
  call: PreparedCall,
  progress: CallProgress,
  store: Store,
  now: number,
): Promise<Outcome> {
  const { spec, id: agent_id } = call.agent;
  if (!spec.actions.book) return notBookable;
  const { starts_at, duration_minutes } = action;
  const answer = await store.bookings.book(
    {
      call_id: call.id,
      agent_id,
      is_web: call.type === "web",
      kind: action.kind,
      starts_at,
      duration_minutes,
      name: action.name,
      phone_number: action.phone_number ?? call.other_number,
      email: action.email,
      notes: action.notes,
    },
    {
      action_id: action.id,
      hours: spec.hours,
      book: spec.actions.book,
      time_zone: call.organization.time_zone,
      now,
    },
  );
  if (!answer.ok) {
    progress.busy = answer.busy;
    const { reason, busy } = answer;
    return reason === "too_many"
      ? { ok: false, reason: "failed", why: tooMany }
      : { ok: false, reason, busy };
  }
  const { booking_id } = answer;
  progress.booking_id = booking_id;
  progress.busy = [...progress.busy, { from: starts_at, to: starts_at + duration_minutes * minute_ms }];
  progress.appointments[booking_id] = { is: "booked", starts_at, action_id: action.id };
  return done;
}

/** A reason for models: they offer a message, as the built-in brain does by itself. */
const tooMany = "no more appointments can be booked in this way; take a message instead";

/** Appointments belong to agents that book: one that does not neither finds nor changes any. */
const notBookable: Outcome = { ok: false, reason: "not_bookable" };

/** Searches for appointments by name in one call: more is guessing. */
const mostSearches = 3;

const callerOf = (call: PreparedCall) => ({ call_id: call.id, line_number: call.other_number });

async function findAppointments(
  { name, phone_number }: Extract<Action, { type: "find_appointments" }>,
  call: PreparedCall,
  progress: CallProgress,
  store: Store,
  now: number,
): Promise<Outcome> {
  if (!call.agent.spec.actions.book) return notBookable;
  const named = name ? { name, phone_number } : null;
  if (named && progress.searches >= mostSearches)
    return { ok: false, reason: "failed", why: "appointments were looked for too often in this call" };
  if (named) progress.searches += 1;
  const found = await store.bookings.ofCaller(callerOf(call), named, now);
  progress.found = [...new Set([...progress.found, ...found.map(({ id }) => id)])];
  const appointments = found.map(({ id, starts_at, ends_at, kind, name: made_for }) => ({
    booking_id: id,
    starts_at,
    duration_minutes: (ends_at - starts_at) / minute_ms,
    kind,
    name: made_for,
  }));
  return { ok: true, data: { appointments } };
}

async function changeAppointment(
  action: Extract<Action, { type: "move_appointment" | "cancel_appointment" }>,
  call: PreparedCall,
  progress: CallProgress,
  store: Store,
  now: number,
): Promise<Outcome> {
  const { spec, id: agent_id } = call.agent;
  if (!spec.actions.book) return notBookable;
  const { booking_id } = action;
  const request = { ...callerOf(call), booking_id, agent_id, found: progress.found };
  const rules = {
    action_id: action.id,
    hours: spec.hours,
    book: spec.actions.book,
    time_zone: call.organization.time_zone,
    now,
  };
  const answer =
    action.type === "move_appointment"
      ? await store.bookings.move(request, action.starts_at, rules)
      : await store.bookings.cancel(request, rules);
  progress.busy = answer.busy;
  if (!answer.ok) return answer;
  const { starts_at } = answer;
  const before = progress.appointments[booking_id];
  const action_id = before?.action_id ?? null;
  const moves = action.type === "move_appointment";
  const is = moves ? (before?.is === "booked" ? "booked" : "moved") : "canceled";
  progress.appointments[booking_id] = { is, starts_at, action_id };
  if (moves) progress.booking_id = booking_id;
  else if (progress.booking_id === booking_id) progress.booking_id = null;
  return done;
}
