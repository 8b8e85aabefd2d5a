/** Agents out of an organization as a file, and into another one. */
import { z } from "zod";
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { largestSetup, type ReadSetup, readSetup, type Setup } from "./setup-file.ts";

/** `setup` is the file's text. */
export const setupText = z.object({ setup: z.string().max(4 * largestSetup) });

type Imported =
  | { ok: true; ids: string[] }
  | { ok: false; reason: Exclude<ReadSetup, { ok: true }>["reason"] | "empty" | "plan_full" };

/** Creates the agents of a file, all or none; its settings and looks are left out. */
export const importAgents = verb(
  { verb: "agents.import", permission: "agents.write", section: "agents", input: setupText },
  async (actor, { setup: text }): Promise<Imported> => {
    const read = readSetup(text);
    if (!read.ok) return read;
    if (read.setup.agents.length === 0) return { ok: false, reason: "empty" };
    const ids = await createAll(actor.store, read.setup, authorOf(actor), actor.limits.agents);
    if (ids === null) return { ok: false, reason: "plan_full" };
    for (const id of ids) await actor.record("agent.created", id, { imported: true });
    return { ok: true, ids };
  },
);

/** Creates a setup's agents in an organization's object; null when its plan has no room for all of them. */
export async function createAll(
  store: Store,
  { agents, tests = [] }: Setup,
  created_by: string,
  most: number,
): Promise<string[] | null> {
  const born = agents.map((spec) => ({ id: newId(), spec }));
  if (!(await store.agents.createAll({ born, created_by, most, now: Date.now() }))) return null;
  const added = born.flatMap(({ id: agent_id }, place) =>
    (tests[place] ?? []).map((test) => ({ agent_id, id: newId(), test })),
  );
  if (added.length > 0) await store.agentTests.addAll({ added, created_by, now: Date.now() });
  return born.map(({ id }) => id);
}
