/** What starts a workflow: the facts that it hears, and the fields that its conditions and texts can use. Long because it is one table. */

export const triggerKinds = [
  "call_ended",
  "missed_call",
  "no_answer",
  "call_analyzed",
  "booking_made",
  "booking_moved",
  "booking_canceled",
  "booking_no_show",
  "lead_saved",
  "message_left",
  "call_back_due",
  "contact_created",
  "contact_tagged",
  "message_received",
  "opted_out",
  "campaign_finished",
  "schedule",
  "webhook",
] as const;
export type TriggerKind = (typeof triggerKinds)[number];

export type FieldType = "text" | "number" | "yes_no" | "time" | "list";

/** A field of what happened, by the name that it has in conditions and texts. */
export type Field = {
  readonly path: string;
  readonly label: string;
  readonly type: FieldType;
  /** The values that it can have, where they are few. */
  readonly values?: readonly string[];
};

type Payload = Readonly<Record<string, unknown>>;

export type Trigger = {
  readonly label: string;
  /** One sentence: when it starts. */
  readonly hint: string;
  /** The fact that it hears; null: no fact starts it. */
  readonly fact: string | null;
  readonly fields: readonly Field[];
  /** Whether this fact is one of its; absent: every one is. */
  readonly fits?: (payload: Payload) => boolean;
};

const text = (name: string, label: string, values?: readonly string[]): Field => ({
  path: `event.${name}`,
  label,
  type: "text",
  ...(values && { values }),
});
const number = (name: string, label: string): Field => ({ path: `event.${name}`, label, type: "number" });
const yesNo = (name: string, label: string): Field => ({ path: `event.${name}`, label, type: "yes_no" });
const time = (name: string, label: string): Field => ({ path: `event.${name}`, label, type: "time" });

const outcomes = [
  "booked",
  "moved",
  "canceled",
  "transferred",
  "lead",
  "message",
  "call_back",
  "opted_out",
  "answered",
  "no_outcome",
  "missed",
];

const call: readonly Field[] = [
  text("outcome", "Outcome", outcomes),
  yesNo("answered", "Was answered"),
  yesNo("booked", "Booked an appointment"),
  text("direction", "Direction", ["inbound", "outbound"]),
  text("type", "Kind of call", ["phone", "web"]),
  number("seconds", "Seconds talked"),
  number("messages", "Messages left"),
  text("contact_name", "Name"),
  text("other_number", "Their number"),
  text("own_number", "Your number"),
  text("agent_id", "Agent"),
  text("summary", "Summary"),
  text("reason", "Why it ended"),
  time("started_at", "Start"),
];

const booking: readonly Field[] = [
  text("name", "Name"),
  text("phone_number", "Their number"),
  text("email", "Email"),
  text("kind", "Kind of appointment"),
  time("starts_at", "Start of the appointment"),
  text("agent_id", "Agent"),
];

const contact: readonly Field[] = [
  text("name", "Name"),
  text("phone_number", "Their number"),
  text("email", "Email"),
  text("company", "Company"),
  text("status", "Status"),
];

/** A member who tries an agent out is no caller. */
const isReal = ({ type }: Payload): boolean => type !== "test";

const isCall = (direction: string) => (payload: Payload) =>
  payload.direction === direction && payload.type === "phone";

export const triggers: Readonly<Record<TriggerKind, Trigger>> = {
  call_ended: {
    label: "A call ended",
    hint: "After every finished call but tests of an agent. Add conditions to choose outcomes.",
    fact: "call.finished",
    fields: call,
    fits: isReal,
  },
  missed_call: {
    label: "A call was missed",
    hint: "A person called, and no agent talked with them.",
    fact: "call.finished",
    fields: call,
    fits: (payload) => isCall("inbound")(payload) && payload.outcome === "missed",
  },
  no_answer: {
    label: "No one answered",
    hint: "An agent called a person who did not answer.",
    fact: "call.finished",
    fields: call,
    fits: (payload) => isCall("outbound")(payload) && payload.answered === false,
  },
  call_analyzed: {
    label: "A call was analyzed",
    hint: "The summary, the success and the mood of a call are known.",
    fact: "call.analyzed",
    fields: [
      text("success", "Reached what they wanted", ["yes", "no", "unclear"]),
      text("sentiment", "Mood"),
      text("summary", "Summary"),
      text("contact_name", "Name"),
      text("other_number", "Their number"),
      text("own_number", "Your number"),
      text("direction", "Direction", ["inbound", "outbound"]),
      text("agent_id", "Agent"),
    ],
    fits: isReal,
  },
  booking_made: {
    label: "An appointment was booked",
    hint: "By an agent or by a member.",
    fact: "booking.made",
    fields: [...booking, text("notes", "Notes")],
  },
  booking_moved: {
    label: "An appointment was moved",
    hint: "It stands at another time.",
    fact: "booking.moved",
    fields: [...booking, time("moved_from", "Start before")],
  },
  booking_canceled: {
    label: "An appointment was canceled",
    hint: "Its time is free again.",
    fact: "booking.canceled",
    fields: booking,
  },
  booking_no_show: {
    label: "A person did not come",
    hint: "A member marked an appointment as a no-show.",
    fact: "booking.no_show",
    fields: booking,
  },
  lead_saved: {
    label: "A lead was saved",
    hint: "A call is over that saved a contact as a lead.",
    fact: "lead.saved",
    fields: [text("name", "Name"), text("phone_number", "Their number"), text("email", "Email")],
  },
  message_left: {
    label: "A caller left a message",
    hint: "Or was promised a callback.",
    fact: "message.left",
    fields: [
      text("kind", "Kind", ["message", "call_back"]),
      text("text", "Message"),
      text("name", "Name"),
      text("phone_number", "Their number"),
    ],
  },
  call_back_due: {
    label: "A promised callback is due",
    hint: "Its time has come, and no member has marked it.",
    fact: "call_back.due",
    fields: [text("name", "Name"), text("phone_number", "Their number"), text("text", "What it is about")],
  },
  contact_created: {
    label: "A contact was created",
    hint: "By a call, a text or a member. Rows of an imported file start nothing.",
    fact: "contact.created",
    fields: [...contact, text("source", "Source")],
  },
  contact_tagged: {
    label: "A contact got a tag",
    hint: "That it did not have before. Add a condition to choose the tag.",
    fact: "contact.tagged",
    fields: [text("tag", "Tag"), ...contact],
  },
  message_received: {
    label: "A text message came in",
    hint: "From anyone. STOP and its like start nothing.",
    fact: "message.received",
    fields: [
      text("text", "Message"),
      text("contact_name", "Name"),
      text("other_number", "Their number"),
      text("own_number", "Your number"),
      number("media", "Pictures"),
    ],
    fits: (payload) => payload.asks === null || payload.asks === undefined,
  },
  opted_out: {
    label: "A person asked for no calls",
    hint: "Their number is on the do-not-call list now.",
    fact: "contact.opted_out",
    fields: [text("phone_number", "Their number")],
  },
  campaign_finished: {
    label: "A campaign finished",
    hint: "Or was halted because it can’t go on.",
    fact: "campaign.ended",
    fields: [
      text("name", "Campaign"),
      text("status", "How it ended", ["finished", "broken"]),
      number("asked", "Calls placed"),
      number("answered", "Calls answered"),
    ],
  },
  schedule: {
    label: "On a schedule",
    hint: "Every day, or on days of the week, at a time of yours.",
    fact: null,
    fields: [time("at", "Time")],
  },
  webhook: {
    label: "Another system calls an address",
    hint: "You get a secret address. What is posted there starts the workflow.",
    fact: null,
    fields: [text("phone_number", "phone_number"), text("name", "name"), text("email", "email")],
  },
};

/** Fields of the person whom a run is about. */
export const contactFieldsOfRuns: readonly Field[] = [
  { path: "contact.name", label: "Contact: name", type: "text" },
  { path: "contact.phone_number", label: "Contact: number", type: "text" },
  { path: "contact.email", label: "Contact: email", type: "text" },
  { path: "contact.company", label: "Contact: company", type: "text" },
  {
    path: "contact.status",
    label: "Contact: status",
    type: "text",
    values: ["new", "qualified", "booked", "not_interested", "do_not_call"],
  },
  { path: "contact.address", label: "Contact: address", type: "text" },
  { path: "contact.time_zone", label: "Contact: time zone", type: "text" },
  { path: "contact.tags", label: "Contact: tags", type: "list" },
  { path: "contact.lists", label: "Contact: lists", type: "list" },
];

/** The triggers that hear a fact. */
export const triggersOf = (fact: string, payload: Payload): TriggerKind[] =>
  triggerKinds.filter((kind) => {
    const { fact: heard, fits } = triggers[kind];
    return heard === fact && (fits?.(payload) ?? true);
  });
