/** What the forms of /bookings become: calls of verbs, and their outcomes in words. */
import type { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import type { Verb } from "#app/membership/verb.ts";
import {
  bookByHand,
  cancelBooking,
  markNoShow,
  moveBooking,
  noteBooking,
  type Outcome,
  type Refusal,
  restoreBooking,
} from "./booking-verbs.server.ts";

/** `errors`: by field; `typed`: what was typed and refused; `asksAnyway`: the time can be had outside the agent's rules. */
export type Changed = {
  status: number;
  isGood: boolean;
  message: string | null;
  errors: Readonly<Record<string, string[]>>;
  typed: Readonly<Record<string, string>>;
  asksAnyway: boolean;
  /** The appointment that was booked. */
  booked: string | null;
};

const good = (message: string | null): Changed => ({
  status: 200,
  isGood: true,
  message,
  errors: {},
  typed: {},
  asksAnyway: false,
  booked: null,
});

const bad = (message: string | null, typed: Readonly<Record<string, string>>, status = 422): Changed => ({
  ...good(message),
  status,
  isGood: false,
  typed,
});

const otherKinds = "This agent books other kinds. Press “Show free times” to choose one of them.";
const stale = "Reload the page and try again.";

/** Why not, in words; those of the agent's rules end with how to have the time all the same. */
export const bookingRefusals: Readonly<Record<Refusal, string>> = {
  not_found: "This appointment doesn't exist any more.",
  changed:
    "Someone changed this appointment in the meantime. It's shown as it is now; nothing of yours was saved.",
  not_possible: "That can't be done with this appointment any more.",
  past: "That time is over. Choose a later one.",
  taken: "Another appointment is at that time. Choose another one.",
  no_such_time: "The clocks change that night, so this time doesn't exist. Choose another one.",
  bad_number: "Enter a full phone number",
  too_soon: "That's sooner than the agent's notice allows.",
  beyond_horizon: "That's further ahead than the agent books.",
  closed_day: "The agent's calendar is closed that day.",
  closed_hour: "That's outside the hours of the agent's calendar.",
  off_step: "The agent's appointments don't start at that minute.",
  too_long: "It would end after closing time.",
};

const byRules: readonly Refusal[] = [
  "too_soon",
  "beyond_horizon",
  "closed_day",
  "closed_hour",
  "off_step",
  "too_long",
];
/** The second of two people finds what the first did. */
const conflicts: readonly Refusal[] = ["changed", "taken"];

/** What was typed; a time that is in no list is typed in a field of its own. */
function texts(posted: FormData): Record<string, string> {
  const typed: Record<string, string> = Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return typed.clock ? typed : { ...typed, clock: typed.other ?? "" };
}

function said(outcome: Outcome, words: string, typed: Readonly<Record<string, string>>): Changed {
  if (outcome.ok) return good(words);
  const { reason } = outcome;
  if (reason === "bad_number")
    return { ...bad(null, typed), errors: { phone: [bookingRefusals.bad_number] } };
  if (byRules.includes(reason))
    return { ...bad(`${bookingRefusals[reason]} Tick the box to take it anyway.`, typed), asksAnyway: true };
  const status = reason === "not_found" ? 404 : conflicts.includes(reason) ? 409 : 422;
  return bad(bookingRefusals[reason], typed, status);
}

function unreadable(error: z.ZodError, typed: Readonly<Record<string, string>>): Changed {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? "");
    errors[name] = [...(errors[name] ?? []), message];
  }
  const isOurs = ["booking", "version", "request"].some((name) => name in errors);
  return isOurs ? bad(stale, typed, 400) : { ...bad(null, typed), errors };
}

type Change = (actor: Actor, typed: Readonly<Record<string, string>>) => Promise<Changed>;

const through =
  <Input extends z.ZodType>(perform: Verb<Input, [], Outcome>, words: string): Change =>
  async (actor, typed) => {
    const input = perform.input.safeParse(typed);
    return input.success
      ? said(await perform(actor, input.data), words, typed)
      : unreadable(input.error, typed);
  };

const changes = new Map<string, Change>([
  ["move", through(moveBooking, "Moved. The old time is free again.")],
  ["cancel", through(cancelBooking, "Canceled. The time is free again.")],
  ["no_show", through(markNoShow, "Marked as a no-show.")],
  ["restore", through(restoreBooking, "The appointment stands again.")],
  ["note", through(noteBooking, "Note saved.")],
]);

/** Applies the posted change of one appointment. @param id the appointment of the page */
export async function changeBooking(actor: Actor, id: string, posted: FormData): Promise<Changed> {
  const typed: Record<string, string> = { ...texts(posted), booking: id };
  const change = changes.get(typed.do ?? "");
  return change ? change(actor, typed) : bad(stale, typed, 400);
}

/** The query of the page that shows the free times of the chosen day; null: the form asks for something else. */
export function timesAsked(posted: FormData): string | null {
  const typed = texts(posted);
  if (typed.do !== "times") return null;
  const { date = "", agent = "", kind = "" } = typed;
  const asked = Object.entries({ date, agent, kind }).filter(([, value]) => value !== "");
  return new URLSearchParams(asked).toString();
}

/** What was typed, with how long an agent's appointment of that kind takes; null: it books no such kind. */
async function withLength(actor: Actor, typed: Record<string, string>) {
  if (!typed.agent || typed.minutes) return typed;
  const calendars = await actor.store.bookings.calendars(Date.now());
  const calendar = calendars.find(({ id }) => id === typed.agent);
  const kind = calendar?.book.kinds.find(({ name }) => name === typed.kind);
  return kind ? { ...typed, minutes: String(kind.duration_minutes) } : null;
}

/** Books what was posted; the page leads to the new appointment. */
export async function bookPosted(actor: Actor, posted: FormData): Promise<Changed> {
  const told = texts(posted);
  const typed = await withLength(actor, told);
  if (typed === null) return { ...bad(null, told), errors: { kind: [otherKinds] } };
  const input = bookByHand.input.safeParse(typed);
  if (!input.success) return unreadable(input.error, typed);
  const outcome = await bookByHand(actor, input.data);
  return outcome.ok ? { ...good(null), booked: outcome.booking_id } : said(outcome, "", typed);
}
