/** Random agents that an editor's form can hold, for properties. */
import fc from "fast-check";
import { agentKinds, fieldTypes } from "#app/agents/agent-terms.schema.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";

const word = fc.constantFrom("open", "Zoë", "naïve", "<b>", "&", "“quoted”", "12", "🦷", "a.m", "$5", "it's");
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const mayBeEmpty = fc.oneof(fc.constant(""), line);
const synonyms = fc.uniqueArray(fc.constantFrom("car park", "garage", "Zoë's", "24/7"), { maxLength: 3 });

const week = () => {
  const half = (from: number, to: number) =>
    fc.option(
      fc
        .tuple(fc.integer({ min: from, max: to - 1 }), fc.integer({ min: 1, max: 11 }))
        .map(([start, hours]) => ({
          from: `${String(start).padStart(2, "0")}:30`,
          to: `${String(Math.min(start + hours, to)).padStart(2, "0")}:00`,
        })),
    );
  // Half past eleven until noon is the shortest, half past twelve until midnight the longest.
  const day = fc
    .tuple(half(0, 12), half(12, 24))
    .map((halves) => halves.filter((one) => one !== null).filter(({ from, to }) => from < to));
  return fc.record({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day });
};

const field = fc.constantFrom(...fieldTypes).chain((type) =>
  fc.record({
    id: fc.constant(""),
    label: line,
    type: fc.constant(type),
    required: fc.boolean(),
    question: mayBeEmpty,
    options:
      type === "choice"
        ? fc.tuple(synonyms, synonyms).map(([first, second]) => [
            { name: "Yes", synonyms: first },
            { name: "No", synonyms: second },
          ])
        : fc.constant<AgentSpec["fields"][number]["options"]>([]),
  }),
);

const book = fc.record({
  kinds: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom("Visit", "Call", "Zoë"),
      synonyms,
      duration_minutes: fc.integer({ min: 5, max: 480 }),
    }),
    { minLength: 1, maxLength: 3, selector: ({ name }) => name },
  ),
  step_minutes: fc.constantFrom(5 as const, 10 as const, 15 as const, 20 as const, 30 as const, 60 as const),
  notice_minutes: fc.integer({ min: 0, max: 20_160 }),
  horizon_days: fc.integer({ min: 1, max: 365 }),
  ask_kind: fc.boolean(),
});

const any: fc.Arbitrary<AgentSpec> = fc.record({
  name: fc.constantFrom("Front desk", "Zoë <b>"),
  kind: fc.constantFrom(...agentKinds),
  greeting: line,
  business_address: fc.option(line),
  is_recorded: fc.boolean(),
  voice: fc.constantFrom(
    { provider: "google", id: "en-US-Chirp3-HD-Kore" },
    { provider: "elevenlabs", id: "a:b" },
  ),
  fields: fc.array(field, { maxLength: 5 }),
  transfer_targets: fc.uniqueArray(fc.constantFrom("target-one", "target-two", "target-three")),
  hours: fc.record({
    weekly: week(),
    holidays: fc
      .uniqueArray(fc.constantFrom("2026-12-25", "2027-01-01", "2026-11-26"))
      .map((days) => days.sort()),
  }),
  answers_only_in_hours: fc.boolean(),
  knowledge: fc.array(fc.record({ id: fc.constant(""), question: line, answer: line, synonyms }), {
    maxLength: 5,
  }),
  actions: fc.record({
    book: fc.option(book),
    save_lead: fc.boolean(),
    take_message: fc.boolean(),
    answer_texts: fc.boolean(),
    confirm_by_text: fc.boolean(),
    send_texts: fc.boolean(),
    transfer: fc.option(
      fc.record({ phone_number: fc.constantFrom("+12125550142", "+14155550100"), name: mayBeEmpty }),
    ),
    emergency: fc.option(
      fc.record({
        words: fc.uniqueArray(fc.constantFrom("gas leak", "chest pain"), { minLength: 1 }),
        say: line,
      }),
    ),
  }),
  outbound_greeting: fc.option(line),
  voicemail: fc.constantFrom("default", "off", "hang_up", "message"),
  voicemail_message: fc.option(line),
  when_unknown: fc.constantFrom("call_back", "transfer"),
  max_call_seconds: fc.integer({ min: 1, max: 120 }).map((minutes) => minutes * 60),
  languages: fc.constantFrom<AgentSpec["languages"][]>(["en-US"], ["en-US", "es-US"], ["es-US"]),
  follows_language: fc.boolean(),
  fallback_voice: fc.option(fc.constant({ provider: "amazon" as const, id: "Joanna" })),
  model: fc.option(
    fc.record({
      chain: fc.array(
        fc.record({ provider: fc.constantFrom("openai", "anthropic"), model: fc.constant("large") }),
        { maxLength: 4 },
      ),
      temperature: fc.constantFrom(0, 0.3, 1),
      first_token_ms: fc.integer({ min: 500, max: 8000 }),
    }),
  ),
  facts: fc.record({
    tasks: mayBeEmpty,
    tone: fc.constantFrom("warm", "brief", "formal"),
    rules: mayBeEmpty,
  }),
  prompt: fc.constantFrom("", "You are {{agent}}\nof {{organization}}."),
  tools: fc.constantFrom<AgentSpec["tools"][]>(
    [],
    [
      {
        id: "stock",
        name: "stock",
        description: "Looks it up.",
        url: "https://shop.example/stock",
        fields: [{ name: "item", type: "text", description: "", required: true, options: [] }],
        secret_id: "s1",
        timeout_ms: 5000,
        filler: "One moment.",
        proves: ["booked", "sent"],
      },
    ],
  ),
  analysis: fc.constantFrom<AgentSpec["analysis"][]>(
    [],
    [{ id: "mood", label: "Mood", type: "yes_no", prompt: "Was the caller glad?", options: [] }],
  ),
});

/** The same agent, coherent, and with ids. */
function coherent(spec: AgentSpec): AgentSpec {
  const isOpen = Object.values(spec.hours.weekly).some((day) => day.length > 0);
  const actions = { ...spec.actions, book: isOpen ? spec.actions.book : null };
  return {
    ...spec,
    actions,
    fields: spec.fields
      .map((field, place) => ({ ...field, id: `field_${place}` }))
      .filter(({ type }) => type !== "appointment" || actions.book !== null),
    knowledge: spec.knowledge.map((entry, place) => ({ ...entry, id: `entry_${place}` })),
    voicemail: spec.voicemail_message === null && spec.voicemail === "message" ? "off" : spec.voicemail,
    when_unknown: actions.transfer ? spec.when_unknown : "call_back",
  };
}

export const agentArbitrary: fc.Arbitrary<AgentSpec> = any.map(coherent);
