/** The imports of sources: begun, told how far they are, and ended, each by the revision that was asked for. */
import { and, eq, ne, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { knowledgePassages, knowledgeSources } from "#drizzle/organization/schema.ts";
import type { ImportFailure, ImportJob } from "./knowledge.schema.ts";
import { held } from "./knowledge-held.store.ts";
import { charactersOf, type Passage } from "./passages.ts";

/** An import that was begun so often and never finished ends. */
const mostAttempts = 2;
/** A bound value of an object's SQLite has at most 2 MB (R33): so many characters of JSON are at most half a megabyte. */
const longestPortion = 160_000;

type Row = typeof knowledgeSources.$inferSelect;
const isNamed = (id: string) => eq(knowledgeSources.id, id);

const isCurrent = (id: string, revision: number) =>
  and(
    isNamed(id),
    eq(knowledgeSources.revision, revision),
    sql`${knowledgeSources.state} in ('waiting', 'reading')`,
  );

/** Begins an import; null: it is done, a newer one was asked for, the source is gone, or it was tried too often. */
export function begin(db: OrganizationDatabase, id: string, revision: number, now: number): ImportJob | null {
  const row = db.select().from(knowledgeSources).where(isCurrent(id, revision)).get();
  if (!row) return null;
  if (row.attempts >= mostAttempts) {
    fail(db, { id, revision, failure: "lost", now });
    return null;
  }
  db.update(knowledgeSources)
    .set({ state: "reading", progress: 5, attempts: row.attempts + 1, updated_at: now })
    .where(isNamed(id))
    .run();
  const { kind, title, address, file_type, text } = row;
  return { kind, title, address, file_type, text };
}

/** Says how far an import is, in percent. */
export function advance(db: OrganizationDatabase, id: string, revision: number, progress: number): void {
  db.update(knowledgeSources).set({ progress }).where(isCurrent(id, revision)).run();
}

/** Ends an import without a result; the passages of the one before stay. */
export function fail(
  db: OrganizationDatabase,
  { id, revision, failure, now }: { id: string; revision: number; failure: ImportFailure; now: number },
): void {
  db.update(knowledgeSources)
    .set({ state: "failed", failure, progress: 0, updated_at: now })
    .where(isCurrent(id, revision))
    .run();
}

export type Imported = {
  id: string;
  revision: number;
  title: string;
  /** Of a page's text; null: the source's own stays. */
  sha256: string | null;
  bytes: number;
  passages: Passage[];
  has_instructions: boolean;
  most_characters: number;
  now: number;
};

/** Puts the passages of an import in place of those before, in one step. @returns why not, or null */
export function fill(db: OrganizationDatabase, imported: Imported): ImportFailure | null {
  const { id, revision, title, passages, now } = imported;
  const row = db.select().from(knowledgeSources).where(isCurrent(id, revision)).get();
  if (!row) return null;
  const sha256 = imported.sha256 ?? row.sha256;
  const characters = charactersOf(passages);
  const failure = refusal(db, row, sha256, characters, imported.most_characters);
  if (failure !== null) {
    fail(db, { id, revision, failure, now });
    return failure;
  }
  db.transaction(() => {
    db.delete(knowledgePassages).where(eq(knowledgePassages.source_id, id)).run();
    // One bound value for many passages: an object's SQLite takes at most a hundred (R33).
    for (const { from, json } of portions(passages))
      db.run(sql`
        insert into knowledge_passages (source_id, place, title, heading, text)
        select ${id}, key + ${from}, ${title}, json_extract(value, '$.heading'), json_extract(value, '$.text')
        from json_each(${json})`);
    db.update(knowledgeSources)
      .set({
        title,
        sha256,
        bytes: imported.bytes,
        characters,
        passages: passages.length,
        state: "ready",
        progress: 100,
        failure: null,
        has_instructions: imported.has_instructions,
        imported_at: now,
        updated_at: now,
      })
      .where(isNamed(id))
      .run();
  });
  return null;
}

/** Passages as lists of JSON that are each short enough to be bound; `from`: the place of the first. */
function portions(passages: readonly Passage[]): { from: number; json: string }[] {
  const cut: { from: number; json: string }[] = [];
  let from = 0;
  let parts: string[] = [];
  let length = 0;
  const close = (place: number) => {
    if (parts.length > 0) cut.push({ from, json: `[${parts.join(",")}]` });
    [from, parts, length] = [place, [], 0];
  };
  for (const [place, passage] of passages.entries()) {
    const json = JSON.stringify(passage);
    if (length + json.length > longestPortion) close(place);
    parts.push(json);
    length += json.length + 1;
  }
  close(passages.length);
  return cut;
}

function refusal(
  db: OrganizationDatabase,
  row: Row,
  sha256: string | null,
  characters: number,
  most: number,
): ImportFailure | null {
  const same =
    sha256 !== null &&
    db
      .select({ id: knowledgeSources.id })
      .from(knowledgeSources)
      .where(and(eq(knowledgeSources.sha256, sha256), ne(knowledgeSources.id, row.id)))
      .get();
  if (same) return "same_text";
  return held(db).characters - row.characters + characters > most ? "plan_full" : null;
}
