/** What the built-in brain remembers of a call: plain data, so that a call survives its object being restarted. */
import { z } from "zod";
import { agentField } from "#app/agents/agents.schema.ts";
import { dangerKinds } from "#workers/conversation/english/dangers.ts";
import { appointments, change, finding } from "./state-of-change.ts";
import { clock, count, date, instant } from "./state-values.ts";

const whenOption = z.object({
  date: z.exactOptional(date),
  at: z.exactOptional(z.array(clock)),
  around: z.exactOptional(z.boolean()),
  from: z.exactOptional(clock),
  to: z.exactOptional(clock),
});

/** A number that was found out: an instant (ms UTC) or an amount; none is further away than instants are. */
const found = z
  .number()
  .min(-Date.UTC(2100, 0, 1))
  .max(Date.UTC(2100, 0, 1));

/** A value as it was found out. `null`: asked, and the caller has none or would rather not say. */
const known = z.object({
  value: z.union([z.string(), found, z.boolean(), z.null()]),
  /** The caller's own words. */
  words: z.string(),
  /** The agent's turn before which it was heard. */
  turn: count,
  trust: z.enum(["heard", "said_back", "confirmed"]),
});
export type Known = z.infer<typeof known>;

const asked = z.discriminatedUnion("what", [
  z.object({ what: z.literal("field"), field: agentField }),
  z.object({ what: z.literal("offer"), slots: z.array(instant) }),
  z.object({ what: z.literal("morning_or_afternoon"), date, at: z.array(clock) }),
  z.object({ what: z.literal("confirm") }),
  z.object({ what: z.literal("which_part_is_wrong") }),
  z.object({ what: z.literal("anything_else") }),
  z.object({ what: z.literal("yes_no"), about: z.string() }),
  z.object({ what: z.literal("message") }),
  z.object({ what: z.literal("call_time") }),
  z.object({ what: z.literal("appointment") }),
  z.object({ what: z.literal("nothing") }),
]);

/** An answer from the knowledge: what is said, and where it stands. */
const foundAnswer = z.object({
  question: z.string(),
  text: z.string(),
  source_id: z.string(),
  title: z.string(),
});
export type FoundAnswer = z.infer<typeof foundAnswer>;

const task = z.enum(["open", "book", "lead", "message", "change"]);
export type Task = z.infer<typeof task>;

/** A wish for a time that has not become a start time yet. */
const wish = z.object({
  options: z.array(whenOption),
  except: z.array(whenOption),
  relation: z
    .enum(["earlier", "later", "later_that_day", "earlier_that_day", "next_day", "same_time", "any"])
    .nullable(),
});
export type Wish = z.infer<typeof wish>;

/** An action under way, made again from what is known when the line comes back; the same id makes it the same deed. */
const pending = z.object({
  what: z.enum(["book", "take_message", "save_lead", "transfer", "move_appointment", "cancel_appointment"]),
  id: z.string(),
});

const leftMessage = z.object({ text: z.string(), call_back: z.boolean() });
export type LeftMessage = z.infer<typeof leftMessage>;

/** The whole memory of a call; parsed whenever it comes back from storage. */
export const callState = z.object({
  /** Agent turns so far; chooses the wording. */
  turn: count,
  task,
  /** Whether the caller has shown that they want an appointment; a line that only books asks before it goes on with one. */
  wants_appointment: z.boolean().default(false),
  /** Fields and steps that the task still needs, in order. */
  agenda: z.array(z.string()),
  /** Tasks left for another one in the middle; the last is taken up first. */
  set_aside: z.array(task),
  fields: z.record(z.string(), known),
  /** The service last talked of, which "how much is it" means. */
  talked_of: z.string().nullable().default(null),
  /** What the caller wants a message to say. */
  message: z.string().nullable(),
  /** The words that asked for a call by a named person, kept until the caller says what it is about. */
  called_for: z.string().default(""),
  /** Whether that is no message but the reason for a call back. */
  call_back: z.boolean().default(false),
  /** Whether the caller is asked when they want to be called, which is asked where no one took the transfer; and their answer. */
  call_time: z.enum(["not_asked", "wanted", "told"]).default("not_asked"),
  call_at: instant.nullable().default(null),
  /** What call backs were promised about that are no message yet. */
  owed: z.array(z.string()).default([]),
  /** Whether an appointment is offered once the promised call back is noted. */
  offers_booking: z.boolean().default(false),
  /** The messages left so far, so that a number or name that is corrected after them reaches them. */
  messages_left: z.array(leftMessage).default([]),
  /** How often each question was asked since the call last got anywhere, and the last answer from what the agent knows. */
  stuck: z.record(z.string(), count).default({}),
  answered: z.string().nullable().default(null),
  /** The words of a second appointment asked for with the first; empty when only that there is one was said. */
  second: z.string().nullable().default(null),
  /** Whether the caller has an appointment that they want changed; days and hours are about that one then. */
  changing: z.boolean().default(false),
  /** The words in which the caller said that they have an appointment. */
  has_one: z.string().default(""),
  /** The caller's coming appointments, once they were looked for; what the caller wants of which; and the words that wait for them. */
  appointments: appointments.nullable().default(null),
  change: change.nullable().default(null),
  finding: finding.nullable().default(null),
  /** Whether the current appointment is for another person than the caller. */
  for_other: z.boolean().default(false),
  /** What a caller said that may be meant as a message, until they say so. */
  draft: z.string().nullable(),
  /** The urgent message that is owed after words of danger, until it is left or declined. */
  urgent: z.string().nullable().default(null),
  /** An unsure value that was asked about ("Was that Marta?"). */
  unsure: z.object({ field: z.string(), value: z.string(), words: z.string() }).nullable(),
  wish: wish.nullable(),
  /** The days and hours last wished for, so that "in the afternoon" can refine them. */
  wished: z.array(whenOption),
  /** Ruled out by the caller for the whole call. */
  except: z.array(whenOption),
  /** Start times last offered, those that were turned down, and those that went to others (ms UTC). */
  offered: z.array(instant),
  refused: z.array(instant),
  lost: z.array(instant).default([]),
  /** The start times among which the agreed one was chosen, for "no, the second one". */
  chosen_from: z.array(instant).default([]),
  focus: z.object({ date: date.nullable(), at: clock.nullable() }),
  asked,
  /** Whether a confirmation was asked for, so that later ones name only what changed. */
  confirming: z.boolean(),
  changed: z.array(z.string()),
  /** Every sentence said, and how often. */
  said: z.record(z.string(), count),
  /** The last thing said, what of it was said back for the first time, and how much of it was heard (null: all). */
  last: z.object({
    text: z.string(),
    sentences: z.array(z.string()),
    answer: z.string().nullable(),
    said_back: z.array(z.object({ field: z.string(), phrase: z.string() })),
    heard: z.string().nullable(),
  }),
  /** Failed attempts by what was asked. */
  misses: z.record(z.string(), count),
  /** Turns of the caller in a row that led nowhere, that held no word, and prompts into silence. */
  fruitless: count,
  unheard: count,
  silences: count,
  /** Until when (ms UTC) the caller asked to be waited for. */
  quiet_until: instant.nullable(),
  unfinished: z.object({ field: z.string(), text: z.string() }).nullable(),
  keyed: z.string(),
  pending: pending.nullable(),
  /** Answers that wait for an outcome to be said with it. */
  held: z.array(z.string()),
  /** What is being looked up in the knowledge before the caller's words are answered, and what was found. */
  looking: z
    .object({
      text: z.string(),
      waiting: z.array(z.object({ id: z.string(), question: z.string() })),
      found: z.array(foundAnswer),
    })
    .nullable()
    .default(null),
  leaving: z.boolean(),
  /** The caller wants another number put down than the one they call from. */
  other_number: z.boolean(),
  done: z.object({
    /** `caller`: the first name of the person who booked; empty when only another person's is known. */
    bookings: z.array(z.object({ starts_at: instant, kind: z.string(), caller: z.string().default("") })),
    messages: count,
    lead: z.boolean(),
    /** Appointments moved and cancelled. */
    changes: count.default(0),
  }),
  sympathy: z.boolean(),
  handed_over: count,
  abuse: count,
  emergency: z.boolean(),
  /** The help that was needed, once a life was in danger. */
  danger: z.enum(dangerKinds).nullable().default(null),
  /** Symptoms that were told and are no danger by themselves. */
  ailing: z.string().default(""),
  ended: z.boolean(),
  /** How many actions have been named, for their ids. */
  deeds: count,
});
export type CallState = z.infer<typeof callState>;

/** The state of a call that has not begun. */
export function freshState(): CallState {
  return {
    turn: 0,
    task: "open",
    wants_appointment: false,
    agenda: [],
    set_aside: [],
    fields: {},
    talked_of: null,
    message: null,
    called_for: "",
    call_back: false,
    call_time: "not_asked",
    call_at: null,
    owed: [],
    offers_booking: false,
    messages_left: [],
    stuck: {},
    answered: null,
    second: null,
    changing: false,
    has_one: "",
    appointments: null,
    change: null,
    finding: null,
    for_other: false,
    draft: null,
    urgent: null,
    unsure: null,
    wish: null,
    wished: [],
    except: [],
    offered: [],
    refused: [],
    lost: [],
    chosen_from: [],
    focus: { date: null, at: null },
    asked: { what: "nothing" },
    confirming: false,
    changed: [],
    said: {},
    last: { text: "", sentences: [], answer: null, said_back: [], heard: null },
    misses: {},
    fruitless: 0,
    unheard: 0,
    silences: 0,
    quiet_until: null,
    unfinished: null,
    keyed: "",
    pending: null,
    held: [],
    looking: null,
    leaving: false,
    other_number: false,
    done: { bookings: [], messages: 0, lead: false, changes: 0 },
    sympathy: false,
    handed_over: 0,
    abuse: 0,
    emergency: false,
    danger: null,
    ailing: "",
    ended: false,
    deeds: 0,
  };
}
