/**
 * What happened, as facts that subscribers are told of (docs/events.md lists who hears what). A fact's shape carries its
 * version: fields may be added to a version, and what changes a field's meaning is a new version beside the old one.
 * Long because it is one table of every kind.
 */
import { z } from "zod";

/** Another party's number: E.164; null when it was withheld. */
const otherNumber = z.string().nullable();
const v = z.literal(1);

/** An appointment after a change. */
const changedBooking = z.object({
  v,
  change_id: z.string(),
  booking_id: z.string(),
  /** The call that changed it; null: a member did. */
  call_id: z.string().nullable(),
  /** The agent that changed it; null: a member did. */
  agent_id: z.string().nullable(),
  /** Who changed it by hand; null: a call did. */
  author_id: z.string().nullable().default(null),
  kind: z.string(),
  starts_at: z.int(),
  ends_at: z.int(),
  name: z.string(),
  phone_number: otherNumber,
  email: z.string().nullable(),
});

/** A contact as it stands after what happened. */
const contact = z.object({
  v,
  contact_id: z.string(),
  /** The first of its numbers. */
  phone_number: otherNumber,
  name: z.string().nullable(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  status: z.string(),
});

/**
 * One shape for each kind. Vocabularies that may grow, such as a call's outcome, are plain strings here: a subscriber of
 * the version before must be able to read a fact of the version after. All times are ms UTC.
 */
export const factShapes = {
  /** A call is over and in the history. A call that was given up as lost is told of only if its real end still comes. */
  "call.finished": z.object({
    v,
    call_id: z.string(),
    type: z.enum(["phone", "web", "test"]),
    direction: z.enum(["inbound", "outbound"]),
    other_number: otherNumber,
    own_number: z.string().nullable(),
    number_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    agent_version: z.int().nullable(),
    started_at: z.int(),
    ended_at: z.int(),
    answered: z.boolean(),
    /** One of `outcomes` in `app/calls/call-terms.schema.ts`. */
    outcome: z.string(),
    /** Why it ended: one of `endReasons` in `app/calls/end-reasons.schema.ts`. */
    reason: z.string().nullable(),
    booked: z.boolean(),
    booking_id: z.string().nullable(),
    /** How many messages and promised call backs it left. */
    messages: z.int().min(0),
    seconds: z.int().min(0),
    /** The seconds that count against the plan; null: an object of an earlier version wrote it. */
    billable_seconds: z.int().min(0).nullable().default(null),
    cost_micros: z.int().min(0),
    currency: z.string(),
    contact_id: z.string().nullable(),
    /** As the caller gave it, or as the contact is known. */
    contact_name: z.string().nullable(),
    summary: z.string().nullable(),
  }),
  /** A call is admitted: an agent talks from now on. One that is refused is told of by `call.finished` alone. */
  "call.started": z.object({
    v,
    call_id: z.string(),
    type: z.enum(["phone", "web", "test"]),
    direction: z.enum(["inbound", "outbound"]),
    other_number: otherNumber,
    own_number: z.string().nullable(),
    number_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    agent_version: z.int().nullable(),
    started_at: z.int(),
    /** As the contact is known. */
    contact_name: z.string().nullable(),
  }),
  /** A finished call was judged from its words: once for each call. */
  "call.analyzed": z.object({
    v,
    call_id: z.string(),
    // Absent in facts that an object of an earlier version wrote.
    type: z.enum(["phone", "web", "test"]).default("phone"),
    direction: z.enum(["inbound", "outbound"]).default("inbound"),
    other_number: otherNumber.default(null),
    own_number: z.string().nullable().default(null),
    contact_id: z.string().nullable().default(null),
    contact_name: z.string().nullable().default(null),
    agent_id: z.string().nullable(),
    agent_version: z.int().nullable(),
    summary: z.string(),
    /** Whether the caller reached what they wanted: `yes`, `no`, `unclear`. */
    success: z.string(),
    sentiment: z.string(),
    /** The agent's own questions; a value is null when the call does not answer it. */
    answers: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        type: z.string(),
        value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
      }),
    ),
    /** The model that judged; null: rules. */
    model: z.string().nullable(),
    /** Why the agent's model did not judge; null: it did, or there is none. */
    fault: z.string().nullable(),
  }),
  /** An appointment stands in the calendar. */
  "booking.made": z.object({
    v,
    booking_id: z.string(),
    call_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    kind: z.string(),
    starts_at: z.int(),
    ends_at: z.int(),
    name: z.string(),
    phone_number: otherNumber,
    email: z.string().nullable(),
    notes: z.string(),
  }),
  /** An appointment stands at another time. */
  "booking.moved": changedBooking.extend({
    /** Its start before. */
    moved_from: z.int(),
  }),
  /** An appointment was called off: its time is free again. */
  "booking.canceled": changedBooking,
  /** The person of an appointment did not come. */
  "booking.no_show": changedBooking,
  /** A canceled appointment, or one that was marked as a no-show, stands again. */
  "booking.restored": changedBooking,
  /** A call is over that has saved a contact as a lead, with the name and address as they are known by then. */
  "lead.saved": z.object({
    v,
    contact_id: z.string(),
    phone_number: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** The call that taught it; null: none. */
    call_id: z.string().nullable(),
  }),
  /** A call is over in which the caller left a message, or was promised a call back. */
  "message.left": z.object({
    v,
    message_id: z.string(),
    call_id: z.string(),
    agent_id: z.string(),
    kind: z.enum(["message", "call_back"]),
    text: z.string(),
    name: z.string().nullable(),
    phone_number: otherNumber,
  }),
  /** The time has come at which an agent promised that someone calls back, and no one has yet. */
  "call_back.due": z.object({
    v,
    call_back_id: z.string(),
    message_id: z.string(),
    call_id: z.string(),
    agent_id: z.string().nullable(),
    due_at: z.int(),
    text: z.string(),
    name: z.string().nullable(),
    phone_number: otherNumber,
  }),
  /** A person became a contact: by a call, a text, or a member. A file of contacts tells of none. */
  "contact.created": contact.extend({
    /** `call`, `text`, `member` … */
    source: z.string(),
    /** The call that taught it; null: none. */
    call_id: z.string().nullable(),
  }),
  /** What is known of a contact is another than before. */
  "contact.updated": contact.extend({
    /** Of the change: another fact for each. */
    change_id: z.string(),
    call_id: z.string().nullable(),
  }),
  /** A member, or a program, gave a contact a tag that it did not have. */
  "contact.tagged": contact.extend({
    change_id: z.string(),
    tag: z.string(),
  }),
  /** A contact wants no calls any more. */
  "contact.opted_out": z.object({
    v,
    contact_id: z.string(),
    phone_number: z.string(),
    call_id: z.string().nullable(),
    /** How it was said: `voice`, `key`, `text`, `member` …; null: an object of an earlier version wrote it. */
    source: z.string().nullable().default(null),
    /** Of the change: who is taken off the list can opt out again. null: an object of an earlier version wrote it. */
    change_id: z.string().nullable().default(null),
  }),
  /** A text message came in. */
  "message.received": z.object({
    v,
    text_id: z.string(),
    thread_id: z.string(),
    other_number: z.string(),
    own_number: z.string(),
    number_id: z.string().nullable(),
    text: z.string(),
    /** Pictures and other files that came with it. */
    media: z.int().min(0),
    /** What it asks of the texting itself: `stop`, `start`, `help`; null: nothing. */
    asks: z.string().nullable(),
    contact_id: z.string().nullable(),
    contact_name: z.string().nullable(),
  }),
  /** A campaign came to its end by itself, or was halted because it can't go on. */
  "campaign.ended": z.object({
    v,
    /** Of the change: a halted campaign that is resumed may end again. */
    change_id: z.string(),
    campaign_id: z.string(),
    name: z.string(),
    /** `finished`, `broken`. */
    status: z.string(),
    /** Why, by name. */
    why: z.string(),
    created_by: z.string(),
    ended_at: z.int(),
    /** Calls that left for the carrier, and those that a person answered. */
    asked: z.int().min(0),
    answered: z.int().min(0),
  }),
  /** Attempts at a webhook's endpoint failed in a row: five, ten, fifteen, or so many that it is disabled. */
  "webhook.failing": z.object({
    v,
    /** Of the change: another fact for each. */
    change_id: z.string(),
    endpoint_id: z.string(),
    name: z.string(),
    url: z.string(),
    failures: z.int().min(1),
    failing_since: z.int(),
    is_disabled: z.boolean(),
  }),
  /** The carrier has given the organization a number. */
  "number.bought": z.object({
    v,
    number_id: z.string(),
    phone_number: z.string(),
    country: z.string(),
    provider: z.string(),
    monthly_cost_micros: z.int().nullable(),
    currency: z.string().nullable(),
    agent_id: z.string().nullable(),
    /** The member who bought it. */
    bought_by: z.string().nullable(),
  }),
  /** The carrier has taken a number back. */
  "number.released": z.object({
    v,
    number_id: z.string(),
    phone_number: z.string(),
    provider: z.string(),
  }),
  /** A version of an agent is published: it answers from the next call on, or a share of the calls. */
  "agent.published": z.object({
    v,
    agent_id: z.string(),
    version: z.int(),
    name: z.string(),
    kind: z.string(),
  }),
  /** A version that answered a share of the calls is taken back: the one before it answers all of them. */
  "agent.rolled_back": z.object({
    v,
    agent_id: z.string(),
    version: z.int(),
    to_version: z.int(),
    /** `success`, `latency`; `person`: a person took it back. */
    reason: z.string(),
    /** How many calls of the version were compared. */
    calls: z.int().min(0),
  }),
  /** An agent left the organization's list. It does not come back. */
  "agent.archived": z.object({
    v,
    agent_id: z.string(),
  }),
  /** A person has accepted an invitation. The founder of an organization does not join it. */
  "member.joined": z.object({
    v,
    user_id: z.string(),
    role: z.string(),
    invitation_id: z.string(),
  }),
  /** A brand was saved: its organization's own hosts wear it already, those of its clients follow. */
  "brand.changed": z.object({
    v,
    /** Of the change: another fact for each. */
    change_id: z.string(),
    /** Clients' hosts up to this one, in the order of their names, were published already; null: none. */
    after_host: z.string().nullable(),
  }),
  /** Settings that calls go by are saved. They stand in D1: the fact carries none of them, so an old one brings back nothing. */
  "settings.changed": z.object({
    v,
    /** Of the change: another fact for each. */
    change_id: z.string(),
  }),
  /** A subscription at Stripe is in another state, or in another period. The rows say which: an old fact brings back nothing. */
  "subscription.changed": z.object({
    v,
    /** Of the change: another fact for each. */
    change_id: z.string(),
    subscription_id: z.string(),
    tier: z.string(),
    /** Stripe's status. */
    status: z.string(),
  }),
};

export type FactKind = keyof typeof factShapes;
export type Payloads = { [K in FactKind]: z.infer<(typeof factShapes)[K]> };

/** A fact of one kind. `at`: when it happened, ms UTC. */
export type FactOf<K extends FactKind> = { kind: K; payload: Payloads[K]; at: number };
export type Fact = { [K in FactKind]: FactOf<K> }[FactKind];

/** What makes two writes of one kind the same fact. */
const keys: { [K in FactKind]: (payload: Payloads[K]) => string } = {
  "call.finished": ({ call_id }) => call_id,
  "call.started": ({ call_id }) => call_id,
  "call.analyzed": ({ call_id }) => call_id,
  "booking.made": ({ booking_id }) => booking_id,
  "booking.moved": ({ change_id }) => change_id,
  "booking.canceled": ({ change_id }) => change_id,
  "booking.no_show": ({ change_id }) => change_id,
  "booking.restored": ({ change_id }) => change_id,
  "lead.saved": ({ contact_id, call_id }) => `${contact_id}:${call_id}`,
  "message.left": ({ message_id }) => message_id,
  "call_back.due": ({ call_back_id, due_at }) => `${call_back_id}:${due_at}`,
  "contact.created": ({ contact_id }) => contact_id,
  "contact.updated": ({ change_id }) => change_id,
  "contact.tagged": ({ change_id }) => change_id,
  "contact.opted_out": ({ contact_id, call_id, change_id }) => change_id ?? `${contact_id}:${call_id}`,
  "message.received": ({ text_id }) => text_id,
  "campaign.ended": ({ change_id }) => change_id,
  "webhook.failing": ({ change_id }) => change_id,
  "number.bought": ({ number_id }) => number_id,
  "number.released": ({ number_id }) => number_id,
  "agent.published": ({ agent_id, version }) => `${agent_id}:${version}`,
  "agent.rolled_back": ({ agent_id, version }) => `${agent_id}:${version}`,
  "agent.archived": ({ agent_id }) => agent_id,
  "member.joined": ({ invitation_id }) => invitation_id,
  "brand.changed": ({ change_id, after_host }) => `${change_id}:${after_host ?? ""}`,
  "settings.changed": ({ change_id }) => change_id,
  "subscription.changed": ({ change_id }) => change_id,
};

/** The id of a fact, made of what happened: the same fact written again has the same id. */
export const factId = <K extends FactKind>({ kind, payload }: FactOf<K>): string =>
  `${kind}:${keys[kind](payload)}`;

export const isFactKind = (kind: string): kind is FactKind => Object.hasOwn(factShapes, kind);

const shapes: { [K in FactKind]: z.ZodType<Payloads[K]> } = factShapes;

/** @throws ZodError when the payload is none of a version that this code knows */
export const payloadOf = <K extends FactKind>(kind: K, payload: unknown): Payloads[K] =>
  shapes[kind].parse(payload);

/** A fact or a task as the queue carries it. */
export const outboxMessage = z.object({
  id: z.string().min(1),
  kind: z.string(),
  payload: z.json(),
  organization_id: z.string(),
  created_at: z.int(),
  /** Which outbox keeps it until it is acknowledged. Organizations' objects of an older version do not say. */
  outbox: z.enum(["organization", "control"]).default("organization"),
  /** The subscribers that the queue `facts` has told already. */
  told: z.array(z.string()).default([]),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;
