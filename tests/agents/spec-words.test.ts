/** Every difference between two versions is found, and said in words. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { specFor, specForTrade } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { changesBetween, labelOf } from "#app/agents/versions/spec-words.ts";
import { agentArbitrary } from "./agent-arbitrary.ts";

const plain = specFor("receptionist");

/** For each field of the table another value than the template's. */
const other: Record<keyof typeof agentFields, (spec: AgentSpec) => AgentSpec> = {
  kind: (spec) => ({ ...spec, kind: "appointment_booking" }),
  greeting: (spec) => ({ ...spec, greeting: "Hello." }),
  fields: (spec) => ({ ...spec, fields: spec.fields.slice(1) }),
  outbound_greeting: (spec) => ({ ...spec, outbound_greeting: "Hello, this is us." }),
  voicemail: (spec) => ({ ...spec, voicemail: "hang_up" }),
  voicemail_message: (spec) => ({ ...spec, voicemail_message: "Please call us back." }),
  when_unknown: (spec) => ({ ...spec, when_unknown: "transfer" }),
  knowledge: (spec) => ({ ...spec, knowledge: spec.knowledge.slice(1) }),
  business_address: (spec) => ({ ...spec, business_address: "120 Main St." }),
  "actions.book": (spec) => ({
    ...spec,
    actions: { ...spec.actions, book: specFor("appointment_booking").actions.book },
  }),
  "actions.save_lead": (spec) => ({ ...spec, actions: { ...spec.actions, save_lead: true } }),
  "actions.take_message": (spec) => ({ ...spec, actions: { ...spec.actions, take_message: false } }),
  "actions.answer_texts": (spec) => ({ ...spec, actions: { ...spec.actions, answer_texts: true } }),
  "actions.confirm_by_text": (spec) => ({ ...spec, actions: { ...spec.actions, confirm_by_text: true } }),
  "actions.send_texts": (spec) => ({ ...spec, actions: { ...spec.actions, send_texts: true } }),
  "actions.emergency": (spec) => ({
    ...spec,
    actions: { ...spec.actions, emergency: specForTrade("dental").actions.emergency },
  }),
  name: (spec) => ({ ...spec, name: "Night desk" }),
  voice: (spec) => ({ ...spec, voice: { provider: "google", id: "en-US-Chirp3-HD-Puck" } }),
  "hours.weekly": (spec) => ({
    ...spec,
    hours: { ...spec.hours, weekly: { ...spec.hours.weekly, sun: [{ from: "10:00", to: "12:00" }] } },
  }),
  answers_only_in_hours: (spec) => ({ ...spec, answers_only_in_hours: true }),
  "hours.holidays": (spec) => ({ ...spec, hours: { ...spec.hours, holidays: ["2026-12-25"] } }),
  "actions.transfer": (spec) => ({
    ...spec,
    actions: { ...spec.actions, transfer: { phone_number: "+12125550142", name: "Dana" } },
  }),
  transfer_targets: (spec) => ({ ...spec, transfer_targets: ["target-one"] }),
  max_call_seconds: (spec) => ({ ...spec, max_call_seconds: 60 }),
  is_recorded: (spec) => ({ ...spec, is_recorded: false }),
  languages: (spec) => ({ ...spec, languages: ["es-US"] }),
  follows_language: (spec) => ({ ...spec, follows_language: true }),
  fallback_voice: (spec) => ({ ...spec, fallback_voice: { provider: "amazon", id: "Joanna-Neural" } }),
  model: (spec) => ({
    ...spec,
    model: { chain: [{ provider: "openai", model: "gpt-4.1" }], temperature: 0.3, first_token_ms: 2500 },
  }),
  facts: (spec) => ({ ...spec, facts: { ...spec.facts, tone: "brief" } }),
  prompt: (spec) => ({ ...spec, prompt: "Be brief." }),
  tools: (spec) => ({
    ...spec,
    tools: [
      {
        id: "check",
        name: "check",
        description: "Checks.",
        url: "https://shop.test/",
        fields: [],
        secret_id: null,
        timeout_ms: 5000,
        filler: "",
        proves: [],
      },
    ],
  }),
  analysis: (spec) => ({
    ...spec,
    analysis: [{ id: "mood", label: "Mood", type: "text", prompt: "How was the caller?", options: [] }],
  }),
};

test.each(Object.entries(other))("a change of %s is found alone and said in words", (path, change) => {
  const changes = changesBetween(plain, change(plain));
  expect(changes.map((one) => one.path)).toEqual([path]);
  expect(changes[0]?.label).not.toBe("");
  expect([...(changes[0]?.gone ?? []), ...(changes[0]?.added ?? [])].join("")).not.toBe("");
});

test("labels are different, so that a person tells the fields apart", () => {
  const labels = changesBetween(
    plain,
    Object.values(other).reduce((spec, change) => change(spec), plain),
  ).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labelOf("model")).toBe("Who answers");
});

test("another order is said to be one, and an agent differs in nothing from itself", () => {
  const turned = { ...plain, knowledge: plain.knowledge.toReversed() };
  expect(changesBetween(plain, turned)).toMatchObject([{ gone: [], added: [], isReordered: true }]);
  fc.assert(
    fc.property(agentArbitrary, (spec) => {
      expect(changesBetween(spec, structuredClone(spec))).toEqual([]);
    }),
  );
});
