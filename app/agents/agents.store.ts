/** The organization's agents: their drafts, what answers of each, and their numbers. */
import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { withKept } from "#app/agents/fields/field-values.ts";
import { type Live, liveOf } from "#app/agents/versions/live.store.ts";
import { inUseOf, put } from "#app/agents/versions/versions.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { agents, agentVersions, callDays, numbers } from "#drizzle/organization/schema.ts";
import { type Incoherence, incoherencesOf } from "./agent-coherence.ts";
import { type AgentKind, agentKinds } from "./agent-terms.schema.ts";
import { type AgentSpec, agentSpec, hasAddresses } from "./agents.schema.ts";
import type { AnsweredQuestion } from "./asked-question.ts";
import { markAnswered, markAnsweredByWords } from "./questions.store.ts";

/** One agent as a list shows it. */
export type AgentRow = {
  id: string;
  name: string;
  kind: AgentKind;
  version: number;
  /** The numbers it answers, formatted. */
  numbers: string[];
  calls: number;
  booked: number;
};

/** One agent as its editor shows it: its draft, and what answers meanwhile. */
export type Agent = {
  id: string;
  /** Of the draft: grows with every save. */
  version: number;
  /** The draft. */
  spec: AgentSpec;
  /** ms UTC, of the draft. */
  updated_at: number;
  /** Null: no version answers. */
  live: Live | null;
  numbers: { id: string; shown: string }[];
};

const kindOf = (kind: string): AgentKind => agentKinds.find((one) => one === kind) ?? "receptionist";
const living = isNull(agents.archived_at);
const isNamed = (id: string) => and(eq(agents.id, id), living);

function numbersOf(db: OrganizationDatabase, id: string): Agent["numbers"] {
  return db
    .select({ id: numbers.id, phone_number: numbers.phone_number })
    .from(numbers)
    .where(and(eq(numbers.agent_id, id), sql`${numbers.status} in ('buying', 'active')`))
    .orderBy(asc(numbers.seq))
    .all()
    .map((number) => ({ id: number.id, shown: internationally(number.phone_number) }));
}

/**
 * All agents, oldest first, with their activity since a day.
 * @param since local date (YYYY-MM-DD) from which calls count
 */
export function list(db: OrganizationDatabase, since: string): AgentRow[] {
  const counted = new Map(
    db
      .select({
        agent_id: callDays.agent_id,
        calls: sql<number>`sum(${callDays.calls})`,
        booked: sql<number>`sum(${callDays.booked})`,
      })
      .from(callDays)
      .where(gte(callDays.day, since))
      .groupBy(callDays.agent_id)
      .all()
      .map((row) => [row.agent_id, row]),
  );
  return db
    .select({ id: agents.id, name: agents.name, kind: agents.kind, version: agents.version })
    .from(agents)
    .where(living)
    .orderBy(asc(agents.seq))
    .all()
    .map((row) => ({
      ...row,
      kind: kindOf(row.kind),
      numbers: numbersOf(db, row.id).map(({ shown }) => shown),
      calls: counted.get(row.id)?.calls ?? 0,
      booked: counted.get(row.id)?.booked ?? 0,
    }));
}

/** Ids and names only, oldest first, for a select. */
export function names(db: OrganizationDatabase): { id: string; name: string }[] {
  return db
    .select({ id: agents.id, name: agents.name })
    .from(agents)
    .where(living)
    .orderBy(asc(agents.seq))
    .all();
}

const isPublished = and(eq(agentVersions.agent_id, agents.id), eq(agentVersions.status, "published"));

/** The agents as callers meet them, oldest first. */
const published = (db: OrganizationDatabase): { id: string; name: string; spec: AgentSpec }[] =>
  db
    .select({ id: agents.id, name: agents.name, spec: agentVersions.spec })
    .from(agents)
    .innerJoin(agentVersions, isPublished)
    .where(living)
    .orderBy(asc(agents.seq))
    .all()
    .map((row) => ({ ...row, spec: agentSpec.parse(row.spec) }));

/** Names and voices, oldest first, as callers meet them. */
export const voices = (db: OrganizationDatabase): { id: string; name: string; voice: AgentSpec["voice"] }[] =>
  published(db).map(({ id, name, spec }) => ({ id, name, voice: spec.voice }));

/** Names and opening hours, oldest first, as callers meet them. */
export const hours = (db: OrganizationDatabase): { id: string; name: string; hours: AgentSpec["hours"] }[] =>
  published(db).map(({ id, name, spec }) => ({ id, name, hours: spec.hours }));

/** One agent that is not archived, or null. */
export function find(db: OrganizationDatabase, id: string): Agent | null {
  const row = db.select().from(agents).where(isNamed(id)).get();
  if (!row) return null;
  const spec = agentSpec.parse(row.spec);
  return {
    id: row.id,
    version: row.version,
    spec,
    updated_at: row.updated_at,
    live: liveOf(db, id, spec),
    numbers: numbersOf(db, id),
  };
}

/** A name that no other agent has: "Front desk", then "Front desk 2". At most 40 characters. */
function freeName(db: OrganizationDatabase, wanted: string): string {
  const taken = new Set(names(db).map(({ name }) => name));
  for (let count = 1; ; count++) {
    const ending = count === 1 ? "" : ` ${count}`;
    const name = wanted.slice(0, 40 - ending.length).trimEnd() + ending;
    if (!taken.has(name)) return name;
  }
}

/** `most`: how many agents the plan allows; absent for demo data, which has no plan. */
type Room = { most?: number };
type Born = { id: string; spec: AgentSpec; created_by: string; now: number } & Room;

const isFull = (db: OrganizationDatabase, most: number | undefined): boolean =>
  most !== undefined && names(db).length >= most;

/** Creates an agent under a free name, published at once; null when the plan allows no more. Creating the same id twice makes one. */
export function create(
  db: OrganizationDatabase,
  { id, spec, created_by, most, now }: Born,
): { id: string; name: string } | null {
  const known = db.select({ id: agents.id, name: agents.name }).from(agents).where(eq(agents.id, id)).get();
  if (known) return known;
  if (isFull(db, most)) return null;
  const name = freeName(db, spec.name);
  const named = { ...spec, name };
  const born = db
    .insert(agents)
    .values({
      id,
      name,
      kind: spec.kind,
      spec: named,
      created_by,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning({ id: agents.id })
    .get();
  // What may not answer calls yet stays a draft until it is published.
  if (born && hasAddresses(spec))
    put(db, { id, spec: named, note: "", share: null, from_version: null, tests: null, by: created_by, now });
  return { id, name };
}

type BornTogether = {
  born: { id: string; spec: AgentSpec }[];
  created_by: string;
  most: number;
  now: number;
};

/** Creates several agents, all or none: false when the plan has no room for all of them. */
export function createAll(db: OrganizationDatabase, { born, created_by, most, now }: BornTogether): boolean {
  if (names(db).length + born.length > most) return false;
  for (const { id, spec } of born) create(db, { id, spec, created_by, now });
  return true;
}

/** The published specs of all agents, oldest first. */
export const specs = (db: OrganizationDatabase): AgentSpec[] =>
  db
    .select({ spec: agentVersions.spec })
    .from(agents)
    .innerJoin(agentVersions, isPublished)
    .where(living)
    .orderBy(asc(agents.seq))
    .all()
    .map(({ spec }) => agentSpec.parse(spec));

/** The drafts of all agents, and every version of them that answers. */
export const specsInUse = (db: OrganizationDatabase): AgentSpec[] =>
  db
    .select({ id: agents.id, spec: agents.spec })
    .from(agents)
    .where(living)
    .all()
    .flatMap(({ id, spec }) => {
      const { published, trial } = inUseOf(db, id);
      return [agentSpec.parse(spec), ...[published, trial].flatMap((one) => one?.spec ?? [])];
    });

/** The result of saving. */
export type Saved =
  | { ok: true; version: number }
  /** `version` is the draft that another member has saved meanwhile. */
  | { ok: false; reason: "conflict"; version: number }
  /** With what the form does not have. */
  | { ok: false; reason: "incoherent"; found: Incoherence[] }
  /** Callers would be transferred to a number that the organization itself answers. */
  | { ok: false; reason: "own_number" }
  | { ok: false; reason: "not_found" };

type Edit = {
  id: string;
  version: number;
  spec: AgentSpec;
  /** The spec comes from the editor's form: what the form does not have stays as it is stored. */
  of_form?: boolean | undefined;
  now: number;
  /** A listed question that this edit answers; it leaves the list when the edit is saved. */
  answers?: AnsweredQuestion | null;
};

/** Saves an edit of the draft; an edit of an older draft changes nothing. What answers calls stays as it is. */
export function update(db: OrganizationDatabase, edit: Edit): Saved {
  const { id, version, now, answers } = edit;
  const known = db
    .select({ version: agents.version, spec: agents.spec })
    .from(agents)
    .where(isNamed(id))
    .get();
  if (!known) return { ok: false, reason: "not_found" };
  if (known.version !== version) return { ok: false, reason: "conflict", version: known.version };
  const spec = edit.of_form ? withKept(agentFields, edit.spec, agentSpec.parse(known.spec)) : edit.spec;
  const found = edit.of_form ? incoherencesOf(spec) : [];
  if (found.length > 0) return { ok: false, reason: "incoherent", found };
  const { transfer } = spec.actions;
  if (transfer && isOwnNumber(db, transfer.phone_number)) return { ok: false, reason: "own_number" };
  db.update(agents)
    .set({ spec, version: version + 1, updated_at: now })
    .where(isNamed(id))
    .run();
  if (answers && "id" in answers) markAnswered(db, answers.id, now);
  else if (answers) markAnsweredByWords(db, id, answers.words, now);
  return { ok: true, version: version + 1 };
}

export type Archived =
  | { ok: true }
  /** It still answers these numbers, formatted. */
  | { ok: false; reason: "answers"; numbers: string[] }
  | { ok: false; reason: "not_found" };

/** Archives an agent, unless it still answers a number. Its calls keep its name. */
export function archive(db: OrganizationDatabase, { id, now }: { id: string; now: number }): Archived {
  if (!db.select({ id: agents.id }).from(agents).where(isNamed(id)).get())
    return { ok: false, reason: "not_found" };
  const answers = numbersOf(db, id);
  if (answers.length > 0) return { ok: false, reason: "answers", numbers: answers.map(({ shown }) => shown) };
  db.update(agents).set({ archived_at: now, updated_at: now }).where(isNamed(id)).run();
  enqueue(db, { kind: "agent.archived", at: now, payload: { v: 1, agent_id: id } });
  return { ok: true };
}

type Copy = { id: string; copy_id: string; created_by: string; now: number } & Room;

export type Copied = { ok: true; id: string } | { ok: false; reason: "not_found" | "plan_full" };

/** A copy of the draft without a number, published at once. */
export function duplicate(db: OrganizationDatabase, { id, copy_id, created_by, most, now }: Copy): Copied {
  const original = find(db, id);
  if (!original) return { ok: false, reason: "not_found" };
  if (isFull(db, most)) return { ok: false, reason: "plan_full" };
  const name = `${original.spec.name.slice(0, 35).trimEnd()} copy`;
  create(db, { id: copy_id, spec: { ...original.spec, name }, created_by, now });
  return { ok: true, id: copy_id };
}
