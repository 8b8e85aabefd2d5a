/** Judges a sentence before it is spoken: what it calls done needs an action, and its figures need a source. */
import { z } from "zod";
import type { ToolProof } from "#app/agents/agent-terms.schema.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { Action, CallEvent, RefusalReason, World } from "./conversation.ts";
import type { Claim, Figure, Guarded, GuardReaders } from "./guard-terms.ts";
import { takeRows, toldBy } from "./told-deeds.ts";

/** The actions of which one must have succeeded in this call. A tool of the customer's own proves what it says itself. */
const provenBy: Record<Claim, readonly string[]> = {
  booked: ["book", "move_appointment"],
  stands: ["book", "move_appointment", "find_appointments"],
  moved: ["move_appointment"],
  canceled: ["cancel_appointment"],
  message: ["take_message"],
  sent: ["send_sms", "send_email"],
  done: ["book", "move_appointment", "cancel_appointment", "take_message", "save_lead"],
};

/** What a tool that books, moves, cancels, takes messages or sends proves besides. */
const alsoProven: Record<ToolProof, readonly Claim[]> = {
  booked: ["booked", "stands", "done"],
  moved: ["moved", "booked", "stands", "done"],
  canceled: ["canceled", "done"],
  message: ["message", "done"],
  sent: ["sent", "done"],
  done: ["done"],
};

/** What an action proves once it has succeeded. */
export const proofsOf = (action: Action, { tools }: Pick<AgentSpec, "tools">): ToolProof[] =>
  action.type === "call_webhook" ? (tools.find(({ name }) => name === action.tool)?.proves ?? []) : [];

const mostFound = 600;
const mostTold = 300;
const mostDigits = 80;
/** A number has at least so many digits. */
const phoneDigits = 7;

const known = ({ kind, value }: Figure): string => `${kind} ${value}`;

const namesOf = (figures: readonly Figure[]): string[] => figures.map(known);

/** The texts and numbers of plain data; what only names something is left out. */
function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (unsaid.has(key) ? [] : leaves(part)));
}
const unsaid = new Set(["id", "voice", "model", "language", "kind", "type"]);

/**
 * The words that are made to be said as they stand. What instructs a model (prompt, tasks, rules, descriptions) names
 * figures and sentences for other cases, so it is no source.
 */
const textsOf = ({ greeting, knowledge, actions, tools }: AgentSpec): string[] => [
  greeting,
  ...knowledge.map(({ answer }) => answer),
  actions.emergency?.say ?? "",
  ...tools.map(({ filler }) => filler),
];

/** `figures`: in the agent's texts and kinds of appointments, where a price may stand without its currency; `more`: figures that are no prices. */
type Own = { figures: readonly string[]; more: readonly string[]; texts: string };
const owned = new WeakMap<AgentSpec, Own>();

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function ownOf(agent: AgentSpec, readers: GuardReaders): Own {
  const cached = owned.get(agent);
  if (cached) return cached;
  const texts = textsOf(agent);
  const { book, transfer } = agent.actions;
  const kinds = book?.kinds ?? [];
  const more = [
    ...kinds.map(({ duration_minutes }) => String(duration_minutes)),
    transfer?.phone_number ?? "",
    agent.business_address ?? "",
    ...leaves(agent.hours),
    ...agent.knowledge.map(({ question }) => question),
    ...agent.fields.flatMap(({ label, question, options }) => [
      label,
      question,
      ...options.map(({ name }) => name),
    ]),
  ];
  const named = (some: readonly string[]) => some.flatMap((text) => namesOf(readers.figures(text)));
  const own = {
    figures: named([...texts, ...kinds.map(({ name }) => name)]),
    more: named(more),
    texts: ` ${texts.map(plain).join(" | ")} `,
  };
  owned.set(agent, own);
  return own;
}

const latest = (all: readonly string[], most: number): string[] => [...new Set(all)].slice(-most);

/** Takes in what an event tells: the caller's figures, the outcome of an action and what it found out. */
export function takeInto(guard: Guarded, event: CallEvent, readers: GuardReaders): void {
  if (event.type === "said" || event.type === "keyed") {
    const text = event.type === "said" ? event.text : event.digits;
    const figures = readers.figures(text);
    guard.told = latest([...guard.told, ...namesOf(figures)], mostTold);
    const digits = figures.map(({ kind, value }) => (kind === "time" ? "" : value.replace(/\D/g, "")));
    guard.digits = `${guard.digits}${digits.join("")}`.slice(-mostDigits);
  }
  if (event.type !== "outcome") return;
  const deed = guard.deeds[event.id];
  if (deed) takeRows(guard, deed, event.outcome);
  if (deed) deed.ok = event.outcome.ok && !(deed.type === "find_appointments" && hasNone(event.outcome.data));
  if (event.outcome.ok) takeFound(guard, event.outcome.data ?? null, readers);
}

const noAppointments = z.object({ appointments: z.array(z.unknown()).max(0) });
/** Whether a search for appointments found none: then none stands. */
const hasNone = (data: Json | undefined): boolean => noAppointments.safeParse(data).success;

/** Takes in the figures of what was found out. */
export function takeFound(guard: Guarded, data: Json, readers: GuardReaders): void {
  const figures = leaves(data).flatMap((text) => namesOf(readers.figures(text)));
  guard.found = latest([...guard.found, ...figures], mostFound);
}

/** Why a sentence may not be spoken; null when it may: then the caller is told what it calls done. `now` is ms UTC. */
export function refusalOf(
  sentence: string,
  guard: Guarded,
  world: World,
  now: number,
  readers: GuardReaders,
): RefusalReason | null {
  const figures = readers.figures(sentence);
  const succeeded = Object.values(guard.deeds).filter(({ ok }) => ok);
  const proving = (claim: Claim) =>
    succeeded.filter(
      ({ type, proves }) =>
        provenBy[claim].includes(type) || proves.some((proof) => alsoProven[proof].includes(claim)),
    );
  const about = { guard, figures, time_zone: world.organization.time_zone };
  const told = readers.claims(sentence).map((claim) => toldBy(claim, sentence, proving(claim), about));
  if (told.includes(null)) return "not_done";
  if (!areKnown(sentence, figures, guard, world, now, readers)) return "unknown_figure";
  for (const { deed, said } of told.flatMap((one) => one ?? [])) Object.assign(deed, { told: true, said });
  return null;
}

/** Whether every figure of a sentence has a source. */
function areKnown(
  sentence: string,
  all: readonly Figure[],
  guard: Guarded,
  world: World,
  now: number,
  readers: GuardReaders,
): boolean {
  const own = ownOf(world.agent, readers);
  // The customer's own words, said as they stand.
  const words = plain(sentence);
  if (words !== "" && own.texts.includes(` ${words} `)) return true;
  const figures = all.filter(({ isBare }) => !isBare);
  if (figures.length === 0) return true;
  const { organization, caller } = world;
  const around = [organization.name, organization.address, localDate(now, organization.time_zone)];
  const numbers = [organization.phone_number, caller.phone_number];
  const facts = [...around, ...numbers].flatMap((text) => namesOf(readers.figures(text ?? "")));
  const priced = new Set([...own.figures, ...guard.found]);
  const sources = new Set([...priced, ...own.more, ...facts, ...guard.told]);
  // What a caller says that something costs makes it no price.
  if (!readers.isPrice(sentence)) for (const name of guard.told) priced.add(name);
  const isKnown = ({ kind, value }: Figure): boolean => {
    if (kind === "money") return priced.has(`money ${value}`) || priced.has(`number ${value}`);
    if (sources.has(`${kind} ${value}`)) return true;
    if (kind === "phone") return isKnownNumber(value, [...sources], guard.digits);
    if (kind === "number") return priced.has(`money ${value}`);
    const [hour = "", minutes = ""] = value.split(":");
    return minutes === "00" && sources.has(`number ${hour}`);
  };
  return figures.every(isKnown);
}

/** Whether digits are the end of a known number, or were said by the caller in a row. */
function isKnownNumber(digits: string, names: readonly string[], said: string): boolean {
  const local = digits.slice(-10);
  const ends = names.some((name) => name.startsWith("phone ") && name.endsWith(local));
  return local.length >= phoneDigits && (ends || said.includes(local));
}
