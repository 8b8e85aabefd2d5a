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
      await store.messages.take({
        call_id: call.id,
        agent_id: call.agent.id,
        kind: action.call_back ? "call_back" : "message",
        text: action.text,
        name: action.name,
        phone_number: action.phone_number,
        now,
      });
      return done;
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
        await store.contacts.upsertByPhone({ ...learned(call, now), status: "do_not_call" });
      return done;
    case "look_up_contact": {
      const known = call.other_number ? await store.contacts.findByPhone(call.other_number) : null;
      if (!known) return { ok: true, data: { known: false } };
      const { name, email, status } = known;
      return { ok: true, data: { known: true, name, email, status } };
    }
    case "find_appointments":
    case "move_appointment":
    case "cancel_appointment":
    case "call_webhook":
      return failed;
    case "transfer":
    case "end":
      // The turn loop carries these out on the line itself.
      return failed;
  }
}

async function book(
  action: Extract<Action, { type: "book" }>,
  call: PreparedCall,
  progress: CallProgress,
  store: Store,
  now: number,
): Promise<Outcome> {
  const { spec, id: agent_id } = call.agent;
  if (!spec.actions.book) return { ok: false, reason: "not_bookable" };
  const { starts_at, duration_minutes } = action;
  const answer = await store.bookings.book(
    {
      call_id: call.id,
      agent_id,
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
    return answer;
  }
  progress.booking_id = answer.booking_id;
  progress.busy = [...progress.busy, { from: starts_at, to: starts_at + duration_minutes * minute_ms }];
  return done;
}
