/** Imports a source: reads it, cuts it into passages, and hands them to the organization. */
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { oneBlank } from "./blocks.ts";
import { fetchPage } from "./fetched-page.server.ts";
import type { FileType, ImportFailure, ImportJob } from "./knowledge.schema.ts";
import { mostSourceCharacters, mostSourcePassages } from "./knowledge-limits.ts";
import { charactersOf, passagesOf } from "./passages.ts";
import { readSource } from "./read-source.ts";
import { sha256Of } from "./sha256.ts";
import { sourceKey } from "./source-files.server.ts";
import { speaksToAgents } from "./told-to-agents.ts";

type Asked = { readonly source_id: string; readonly revision: number; readonly most_characters: number };
type Original =
  | { ok: true; bytes: Uint8Array; type: FileType; charset: string }
  | { ok: false; reason: ImportFailure };

const longestTitle = 160;

async function originalOf(env: Env, organizationId: string, id: string, job: ImportJob): Promise<Original> {
  if (job.kind === "page") return fetchPage(job.address ?? "");
  if (job.kind === "entry")
    return { ok: true, bytes: new TextEncoder().encode(job.text ?? ""), type: "txt", charset: "utf-8" };
  const file = await env.FILES.get(sourceKey(organizationId, id));
  if (!file) return { ok: false, reason: "unreadable" };
  return {
    ok: true,
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: job.file_type ?? "txt",
    charset: "",
  };
}

/**
 * Does an import. Doing it twice changes nothing.
 * @throws what the organization or the storage throws: the queue brings the task again
 */
export async function importSource(env: Env, organizationId: string, asked: Asked): Promise<void> {
  // The object lives already: it has sent the task, so no region is asked for.
  const store = storeOf(organizationObject({ id: organizationId, region: null }, env));
  const { source_id: id, revision } = asked;
  const job = await store.knowledge.begin(id, revision, Date.now());
  if (!job) return;
  const reason = await performed(env, store, organizationId, asked, job);
  if (reason) await store.knowledge.fail({ id, revision, failure: reason, now: Date.now() });
}

/** @returns why it failed; null: it did not, or the organization says so itself */
async function performed(
  env: Env,
  store: Store,
  organizationId: string,
  { source_id: id, revision, most_characters }: Asked,
  job: ImportJob,
): Promise<ImportFailure | null> {
  const original = await originalOf(env, organizationId, id, job);
  if (!original.ok) return original.reason;
  await store.knowledge.advance(id, revision, 30);
  const { bytes, type, charset } = original;
  const source = await readSource(bytes, type, charset, (share) =>
    store.knowledge.advance(id, revision, 30 + Math.round(share * 50)),
  );
  if (!source.ok) return source.reason;
  const { title, blocks } = source.read;
  const passages = passagesOf(blocks);
  if (passages.length === 0) return "no_text";
  if (passages.length > mostSourcePassages || charactersOf(passages) > mostSourceCharacters)
    return "too_long";
  const text = passages.map((passage) => passage.text).join("\n");
  await store.knowledge.advance(id, revision, 85);
  const named = job.kind === "page" && title !== null ? oneBlank(title).slice(0, longestTitle) : job.title;
  await store.knowledge.fill({
    id,
    revision,
    title: named,
    sha256: job.kind === "page" ? await sha256Of(new TextEncoder().encode(text)) : null,
    bytes: bytes.length,
    passages,
    has_instructions: speaksToAgents(text),
    most_characters,
    now: Date.now(),
  });
  return null;
}
