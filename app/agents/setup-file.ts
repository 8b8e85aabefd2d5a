/** A setup as a file: agents, and in an agency's templates settings and looks too. It holds no ids, no secrets and no phone numbers. */
import { z } from "zod";
import { agentTests } from "#app/agents/tests/agent-tests.schema.ts";
import { longest } from "#app/branding/brand.schema.ts";
import { callingHours } from "#app/hours/calling-hours.schema.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { closedDay, retentionDays } from "#app/object/settings.schema.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { incoherencesOf } from "./agent-coherence.ts";
import { type AgentSpec, agentSpec } from "./agents.schema.ts";

/** What the file calls itself, and the one version that is read. */
const kind = "agent-setup";
const version = 1;

/** The largest file, in characters. */
export const largestSetup = 200_000;
/** The most agents in a file. */
const mostAgents = 50;

/** An agent as its editor would post it: whole, and coherent. A number that callers are put through to is a person's own. */
const setupAgent = agentSpec
  .transform((spec) => withoutPersons(spec))
  .superRefine((spec, context) => {
    for (const { kind: message } of incoherencesOf(spec)) context.addIssue({ code: "custom", message });
  });

const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullable()
  .default(null);
const words = (most: number) =>
  oneLine(most)
    .transform((line) => (line === "" ? null : line))
    .nullable()
    .default(null);

/** The look that a new client begins with, within a brand's own limits. Names, images and addresses are each organization's own. */
export const setupLook = z.object({
  primary_color: hex,
  secondary_color: hex,
  accent_color: hex,
  hero_headline: words(longest.hero_headline),
  hero_subheadline: words(longest.hero_subheadline),
  auth_hero_headline: words(longest.auth_hero_headline),
  auth_hero_description: words(longest.auth_hero_description),
  footer_description: words(longest.footer_description),
  hide_settings_section: z.boolean().default(false),
  hide_integrations_section: z.boolean().default(false),
  hide_upgrade_button: z.boolean().default(false),
  hide_subscription_section: z.boolean().default(false),
  hide_purchase_numbers: z.boolean().default(false),
});

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const hours = callingHours.and(
  z.record(z.string(), z.array(z.object({ opens: clock, closes: clock })).max(10)),
);

export const setupSettings = z.object({
  time_zone: z.string().refine((zone) => timeZoneOf(zone) !== null),
  locale: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  calling_hours: hours.nullable().default(null),
  closed_days: z.array(closedDay).max(400).default([]),
  retention_days: retentionDays.nullable().default(null),
});

const parts = z.object({
  agents: z.array(setupAgent).max(mostAgents),
  /** The conversation tests of each agent, in the order of the agents. */
  tests: agentTests.array().max(mostAgents).optional(),
  settings: setupSettings.nullable().default(null),
  branding: setupLook.nullable().default(null),
});
export type Setup = z.infer<typeof parts>;

const file = parts.extend({ kind: z.literal(kind), version: z.literal(version) });
const heading = z.object({ kind: z.literal(kind), version: z.int() });

/**
 * An agent without what belongs to people and places of its organization: it offers a callback in place of a transfer,
 * and its tools name no secret and no address. The path of an address is often all that protects it, and callers' words are not sent
 * to the organization that the setup comes from.
 */
export const withoutPersons = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  business_address: null,
  actions: { ...spec.actions, transfer: null },
  transfer_targets: [],
  when_unknown: "call_back",
  tools: spec.tools.map((tool) => ({ ...tool, url: "", secret_id: null })),
});

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The longest greeting that an agent may have. */
const longestGreeting = 300;

/** An agent whose greeting names its organization, as one that names whichever organization it is copied to. */
export function greetingForAny(spec: AgentSpec, organization: string): AgentSpec {
  const greeting = spec.greeting.replaceAll(organization, (name: string, at: number, whole: string) =>
    isLetter(whole[at - 1]) || isLetter(whole[at + name.length]) ? name : "{organization}",
  );
  return greeting.length > longestGreeting ? spec : { ...spec, greeting };
}

/**
 * The file's text. Tests come without the number that is called from, and not at all where the file would be too large to be
 * read.
 */
export function writtenSetup({ agents, tests = [], settings, branding }: Setup): string {
  const own = tests.map((some) => some.map((test) => ({ ...test, from: null })));
  const write = (whole: Setup["tests"]) =>
    `${JSON.stringify({ kind, version, agents: agents.map(withoutPersons), ...(whole && { tests: whole }), settings, branding }, null, 2)}\n`;
  if (!own.some((some) => some.length > 0)) return write(undefined);
  const text = write(own);
  return text.length > largestSetup ? write(undefined) : text;
}

/** `other`: no file of ours. `newer`: of a version that is not read. `broken`: ours, and not as it was written. */
export type ReadSetup =
  | { ok: true; setup: Setup }
  | { ok: false; reason: "too_large" | "other" | "newer" | "broken" };

/** Reads a file that a person chose; every part is checked like a post of the editor. */
export function readSetup(text: string): ReadSetup {
  if (text.length > largestSetup) return { ok: false, reason: "too_large" };
  const found = parsed(text);
  const begun = heading.safeParse(found);
  if (!begun.success) return { ok: false, reason: "other" };
  if (begun.data.version !== version) return { ok: false, reason: "newer" };
  const whole = file.safeParse(found);
  if (!whole.success) return { ok: false, reason: "broken" };
  const { kind: _, version: __, ...setup } = whole.data;
  return { ok: true, setup };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why a file was not taken, in words. */
export const setupRefusalWords = {
  too_large: "That file is too large. Setup files can be up to 200 KB.",
  other: "That isn't a setup file. Choose a file exported from an agent.",
  newer: "That file comes from a different version, so we can't read it.",
  broken: "Some parts of that file aren't valid, so nothing was imported. Export it again.",
} as const;
