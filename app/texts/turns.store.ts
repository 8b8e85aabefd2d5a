/** Conversations of agents by text: one turn at a time in a thread, each text answered once, in order, until it has been quiet for a day. */
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import { busy } from "#app/bookings/calendar-rows.store.ts";
import { answering, answeringSince } from "#app/calls/live/answering-agent.store.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { enqueueMessages } from "#app/calls/messages/messages.store.ts";
import { isUsedBy } from "#app/knowledge/knowledge.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { textConversations, texts } from "#drizzle/organization/schema.ts";
import { announce, queue } from "./sending.store.ts";
import type { TextArrival, TextTurn, TurnDone } from "./texts.schema.ts";
import { addText, change, type Thread, threadOf } from "./thread-rows.store.ts";

/** The timer that ends a conversation in which no one has written for a while. */
export const quietTimer = "text_quiet";
const quiet_ms = 24 * hour_ms;

/** The provider of conversations by text, where they pass for calls. */
export const textProvider = "text";

export type Begun =
  | { is: "turn"; turn: TextTurn }
  /** Another worker answers here; what waits is looked at again. */
  | { is: "taken" }
  | { is: "nothing" };

type Taking = { thread_id: string; token: string; until: number; now: number };

/** The next text that waits in a thread, for one worker alone. */
export function begin(db: OrganizationDatabase, arrival: TextArrival, taking: Taking): Begun {
  const { thread_id, token, until, now } = taking;
  const thread = threadOf(db, thread_id);
  if (!thread) return { is: "nothing" };
  const { taken_by, taken_until } = thread;
  if (taken_by !== null && taken_by !== token && (taken_until ?? 0) > now) {
    const again = taken_until ?? now;
    enqueueTask(
      db,
      { id: `text_answer:${thread_id}:${again}`, kind: "text_answer", payload: { thread_id } },
      again,
    );
    return { is: "taken" };
  }
  const waiting = db
    .select({ id: texts.id, text: texts.text })
    .from(texts)
    .where(and(eq(texts.thread_id, thread_id), eq(texts.is_waiting, true)))
    .orderBy(asc(texts.seq))
    .limit(1)
    .get();
  if (!waiting) return released(db, thread);
  const conversation = openIn(db, thread_id, now);
  const { our_number, other_number, number_id } = thread;
  const asCall: TextArrival = { ...arrival, our_number, other_number, now };
  const id = conversation?.id ?? newId(now);
  const agent =
    (conversation
      ? answeringSince(db, asCall, { ...conversation, call_id: id, number_id })
      : answering(db, asCall, id)
    )?.agent ?? null;
  if (!agent?.spec.actions.answer_texts || thread.agent_off === "member" || thread.agent_off === "loop") {
    giveUp(db, waiting.id, agent ? (thread.agent_off ?? "texts_off") : "no_agent");
    return begin(db, arrival, taking);
  }
  change(db, thread_id, { taken_by: token, taken_until: until });
  const call = asCallOf(db, asCall, thread, { id, agent, started_at: conversation?.started_at ?? now });
  const state = conversation?.state ?? null;
  return { is: "turn", turn: { text_id: waiting.id, words: waiting.text, call, state } };
}

function released(db: OrganizationDatabase, { id }: Pick<Thread, "id">): Begun {
  change(db, id, { taken_by: null, taken_until: null });
  return { is: "nothing" };
}

const giveUp = (db: OrganizationDatabase, id: string, why: string): void => {
  db.update(texts).set({ is_waiting: false, why }).where(eq(texts.id, id)).run();
};

/** The conversation that goes on in a thread; null: none, or it has been quiet for too long. */
function openIn(db: OrganizationDatabase, thread_id: string, now: number) {
  const open =
    db
      .select()
      .from(textConversations)
      .where(and(eq(textConversations.thread_id, thread_id), isNull(textConversations.ended_at)))
      .orderBy(desc(textConversations.started_at))
      .limit(1)
      .get() ?? null;
  if (!open || open.last_at > now - quiet_ms) return open;
  endQuiet(db, open.id, now);
  return null;
}

/** A conversation as the deeds of calls know it. */
function asCallOf(
  db: OrganizationDatabase,
  arrival: TextArrival,
  { id: thread_id, our_number, other_number, number_id }: Thread,
  { id, agent, started_at }: { id: string; agent: PreparedCall["agent"]; started_at: number },
): PreparedCall {
  const { spec } = agent;
  const horizon = spec.actions.book?.horizon_days ?? 0;
  const { now } = arrival;
  // No one can be put through by text, and no one waits: tools have no words to bridge the time.
  const actions = { ...spec.actions, transfer: null, send_texts: false };
  const when_unknown = spec.when_unknown === "transfer" ? "call_back" : spec.when_unknown;
  const tools = spec.tools.map((tool) => ({ ...tool, filler: "" }));
  return {
    id,
    type: "phone",
    direction: "inbound",
    provider: textProvider,
    provider_call_id: thread_id,
    our_number,
    other_number,
    number_id,
    is_own_account: false,
    started_at,
    longest_seconds: day_ms / 1000,
    organization: arrival.organization,
    agent: { ...agent, spec: { ...spec, actions, when_unknown, tools, transfer_targets: [] } },
    busy: horizon > 0 ? busy(db, now, now + (horizon + 2) * day_ms) : [],
    targets: [],
    has_knowledge: isUsedBy(db, agent.id),
    other_voice: null,
    pronunciations: [],
    recording: null,
    called: null,
    capacity_account: textProvider,
  };
}

export type Answered = Announced<{ is_kept: boolean }>;

/** Keeps a turn with its answer, in one step and once: a worker that came too late keeps nothing. */
export function answered(db: OrganizationDatabase, done: TurnDone): Answered {
  const { thread_id, text_id, token, conversation, now, ended, outcome } = done;
  const thread = threadOf(db, thread_id);
  const text = db.select().from(texts).where(eq(texts.id, text_id)).get();
  if (!thread || thread.taken_by !== token || !text?.is_waiting) return { is_kept: false, announce: [] };
  const { id: conversation_id, agent_id, agent_version } = conversation;
  db.update(texts).set({ is_waiting: false, conversation_id }).where(eq(texts.id, text_id)).run();
  const end = ended === null ? { ended_at: null, state: done.state } : { ended_at: now, state: null };
  db.insert(textConversations)
    .values({
      id: conversation_id,
      thread_id,
      agent_id,
      agent_version,
      started_at: now,
      last_at: now,
      ...end,
      outcome,
    })
    .onConflictDoUpdate({ target: textConversations.id, set: { last_at: now, ...end, outcome } })
    .run();
  const of = { thread_id, conversation_id, agent_id };
  for (const note of done.notes)
    addText(db, { ...of, direction: "note", author: "agent", text: note, status: "kept" }, now);
  if (done.reply !== "")
    queue(db, thread, done.reply, {
      author: { is: "agent", agent_id },
      key: `answer:${text_id}`,
      conversation_id,
      isReply: true,
      now,
    });
  // Going in circles is what two machines do: a member has to let the agent answer here again.
  if (ended === "looping" || ended === "max_words") change(db, thread_id, { agent_off: "loop" });
  enqueueMessages(db, conversation_id, now);
  if (ended === null) setTimer(db, quietTimer, conversation_id, now + quiet_ms);
  else clearTimer(db, quietTimer, conversation_id);
  return { is_kept: true, announce };
}

/** Ends a conversation that is quiet; the timer of one in which someone has written since is set again. */
export function endQuiet(db: OrganizationDatabase, id: string, now: number): void {
  const row = db.select().from(textConversations).where(eq(textConversations.id, id)).get();
  if (row && row.ended_at === null && row.last_at > now - quiet_ms) {
    setTimer(db, quietTimer, id, row.last_at + quiet_ms);
    return;
  }
  clearTimer(db, quietTimer, id);
  if (!row || row.ended_at !== null) return;
  db.update(textConversations).set({ ended_at: now, state: null }).where(eq(textConversations.id, id)).run();
}
