/** What happened, as a sentence and as fields, for providers that are told of it. */
import type { CallOutcome } from "#app/calls/call-terms.schema.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { longDate, type Place, timeOfDay, wordDuration } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { ToldFact } from "./integrations.schema.ts";

/** `subject_id`: of the call, appointment, contact, message or campaign. */
export type ToldNews = { sentence: string; told: Record<string, string>; subject_id: string };

const known = (fields: Readonly<Record<string, string | number | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );

const whoIs = (name: string | null, number: string | null): string =>
  name || (number === null ? "a withheld number" : internationally(number));

const isOutcome = (outcome: string): outcome is CallOutcome => Object.hasOwn(outcomeWords, outcome);

type Told<K extends ToldFact> = (payload: Payloads[K], now: number, place: Place) => ToldNews | null;

/** An appointment, as each of its facts has it. */
type Booking = Pick<
  Payloads["booking.made"],
  "booking_id" | "kind" | "name" | "phone_number" | "email" | "starts_at"
>;

const ofBooking =
  (what: string) =>
  (booking: Booking, now: number, place: Place): ToldNews => {
    const { name, phone_number, email, starts_at, booking_id, kind } = booking;
    const time = `${longDate(starts_at, now, place)}, ${timeOfDay(starts_at, place)}`;
    const at = new Date(now).toISOString();
    const appointment = `${kind}, ${time}`;
    return {
      sentence: `${what}: ${kind} for ${whoIs(name, phone_number)}, ${time}`,
      told: known({ at, what, name, phone: phone_number, email, outcome: what, appointment }),
      subject_id: booking_id,
    };
  };

const tellings: { readonly [K in ToldFact]: Told<K> } = {
  "call.finished": (call, _now, place) => {
    if (call.type === "test") return null;
    const { contact_name: name, other_number, outcome, seconds, summary, ended_at, call_id } = call;
    const words = isOutcome(outcome) ? outcomeWords[outcome] : outcome;
    const parts = [words, seconds > 0 ? wordDuration(seconds) : null, summary].filter(Boolean).join(" · ");
    return {
      sentence: `Call with ${whoIs(name, other_number)} at ${timeOfDay(ended_at, place)}: ${parts}`,
      told: known({
        at: new Date(ended_at).toISOString(),
        what: call.direction === "inbound" ? "Incoming call" : "Outgoing call",
        name,
        phone: other_number,
        outcome: words,
        seconds,
        summary,
      }),
      subject_id: call_id,
    };
  },
  "booking.made": ofBooking("Booked"),
  "booking.moved": ofBooking("Moved"),
  "booking.canceled": ofBooking("Canceled"),
  "booking.no_show": ofBooking("No-show"),
  "lead.saved": ({ name, email, phone_number: phone, contact_id }, now) => ({
    sentence: `New lead: ${whoIs(name, phone)}${email ? `, ${email}` : ""}`,
    told: known({ at: new Date(now).toISOString(), what: "New lead", name, email, phone, outcome: "Lead" }),
    subject_id: contact_id,
  }),
  "message.left": ({ name, phone_number: phone, text, message_id }, now) => ({
    sentence: `Message from ${whoIs(name, phone)}: ${text}`,
    told: known({
      at: new Date(now).toISOString(),
      what: "Message",
      name,
      phone,
      outcome: "Message",
      summary: text,
    }),
    subject_id: message_id,
  }),
  "campaign.ended": ({ name, status, asked, answered, campaign_id }, now) => {
    const end = status === "finished" ? "has finished" : "is halted";
    const summary = `${asked} calls, ${answered} answered`;
    return {
      sentence: `Campaign “${name}” ${end}: ${summary}`,
      told: known({ at: new Date(now).toISOString(), what: `Campaign “${name}”`, outcome: end, summary }),
      subject_id: campaign_id,
    };
  },
};

/** The words for a fact; null for a test call, which no app hears of. @param now ms UTC */
export const newsOf = <K extends ToldFact>(
  kind: K,
  payload: Payloads[K],
  now: number,
  place: Place,
): ToldNews | null => tellings[kind](payload, now, place);
