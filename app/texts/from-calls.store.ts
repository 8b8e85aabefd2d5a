/** Texts that calls send to their caller: what an agent writes during one, and the confirmation of an appointment after it. */
import { eq, sql } from "drizzle-orm";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { longDate, timeOfDay } from "#app/platform/format.ts";
import { bookings, texts } from "#drizzle/organization/schema.ts";
import { isNumberSpent } from "./limits.store.ts";
import { announce, queue } from "./sending.store.ts";
import { activeNumber, standsAgainst, type Thread, threadFor } from "./thread-rows.store.ts";

/** Texts that an agent may send in one call. */
const mostOfCall = 3;

type Line = { call_id: string; agent_id: string; our_number: string; other_number: string; now: number };

/** The thread of a call's two numbers; a text: why nothing can be sent there. */
function threadOfLine(db: OrganizationDatabase, { our_number, other_number, now }: Line): Thread | string {
  const number = activeNumber(db, our_number);
  if (!number) return "the number is not the organization's any more";
  if (isNumberSpent(db, our_number, now)) return "this number has sent too many texts today";
  const thread = threadFor(db, { our_number, other_number, number_id: number.id }, now);
  const stands = standsAgainst(db, thread, false);
  return stands === null ? thread : "this person asked for no texts";
}

export type FromCall = Announced<{ text_id: string; why: null } | { text_id: null; why: string }>;

/** Keeps what an agent writes during a call; the worker that asked sends it. The same action again is the same text. */
export function fromCall(
  db: OrganizationDatabase,
  line: Line & { action_id: string; text: string },
): FromCall {
  const { call_id, action_id, agent_id, now } = line;
  const prefix = `call:${call_id}:`;
  const known = db
    .select({ id: texts.id })
    .from(texts)
    .where(eq(texts.key, prefix + action_id))
    .get();
  if (known) return { text_id: known.id, why: null, announce: [] };
  const held = db.get<{ n: number }>(
    sql`select count(*) as n from ${texts} where ${texts.key} >= ${prefix} and ${texts.key} < ${`${prefix}~`}`,
  );
  if ((held?.n ?? 0) >= mostOfCall)
    return { text_id: null, why: "no more texts can be sent in this call", announce: [] };
  const thread = threadOfLine(db, line);
  if (typeof thread === "string") return { text_id: null, why: thread, announce: [] };
  const author = { is: "agent", agent_id } as const;
  const made = queue(db, thread, line.text, {
    author,
    key: prefix + action_id,
    conversation_id: call_id,
    isSentHere: true,
    now,
  });
  return made
    ? { text_id: made.id, why: null, announce }
    : { text_id: null, why: "it could not be kept", announce: [] };
}

type Confirmation = Line & {
  booking_ids: string[];
  organization: { name: string; time_zone: string; locale: string };
  language: "en-US" | "es-US";
};

/** Confirms the appointments of a call that stand, each time once. */
export function confirm(db: OrganizationDatabase, asked: Confirmation): Announced<{ sent: number }> {
  const { organization, language, now, agent_id, call_id } = asked;
  const thread = threadOfLine(db, asked);
  if (typeof thread === "string") return { sent: 0, announce: [] };
  const place = { timeZone: organization.time_zone, locale: language };
  let sent = 0;
  for (const id of asked.booking_ids) {
    const booking = db.select().from(bookings).where(eq(bookings.id, id)).get();
    if (booking?.status !== "booked") continue;
    const { starts_at } = booking;
    const [day, time] = [longDate(starts_at, now, place), timeOfDay(starts_at, place)];
    const words =
      language === "es-US"
        ? `${organization.name}: su cita es el ${day} a las ${time}. Responda STOP para no recibir más mensajes.`
        : `${organization.name}: your appointment is on ${day} at ${time}. Reply STOP to opt out.`;
    queue(db, thread, words, {
      author: { is: "agent", agent_id },
      key: `confirm:${id}:${starts_at}`,
      conversation_id: call_id,
      now,
    });
    sent += 1;
  }
  return { sent, announce: sent > 0 ? announce : [] };
}
