/** Takes a text that comes in: kept once, STOP, START and HELP obeyed, and left for the number's agent to answer. */
import { and, eq } from "drizzle-orm";
import { answering } from "#app/calls/live/answering-agent.store.ts";
import { outlook } from "#app/calls/live/live-admission.store.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { storedText } from "#app/calls/redaction/stored-words.store.ts";
import { findByPhone } from "#app/contacts/contacts.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue, enqueueTask } from "#app/object/outbox.store.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { segmentPrice } from "#app/telephony/carriers/carrier-prices.ts";
import { texts } from "#drizzle/organization/schema.ts";
import { isAutoReply, isNotice, textWish } from "./keywords.ts";
import { isConfirmed, isNumberSpent, loopIn } from "./limits.store.ts";
import { optOut, personPhone } from "./opt-out.store.ts";
import { longestText, segmentsOf } from "./segments.ts";
import { queue } from "./sending.store.ts";
import type { ArrivedText, TextArrival, TextReason, TextWish } from "./texts.schema.ts";
import { activeNumber, addText, change, type Text, type Thread, threadFor } from "./thread-rows.store.ts";

export type Received = Announced<{ thread_id: string | null }>;

const announce = [{ type: "messages_changed" } as const];
const nothing: Received = { thread_id: null, announce: [] };
/** What of a long text is kept: carriers join its parts. */
const longestKept = 4 * longestText;

/** Keeps a text once, however often it is announced. */
export function receive(db: OrganizationDatabase, arrival: TextArrival, arrived: ArrivedText): Received {
  const { provider, provider_message_id, our_number, other_number, now } = arrived;
  const known = db
    .select({ thread_id: texts.thread_id })
    .from(texts)
    .where(and(eq(texts.provider, provider), eq(texts.provider_message_id, provider_message_id)))
    .get();
  if (known) return { thread_id: known.thread_id, announce: [] };
  const number = activeNumber(db, our_number);
  if (!number || arrival.is_deleted) return nothing;
  const thread = threadFor(db, { our_number, other_number, number_id: number.id }, now);
  const text = storedText(db, arrived.text.slice(0, longestKept).trim());
  const segments = Math.max(1, segmentsOf(arrived.text));
  const kept = addText(
    db,
    {
      thread_id: thread.id,
      direction: "in",
      author: "caller",
      text,
      media: arrived.media,
      segments,
      status: "received",
      provider,
      provider_message_id,
      cost_micros: segments * segmentPrice(provider),
    },
    now,
  );
  const asked = arrived.asks_stop ? "stop" : textWish(text, thread.opted_out_at !== null);
  const wish = isNotice(text) ? null : asked;
  const contact = findByPhone(db, other_number);
  enqueue(db, {
    kind: "message.received",
    at: now,
    payload: {
      v: 1,
      text_id: kept.id,
      thread_id: thread.id,
      other_number,
      own_number: our_number,
      number_id: number.id,
      text,
      media: arrived.media,
      asks: wish,
      contact_id: contact?.id ?? null,
      contact_name: contact?.name ?? null,
    },
  });
  const why =
    wish === null ? whyNot(db, arrival, thread, kept, now) : obey(db, arrival, thread, wish, arrived);
  if (why !== null) db.update(texts).set({ why }).where(eq(texts.id, kept.id)).run();
  else {
    db.update(texts).set({ is_waiting: true }).where(eq(texts.id, kept.id)).run();
    enqueueTask(
      db,
      { id: `text_answer:${kept.id}`, kind: "text_answer", payload: { thread_id: thread.id } },
      now,
    );
  }
  return { thread_id: thread.id, announce };
}

/** Does what a person asks of the texting itself, and confirms it once. @returns why no agent answers */
function obey(
  db: OrganizationDatabase,
  { organization }: TextArrival,
  thread: Thread,
  wish: TextWish,
  { is_handled, now, provider_message_id }: ArrivedText,
): TextReason {
  const { name } = organization;
  const hasOptedOut = thread.opted_out_at !== null;
  const reply = (text: string) =>
    is_handled || !isConfirmed(db, thread, now)
      ? undefined
      : queue(db, { ...thread, opted_out_at: null }, text, {
          author: { is: "system" },
          key: `${wish}:${provider_message_id}`,
          now,
          isReply: true,
          isLast: wish === "stop",
        });
  if (wish === "stop") {
    if (!hasOptedOut) {
      optOut(db, thread, now);
      reply(`${name}: You won't get any more texts from this number. Reply START to get them again.`);
    }
    return "stop";
  }
  if (wish === "start") {
    change(db, thread.id, { opted_out_at: null, consented_at: now });
    if (hasOptedOut) reply(`${name}: You'll get texts from this number again. Reply STOP to end them.`);
    return "start";
  }
  if (!hasOptedOut)
    reply(
      `${name}: Text us here or call ${internationally(thread.our_number)}. Reply STOP to get no more texts.`,
    );
  return hasOptedOut ? "opted_out" : "help";
}

/** Of a call's refusals, those that do not concern texts: nothing is on the line. */
const ofCallsAlone: readonly string[] = ["lines_full", "no_line"];

/** Why no agent answers a text; null: one does. */
function whyNot(
  db: OrganizationDatabase,
  arrival: TextArrival,
  thread: Thread,
  { text, media, id }: Text,
  now: number,
): TextReason | null {
  if (thread.opted_out_at !== null) return "opted_out";
  if (text === "" && media === 0) return "empty";
  const look = outlook(db, arrival, true);
  if (!look.ok && !ofCallsAlone.includes(look.reason)) return look.reason;
  const agent = answering(db, arrival, id)?.agent ?? null;
  if (!agent) return "no_agent";
  if (!agent.spec.actions.answer_texts) return "texts_off";
  if (thread.agent_off === "member" || thread.agent_off === "loop") return thread.agent_off;
  if (!personPhone.test(thread.other_number)) return "short_code";
  if (isAutoReply(text)) return "auto_reply";
  const loop = loopIn(db, thread, text, now);
  if (loop !== null) change(db, thread.id, { agent_off: loop === "loop" ? loop : null });
  if (loop !== null) return loop;
  if (isNumberSpent(db, thread.our_number, now)) return "number_day";
  if (text !== "") return null;
  queue(db, thread, "Thanks! I can't see pictures here. Could you write it in a few words?", {
    author: { is: "agent", agent_id: agent.id },
    key: `picture:${id}`,
    now,
    isReply: true,
  });
  return "media_only";
}
