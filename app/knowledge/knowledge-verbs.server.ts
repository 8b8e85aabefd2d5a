/** What can be done with the knowledge: add sources, change them, import them anew, say which agents use them, delete them. */
import { z } from "zod";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type AddressRefusal, publicAddress } from "#app/platform/public-address.ts";
import { agentIds, type FileType } from "./knowledge.schema.ts";
import { knowledgeLimitsOf, mostFileBytes } from "./knowledge-limits.ts";
import { sha256Of } from "./sha256.ts";
import { sourceKey } from "./source-files.server.ts";

const id = z.string().min(1).max(100);
export const longestEntry = 20_000;

const title = oneLine(160, "Enter what it is about");
const text = z
  .string({ error: "Enter what agents should know" })
  .trim()
  .min(1, "Enter what agents should know")
  .max(longestEntry, "At most 20,000 characters");

type Refused =
  | { ok: false; reason: "plan_full" }
  | { ok: false; reason: "known"; id: string; title: string }
  | { ok: false; reason: "too_many"; retryAfter: number };
type Added = { ok: true; id: string } | Refused;

const encoded = (words: string) => new TextEncoder().encode(words);
/** The title belongs to an entry's content: two entries may give one answer. */
const entrySha = (entry: { title: string; text: string }) =>
  sha256Of(encoded(`${entry.title}\n${entry.text}`));

const source = (actor: Actor) => ({
  id: newId(),
  address: null,
  file_name: null,
  file_type: null,
  text: null,
  created_by: authorOf(actor),
  limits: knowledgeLimitsOf(actor.organization.tier),
  now: Date.now(),
});

/** Adds a typed entry. */
export const addEntry = verb(
  {
    verb: "knowledge.add_entry",
    permission: "agents.write",
    section: "agents",
    input: z.object({ title, text, agent_ids: agentIds }),
  },
  async (actor, { agent_ids, ...entry }): Promise<Added> => {
    const added = await actor.store.knowledge.add({
      ...source(actor),
      ...entry,
      kind: "entry",
      sha256: await entrySha(entry),
      bytes: encoded(entry.text).length,
      agent_ids,
    });
    if (added.ok) await actor.record("knowledge.added", added.id, { kind: "entry" });
    return added;
  },
);

const endings: Readonly<Record<string, FileType>> = {
  txt: "txt",
  text: "txt",
  md: "md",
  markdown: "md",
  html: "html",
  htm: "html",
  pdf: "pdf",
};

/** The type of a file by its name; null: none that is read. */
const typeOf = (name: string): FileType | null => {
  const ending = /\.([a-z]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(endings, ending) ? (endings[ending] ?? null) : null;
};

type FileRefused = { ok: false; reason: "too_large" | "wrong_type" | "empty" };

/** Adds a file; its original is kept. The same file again is the source that is there. */
export const addFile = verb(
  {
    verb: "knowledge.add_file",
    permission: "agents.write",
    section: "agents",
    input: z.object({ file: z.instanceof(File), agent_ids: agentIds }),
  },
  async (actor, { file, agent_ids }, { db, env }: Pick<Deps, "db" | "env">): Promise<Added | FileRefused> => {
    if (file.size > mostFileBytes) return { ok: false, reason: "too_large" };
    if (file.size === 0) return { ok: false, reason: "empty" };
    const file_type = typeOf(file.name);
    if (file_type === null) return { ok: false, reason: "wrong_type" };
    const { id: organizationId } = actor.organization;
    const spent = await spend(db, [limits.knowledgeImports(organizationId)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fresh = source(actor);
    const key = sourceKey(organizationId, fresh.id);
    // The original first: an import never finds a source without it.
    await env.FILES.put(key, bytes, { httpMetadata: { contentType: "application/octet-stream" } });
    const file_name = file.name.normalize("NFC").slice(-200);
    const added = await actor.store.knowledge.add({
      ...fresh,
      kind: "file",
      title: file_name.replace(/\.[a-z]{2,8}$/i, "").slice(0, 160) || "File",
      file_name,
      file_type,
      sha256: await sha256Of(bytes),
      bytes: bytes.length,
      agent_ids,
    });
    if (!added.ok) await env.FILES.delete(key);
    else await actor.record("knowledge.added", added.id, { kind: "file" });
    return added;
  },
);

/** Adds a web page, which is fetched in the background. */
export const addPage = verb(
  {
    verb: "knowledge.add_page",
    permission: "agents.write",
    section: "agents",
    input: z.object({ address: z.string().trim().min(1, "Enter an address").max(2000), agent_ids: agentIds }),
  },
  async (
    actor,
    { address: typed, agent_ids },
    { db }: Pick<Deps, "db">,
  ): Promise<Added | { ok: false; reason: AddressRefusal }> => {
    const found = publicAddress(typed);
    if (!found.ok) return found;
    const spent = await spend(db, [limits.knowledgeImports(actor.organization.id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const address = found.url.href;
    const added = await actor.store.knowledge.add({
      ...source(actor),
      kind: "page",
      title: `${found.url.hostname}${found.url.pathname}`.replace(/\/$/, "").slice(0, 160),
      address,
      sha256: null,
      bytes: 0,
      agent_ids,
    });
    if (added.ok) await actor.record("knowledge.added", added.id, { kind: "page" });
    return added;
  },
);

/** Changes what an entry says. */
export const editEntry = verb(
  {
    verb: "knowledge.edit_entry",
    permission: "agents.write",
    section: "agents",
    input: z.object({ id, title, text }),
  },
  async (actor, { id: entryId, ...entry }) => {
    const edited = await actor.store.knowledge.edit({
      id: entryId,
      ...entry,
      sha256: await entrySha(entry),
      bytes: encoded(entry.text).length,
      limits: knowledgeLimitsOf(actor.organization.tier),
      now: Date.now(),
    });
    if (edited.ok) await actor.record("knowledge.changed", entryId);
    return edited;
  },
);

const choice = z.object({ id });

type Refreshed =
  | { ok: true }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/** Fetches a page again, or tries a file again. */
export const refreshSource = verb(
  { verb: "knowledge.refresh", permission: "agents.write", section: "agents", input: choice },
  async (actor, { id: sourceId }, { db }: Pick<Deps, "db">): Promise<Refreshed> => {
    const spent = await spend(db, [limits.knowledgeImports(actor.organization.id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const known = await actor.store.knowledge.again({
      id: sourceId,
      limits: knowledgeLimitsOf(actor.organization.tier),
      now: Date.now(),
    });
    if (!known) return { ok: false, reason: "not_found" };
    await actor.record("knowledge.refreshed", sourceId);
    return { ok: true };
  },
);

type Found = { ok: true } | { ok: false; reason: "not_found" };

/** Says which agents use a source; null: all. */
export const assignSource = verb(
  {
    verb: "knowledge.use",
    permission: "agents.write",
    section: "agents",
    input: choice.extend({ agent_ids: agentIds }),
  },
  async (actor, { id: sourceId, agent_ids }): Promise<Found> => {
    if (!(await actor.store.knowledge.use({ id: sourceId, agent_ids, now: Date.now() })))
      return { ok: false, reason: "not_found" };
    await actor.record("knowledge.changed", sourceId);
    return { ok: true };
  },
);

/** Deletes a source, its passages and its original. */
export const deleteSource = verb(
  {
    verb: "knowledge.delete",
    permission: "agents.write",
    section: "agents",
    worksUnpaid: true,
    input: choice,
  },
  async (actor, { id: sourceId }, { env }: Pick<Deps, "env">): Promise<Found> => {
    const removed = await actor.store.knowledge.remove(sourceId);
    if (!removed) return { ok: false, reason: "not_found" };
    if (removed.kind === "file") await env.FILES.delete(sourceKey(actor.organization.id, sourceId));
    await actor.record("knowledge.deleted", sourceId, { kind: removed.kind });
    return { ok: true };
  },
);
