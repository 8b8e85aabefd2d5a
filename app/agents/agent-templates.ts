/** The agents that the starting points and the templates of trades make: complete, ready for the first call, and editable in every word. */

import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import type { Weekday } from "#app/hours/week.schema.ts";
import type { AgentKind } from "./agent-terms.schema.ts";
import { type AgentDraft, type AgentSpec, agentSpec } from "./agents.schema.ts";
import { common, entry, field, noActions, ownDetails, weekdaysOpen } from "./trades/trade-parts.ts";
import type { TradeId } from "./trades/trade-words.ts";
import { trades } from "./trades/trades.ts";

const receptionist: AgentDraft = {
  ...common,
  name: "Front desk",
  kind: "receptionist",
  greeting: "Thanks for calling {organization}, this is the front desk assistant. How can I help?",
  fields: [
    field("name", "Name", "name"),
    field("phone", "Phone number", "phone"),
    field("reason", "Reason for calling", "text", { question: "What's it about?" }),
  ],
  hours: weekdaysOpen("09:00", "17:00"),
  knowledge: [
    entry("call_back", "When will someone call me back?", "Usually within one business day.", [
      "call back",
      "hear from you",
      "return my call",
    ]),
    ownDetails,
  ],
  actions: { ...noActions, take_message: true },
};

const appointmentBooking: AgentDraft = {
  ...common,
  name: "Booking desk",
  kind: "appointment_booking",
  greeting: "Thanks for calling {organization}. I can book your appointment right away. How can I help?",
  fields: [
    field("appointment", "Day and time", "appointment"),
    field("name", "Full name", "name"),
    field("phone", "Phone number", "phone"),
    field("first_visit", "First visit", "yes_no", {
      required: false,
      question: "Is this your first visit with us?",
    }),
  ],
  hours: weekdaysOpen("08:00", "18:00"),
  knowledge: [
    entry("bring", "What should I bring?", "Any paperwork for your visit. Otherwise, just yourself.", [
      "bring along",
      "documents",
      "papers",
    ]),
    entry("arrive", "How early should I come?", "Five minutes before your appointment is plenty.", [
      "arrive",
      "be there",
      "waiting time",
    ]),
    ownDetails,
  ],
  actions: {
    ...noActions,
    book: {
      kinds: [
        {
          name: "Appointment",
          synonyms: ["visit", "consultation", "meeting", "check-up"],
          duration_minutes: 30,
        },
      ],
      step_minutes: 15,
      notice_minutes: 60,
      horizon_days: 60,
      ask_kind: true,
    },
    take_message: true,
  },
};

const leadQualification: AgentDraft = {
  ...common,
  name: "Lead line",
  kind: "lead_qualification",
  greeting:
    "Thanks for calling {organization}. Tell me what you need, and I'll see that the right person gets back to you.",
  fields: [
    field("need", "What they need", "text", { question: "What are you looking for?" }),
    field("timing", "Timing", "choice", {
      question: "When would you like to start?",
      options: [
        { name: "As soon as possible", synonyms: ["right away", "now", "this month", "urgent"] },
        { name: "Within three months", synonyms: ["soon", "next month", "this season"] },
        { name: "Later", synonyms: ["next year", "no hurry", "not sure yet"] },
      ],
    }),
    field("name", "Full name", "name"),
    field("phone", "Phone number", "phone"),
    field("email", "Email address", "email", { required: false }),
  ],
  hours: weekdaysOpen("09:00", "17:00"),
  knowledge: [
    entry(
      "next",
      "What happens next?",
      "Someone from our team will call you, usually within one business day.",
      ["after this", "next step", "call me back"],
    ),
    entry(
      "decide",
      "Do I have to decide now?",
      "Not at all. We'll answer your questions first, and you can take your time deciding.",
      ["commit", "sign", "obligation"],
    ),
    ownDetails,
  ],
  actions: { ...noActions, save_lead: true, take_message: true },
};

const drafts: Record<AgentKind, AgentDraft> = {
  receptionist,
  appointment_booking: appointmentBooking,
  lead_qualification: leadQualification,
};

/**
 * A complete agent of a kind. Its greeting uses the organization's name at the time of the call.
 * @param hours the organization's own, when it has set some: they replace the kind's hours
 */
export const specFor = (kind: AgentKind, hours: CallingHours | null = null): AgentSpec =>
  openIn(agentSpec.parse(drafts[kind]), hours);

/** A complete agent for a trade; hours as for a kind. */
export const specForTrade = (trade: TradeId, hours: CallingHours | null = null): AgentSpec =>
  openIn(agentSpec.parse(trades[trade]), hours);

function openIn(spec: AgentSpec, hours: CallingHours | null): AgentSpec {
  return hours === null ? spec : { ...spec, hours: { ...spec.hours, weekly: weekFrom(hours) } };
}

function weekFrom(hours: CallingHours): OpeningHours["weekly"] {
  const day = (name: Weekday) => hours[name].map(({ opens, closes }) => ({ from: opens, to: closes }));
  return {
    mon: day("mon"),
    tue: day("tue"),
    wed: day("wed"),
    thu: day("thu"),
    fri: day("fri"),
    sat: day("sat"),
    sun: day("sun"),
  };
}
