/** The sources of an organization's knowledge, and their passages. */
import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { knowledgePassages, knowledgeSources } from "#drizzle/organization/schema.ts";
import {
  type FileType,
  type ImportFailure,
  importFailures,
  type KnowledgeSource,
  type SourceKind,
} from "./knowledge.schema.ts";
import { held } from "./knowledge-held.store.ts";

export { held } from "./knowledge-held.store.ts";
export { advance, begin, fail, fill } from "./knowledge-import.store.ts";
export { search } from "./knowledge-search.store.ts";

type Limits = { sources: number; characters: number };
type Row = typeof knowledgeSources.$inferSelect;

const isNamed = (id: string) => eq(knowledgeSources.id, id);

const find = (db: OrganizationDatabase, id: string): Row | undefined =>
  db.select().from(knowledgeSources).where(isNamed(id)).get();

const failureOf = (failure: string | null): ImportFailure | null =>
  importFailures.find((one) => one === failure) ?? (failure === null ? null : "lost");

const shown = (row: Row): KnowledgeSource => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  address: row.address,
  file_name: row.file_name,
  text: row.text,
  bytes: row.bytes,
  characters: row.characters,
  passages: row.passages,
  state: row.state,
  progress: row.progress,
  failure: failureOf(row.failure),
  agent_ids: row.agent_ids,
  has_instructions: row.has_instructions,
  updated_at: row.updated_at,
  imported_at: row.imported_at,
});

/** All sources, the newest first. */
export const list = (db: OrganizationDatabase): KnowledgeSource[] =>
  db.select().from(knowledgeSources).orderBy(sql`${knowledgeSources.seq} desc`).all().map(shown);

/** One source with its passages in their order; null: there is none. */
export function read(
  db: OrganizationDatabase,
  id: string,
  most: number,
): { source: KnowledgeSource; passages: { place: number; heading: string; text: string }[] } | null {
  const row = find(db, id);
  if (!row) return null;
  const { place, heading, text } = knowledgePassages;
  const passages = db
    .select({ place, heading, text })
    .from(knowledgePassages)
    .where(eq(knowledgePassages.source_id, id))
    .orderBy(asc(place))
    .limit(most)
    .all();
  return { source: shown(row), passages };
}

const askForImport = (
  db: OrganizationDatabase,
  id: string,
  revision: number,
  most: number,
  now: number,
): void =>
  enqueueTask<"knowledge_import">(
    db,
    {
      id: `knowledge_import:${id}:${revision}`,
      kind: "knowledge_import",
      payload: { source_id: id, revision, most_characters: most },
    },
    now,
  );

export type NewSource = {
  id: string;
  kind: SourceKind;
  title: string;
  address: string | null;
  file_name: string | null;
  file_type: FileType | null;
  text: string | null;
  /** Null: of a page, whose text is not known yet. */
  sha256: string | null;
  bytes: number;
  agent_ids: string[] | null;
  created_by: string;
  limits: Limits;
  now: number;
};

export type Added =
  | { ok: true; id: string }
  | { ok: false; reason: "plan_full" }
  /** The same content, or the same page, is there already. */
  | { ok: false; reason: "known"; id: string; title: string };

/** Adds a source and has it imported. */
export function add(db: OrganizationDatabase, { limits, now, ...source }: NewSource): Added {
  const { address, sha256 } = source;
  const same = or(
    sha256 === null ? undefined : eq(knowledgeSources.sha256, sha256),
    address === null ? undefined : eq(knowledgeSources.address, address),
  );
  const known = same && db.select().from(knowledgeSources).where(same).get();
  if (known) return { ok: false, reason: "known", id: known.id, title: known.title };
  const { sources, characters } = held(db);
  if (sources >= limits.sources || characters >= limits.characters) return { ok: false, reason: "plan_full" };
  db.insert(knowledgeSources)
    .values({ ...source, state: "waiting", created_at: now, updated_at: now })
    .run();
  askForImport(db, source.id, 1, limits.characters, now);
  return { ok: true, id: source.id };
}

export type Edited = { ok: true } | { ok: false; reason: "not_found" | "known" };

/** Changes what an entry says; it is cut and indexed anew. */
export function edit(
  db: OrganizationDatabase,
  entry: {
    id: string;
    title: string;
    text: string;
    sha256: string;
    bytes: number;
    limits: Limits;
    now: number;
  },
): Edited {
  const { id, title, text, sha256, bytes, limits, now } = entry;
  const row = find(db, id);
  if (row?.kind !== "entry") return { ok: false, reason: "not_found" };
  const same = db
    .select({ id: knowledgeSources.id })
    .from(knowledgeSources)
    .where(and(eq(knowledgeSources.sha256, sha256), ne(knowledgeSources.id, id)))
    .get();
  if (same) return { ok: false, reason: "known" };
  db.update(knowledgeSources).set({ title, text, sha256, bytes }).where(isNamed(id)).run();
  return again(db, { id, limits, now }) ? { ok: true } : { ok: false, reason: "not_found" };
}

/** Has a source imported anew: a page is fetched again, a file is read again. @returns whether there is one */
export function again(
  db: OrganizationDatabase,
  { id, limits, now }: { id: string; limits: Limits; now: number },
): boolean {
  const row = find(db, id);
  if (!row) return false;
  const revision = row.revision + 1;
  db.update(knowledgeSources)
    .set({ revision, attempts: 0, state: "waiting", progress: 0, failure: null, updated_at: now })
    .where(isNamed(id))
    .run();
  askForImport(db, id, revision, limits.characters, now);
  return true;
}

/** Which agents use a source; null: all. @returns whether there is one */
export const use = (
  db: OrganizationDatabase,
  { id, agent_ids, now }: { id: string; agent_ids: string[] | null; now: number },
): boolean =>
  db
    .update(knowledgeSources)
    .set({ agent_ids, updated_at: now })
    .where(isNamed(id))
    .returning({ id: knowledgeSources.id })
    .all().length > 0;

/** Deletes a source and its passages; the caller deletes a file's original. */
export function remove(db: OrganizationDatabase, id: string): { title: string; kind: SourceKind } | null {
  const [row] = db.delete(knowledgeSources).where(isNamed(id)).returning().all();
  if (!row) return null;
  db.delete(knowledgePassages).where(eq(knowledgePassages.source_id, id)).run();
  return { title: row.title, kind: row.kind };
}

/** Whether an agent has anything to look up. */
export const isUsedBy = (db: OrganizationDatabase, agent_id: string): boolean =>
  db.get(sql`
    select 1 from ${knowledgeSources} where ${knowledgeSources.passages} > 0
    and (${knowledgeSources.agent_ids} is null
      or exists (select 1 from json_each(${knowledgeSources.agent_ids}) where value = ${agent_id})) limit 1`) !==
  undefined;
