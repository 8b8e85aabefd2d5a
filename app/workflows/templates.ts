/** Workflows to begin with. Each is a whole one that can be turned on once its texts are read and its blanks are filled. */
import type { Condition, Graph, Step } from "./graph.schema.ts";
import { type StepKind, steps } from "./steps.schema.ts";
import type { TriggerKind } from "./triggers.schema.ts";

export type Template = {
  readonly key: string;
  readonly name: string;
  readonly sentence: string;
  readonly graph: Graph;
};

const always: Condition = { match: "all", tests: [] };

type Sketch = readonly [
  kind: StepKind,
  settings?: Readonly<Record<string, string>>,
  more?: Partial<Pick<Step, "when" | "otherwise" | "next" | "goes_on">>,
];

/** Steps in a row; a branch names where else it leads. */
function inRow(kind: TriggerKind, sketches: readonly Sketch[], when: Condition = always): Graph {
  const steps = sketches.map(
    ([kind, settings = {}, more = {}], i): Step => ({
      id: `s${i + 1}`,
      kind,
      settings: { ...settings },
      when: always,
      next: i + 1 < sketches.length && kind !== "stop" ? `s${i + 2}` : null,
      otherwise: null,
      goes_on: false,
      at: null,
      ...more,
    }),
  );
  return { trigger: { kind, settings: {}, when }, start: steps[0]?.id ?? null, steps };
}

const test = (field: string, is: Condition["tests"][number]["is"], value = ""): Condition => ({
  match: "all",
  tests: [{ field, is, value }],
});

export const templates: readonly Template[] = [
  {
    key: "missed_text",
    name: "Text back after a missed call",
    sentence: "A person who was not answered gets a text at once, and a tag.",
    graph: inRow("missed_call", [
      [
        "send_text",
        {
          text: "Sorry we missed your call. Reply here, and we’ll help you. Reply STOP to opt out.",
          number_id: "",
        },
      ],
      ["tag", { tag: "missed call" }],
    ]),
  },
  {
    key: "booked_reminder",
    name: "Thank people who booked",
    sentence: "A text an hour after an appointment was booked.",
    graph: inRow("booking_made", [
      ["wait", { amount: "1", unit: "hours" }],
      [
        "send_text",
        {
          text: "Thank you, {{event.name}}. We look forward to seeing you on {{event.starts_at}}.",
          number_id: "",
        },
      ],
      ["tag", { tag: "booked" }],
    ]),
  },
  {
    key: "no_show",
    name: "Follow up on a no-show",
    sentence: "A person who did not come gets a text the next day.",
    graph: inRow("booking_no_show", [
      ["tag", { tag: "no-show" }],
      ["wait", { amount: "1", unit: "days" }],
      [
        "send_text",
        { text: "We missed you, {{event.name}}. Reply here to find another time.", number_id: "" },
      ],
    ]),
  },
  {
    key: "booked_crm",
    name: "Save people who booked in HubSpot",
    sentence:
      "Who books an appointment is created or completed as a contact there, with the appointment. Connect HubSpot first.",
    graph: inRow("booking_made", [
      [
        "save_in_crm",
        {
          name: "{{event.name}}",
          email: "{{event.email}}",
          phone: "{{event.phone_number}}",
          summary: "Booked {{event.kind}} on {{event.starts_at}}.",
        },
      ],
    ]),
  },
  {
    key: "no_show_call",
    name: "Call back after a no-show",
    sentence: "An agent calls a person who did not come two hours later, to find another time.",
    graph: inRow("booking_no_show", [
      ["wait", { amount: "2", unit: "hours" }],
      [
        "call_back",
        {
          agent_id: "",
          number_id: "",
          reason: "They missed the appointment on {{event.starts_at}}. Offer them another time.",
        },
      ],
    ]),
  },
  {
    key: "lead_campaign",
    name: "Have a campaign call new leads",
    sentence: "A lead that a call saved joins a campaign, which calls it under its rules.",
    graph: inRow("lead_saved", [["add_to_campaign", { campaign: "" }]]),
  },
  {
    key: "lead_tag",
    name: "Tag new leads",
    sentence: "A lead that a call saved gets a tag.",
    graph: inRow("lead_saved", [["tag", { tag: "lead" }]]),
  },
  {
    key: "canceled",
    name: "Offer another time after a cancellation",
    sentence: "A text two hours after an appointment was canceled.",
    graph: inRow("booking_canceled", [
      ["wait", { amount: "2", unit: "hours" }],
      ["send_text", { text: "Shall we find another time, {{event.name}}? Reply here.", number_id: "" }],
    ]),
  },
  {
    key: "no_answer",
    name: "Text people who did not answer",
    sentence: "After a call of an agent that no one answered.",
    graph: inRow("no_answer", [
      ["wait", { amount: "10", unit: "minutes" }],
      [
        "send_text",
        { text: "We tried to reach you. Reply here, or call us back on this number.", number_id: "" },
      ],
    ]),
  },
  {
    key: "unhappy",
    name: "Mark unhappy callers",
    sentence: "A person who did not reach what they wanted gets a tag.",
    graph: inRow("call_analyzed", [["tag", { tag: "unhappy" }]], test("event.success", "is", "no")),
  },
  {
    key: "long_call",
    name: "Sort callers by how long they talked",
    sentence: "Long calls and short ones get different tags.",
    graph: inRow("call_ended", [
      ["branch", {}, { when: test("event.seconds", "more", "180"), otherwise: "s3" }],
      ["tag", { tag: "long call" }, { next: null }],
      ["tag", { tag: "short call" }],
    ]),
  },
];

/** What is left to choose before a workflow can be turned on, by the names that the fields have. */
export const blanksOf = ({ steps: all }: Graph): string[] =>
  all.flatMap(({ kind, settings }) =>
    steps[kind].settings.filter(({ name, needed }) => needed && !settings[name]).map(({ label }) => label),
  );

/** What a workflow without a template begins with. */
export const blankGraph: Graph = inRow("call_ended", []);
