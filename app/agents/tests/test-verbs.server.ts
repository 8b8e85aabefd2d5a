/** What can be done with an agent's tests: keep one, delete one, play one or all. */
import { z } from "zod";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { agentTest } from "./agent-tests.schema.ts";
import { brainsOf, type PlayTest, playAll } from "./playing.server.ts";

const id = z.string().min(1).max(100);

type Saved = { ok: true } | { ok: false; reason: "not_found" | "full" };

/** Keeps a test: a new one under a new id, or the next wording of one that is there. */
export const saveTest = verb(
  {
    verb: "agents.save_test",
    permission: "agents.write",
    section: "agents",
    input: z.object({ agent_id: id, id, test: agentTest }),
  },
  (actor, { agent_id, id: test_id, test }): Promise<Saved> =>
    actor.store.agentTests.save({
      agent_id,
      id: test_id,
      test,
      created_by: authorOf(actor),
      now: Date.now(),
    }),
);

type Deleted = { ok: true } | { ok: false; reason: "not_found" };

export const deleteTest = verb(
  {
    verb: "agents.delete_test",
    permission: "agents.write",
    section: "agents",
    worksUnpaid: true,
    input: z.object({ agent_id: id, id }),
  },
  async (actor, { agent_id, id: test_id }): Promise<Deleted> =>
    (await actor.store.agentTests.remove(agent_id, test_id))
      ? { ok: true }
      : { ok: false, reason: "not_found" },
);

type Played =
  /** `unplayed`: tests that models had no time left for. */
  | { ok: true; unplayed: number }
  | { ok: false; reason: "not_found" | "playing" }
  | { ok: false; reason: "too_often"; retryAfter: number };

/** Plays one test or all with the agent as it is now: by the built-in brain, and by its models when it has some. */
export const playTests = verb(
  {
    verb: "agents.play_tests",
    permission: "agents.write",
    section: "agents",
    input: z.object({ agent_id: id, id: id.nullable() }),
  },
  async (
    actor,
    { agent_id, id: test_id },
    { db, play }: Pick<Deps, "db"> & { readonly play: PlayTest },
  ): Promise<Played> => {
    const { agentTests } = actor.store;
    const spent = await spend(db, [limits.plays(actor.organization.id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const begun = await agentTests.begin({ agent_id, id: test_id, now: Date.now() });
    if (!begun.ok) return begun;
    const { spec, version, tests } = begun;
    const ids = tests.map((one) => one.id);
    const brains = brainsOf(spec);
    const runs = await playAll(actor, { agent_id, spec, tests, brains }, play).catch(
      async (error: unknown) => {
        await agentTests.finish({ agent_id, ids, version, runs: [], now: Date.now() });
        throw error;
      },
    );
    const isKept = await agentTests.finish({ agent_id, ids, version, runs, now: Date.now() });
    if (!isKept) return { ok: false, reason: "not_found" };
    return { ok: true, unplayed: tests.length * brains.length - runs.length };
  },
);
