/** What can be done with the versions of an agent: publish the draft, go back, try one out, discard changes. */
import { z } from "zod";
import type { Incoherence } from "#app/agents/agent-coherence.ts";
import { diallingOf } from "#app/agents/agent-verbs.server.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { type PlayTest, runTestsFor, type TestsRun } from "#app/agents/tests/playing.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { changeToolSecrets, keptSecrets } from "#app/models/tool-secrets.server.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type DialRefusal, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { listedVoice } from "#app/voices/catalogue.ts";
import type { Voice } from "#app/voices/voice.schema.ts";
import { voiceKey } from "#app/voices/voice-key.ts";
import { trialShares } from "./call-share.ts";

type Needs = Pick<Deps, "db" | "env">;

const id = z.string().min(1).max(100);
const version = z.int().min(0).max(2_147_483_647);
const note = oneLine(200);

/** Why nothing was published. `version`: the press was for what is there no longer. */
type Refused =
  | { ok: false; reason: "not_found" | "conflict" | "unchanged" | "no_address" }
  | { ok: false; reason: "incoherent"; found: Incoherence[] }
  | { ok: false; reason: "own_number"; phone_number: string }
  | { ok: false; reason: "not_dialled"; phone_number: string; why: DialRefusal };
type Published = { ok: true; version: number };

/** A transfer that the organization's plan and the rules of dialling refuse by now. */
function undialled(actor: Actor, { actions: { transfer } }: AgentSpec): Refused | null {
  const why = transfer && dialRefusal(transfer.phone_number, diallingOf(actor));
  return transfer && why
    ? { ok: false, reason: "not_dialled", phone_number: transfer.phone_number, why }
    : null;
}

/** Has the kept secrets forgotten that only versions name which answer no longer, once the calls that they began are over. */
async function forgetSecrets(actor: Actor, agent_id: string, { db, env }: Needs): Promise<void> {
  const unused = await actor.store.publishing.unusedSecrets(agent_id);
  const kept = await keptSecrets(db, actor.organization.id, unused);
  const forgotten = [...kept.keys()].slice(0, mostForgotten);
  if (forgotten.length > 0) await changeToolSecrets(actor, { agent_id, kept: [], forgotten }, { db, env });
}
/** The verb takes no more at once; the rest goes with the next publication. */
const mostForgotten = 10;

export const publication = z.object({
  id,
  /** Of the draft that is published. */
  version,
  /** The highest version that the person saw. */
  latest: version,
  note: note.default(""),
  /** Per cent of the calls at first, watched; null: all calls, at once. */
  share: z
    .union(trialShares.map((share) => z.literal(share)))
    .nullable()
    .default(null),
  /** Although some of the agent's tests fail. */
  despite_tests: z.boolean().default(false),
});

/** The agent's tests are being played, or were played too often: nothing was published, and it may be tried again. */
type Unplayed = { ok: false; reason: "playing" } | { ok: false; reason: "too_often"; retryAfter: number };

/** Plays the agent's tests for a publication: counted, and one play of an agent at a time. */
async function testedFor(
  actor: Actor,
  { agent_id, spec }: { agent_id: string; spec: AgentSpec },
  { db, play }: Pick<Deps, "db"> & { readonly play: PlayTest },
): Promise<Unplayed | { ok: true; tested: TestsRun }> {
  const { agentTests } = actor.store;
  const begun = await agentTests.begin({ agent_id, id: null, now: Date.now() });
  // An agent that is gone has no tests; the publication says so.
  if (!begun.ok && begun.reason === "playing") return { ok: false, reason: "playing" };
  if (!begun.ok || begun.tests.length === 0)
    return { ok: true, tested: { total: 0, failed: [], without_verdict: [] } };
  try {
    const spent = await spend(db, [limits.plays(actor.organization.id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    return { ok: true, tested: await runTestsFor(actor, { agent_id, spec }, play) };
  } finally {
    await agentTests.release(agent_id);
  }
}

type Untested = { ok: false; reason: "tests_failed"; total: number; failed: { id: string; name: string }[] };

/** Publishes the draft, after the agent's tests where it has some: a failed one keeps it from being published. */
export const publishAgent = verb(
  { verb: "agents.publish", permission: "agents.write", section: "agents", input: publication },
  async (
    actor,
    { despite_tests, ...wanted },
    { play, ...deps }: Needs & { readonly play: PlayTest },
  ): Promise<Published | Refused | Untested | Unplayed> => {
    const agent = await actor.store.agents.find(wanted.id);
    if (!agent) return { ok: false, reason: "not_found" };
    if (agent.version !== wanted.version) return { ok: false, reason: "conflict" };
    const refused = undialled(actor, agent.spec);
    if (refused) return refused;
    const played = await testedFor(actor, { agent_id: wanted.id, spec: agent.spec }, { db: deps.db, play });
    if (!played.ok) return played;
    const { tested } = played;
    // A test without a verdict proves as little as one that failed.
    const failed = [...tested.failed, ...tested.without_verdict];
    const total = tested.total + tested.without_verdict.length;
    if (failed.length > 0 && !despite_tests) return { ok: false, reason: "tests_failed", total, failed };
    const published = await actor.store.publishing.publish({
      ...wanted,
      tests: total > 0 ? { total, failed: failed.length } : null,
      by: authorOf(actor),
      now: Date.now(),
    });
    if (!published.ok) return published;
    await actor.record("agent.published", wanted.id, {
      version: published.version,
      ...(wanted.share !== null && { share: wanted.share }),
      ...(failed.length > 0 && { failed_tests: failed.length }),
    });
    await forgetSecrets(actor, wanted.id, deps);
    return published;
  },
);

export const goingBack = z.object({ id, latest: version, to: version, note: note.default("") });

/** What an earlier version needs and is there no longer. */
type Gone = { ok: false; reason: "voice_gone" } | { ok: false; reason: "secret_gone"; tool: string };

const isOffered = (voice: Voice, current: Voice | null): boolean =>
  listedVoice(voice) !== null || (current !== null && voiceKey(current) === voiceKey(voice));

async function goneFrom(
  actor: Actor,
  agent_id: string,
  spec: AgentSpec,
  { db }: Needs,
): Promise<Gone | null> {
  const { before: live } = await actor.store.versionHistory.compared(agent_id, null);
  if (!isOffered(spec.voice, live?.spec.voice ?? null)) return { ok: false, reason: "voice_gone" };
  const named = spec.tools.flatMap(({ name, secret_id }) =>
    secret_id === null ? [] : [{ name, secret_id }],
  );
  const kept = await keptSecrets(
    db,
    actor.organization.id,
    named.map(({ secret_id }) => secret_id),
  );
  const lost = named.find(({ secret_id }) => !kept.has(secret_id));
  return lost ? { ok: false, reason: "secret_gone", tool: lost.name } : null;
}

/** Publishes an earlier version again, as a new one. */
export const rollBackAgent = verb(
  { verb: "agents.roll_back", permission: "agents.write", section: "agents", input: goingBack },
  async (actor, wanted, deps: Needs): Promise<Published | Refused | Gone> => {
    const { spec } = await actor.store.versionHistory.compared(wanted.id, wanted.to);
    if (!spec) return { ok: false, reason: "not_found" };
    const refused = undialled(actor, spec) ?? (await goneFrom(actor, wanted.id, spec, deps));
    if (refused) return refused;
    const published = await actor.store.publishing.rollBack({
      ...wanted,
      by: authorOf(actor),
      now: Date.now(),
    });
    if (!published.ok) return published;
    await actor.record("agent.published", wanted.id, { version: published.version, from: wanted.to });
    await forgetSecrets(actor, wanted.id, deps);
    return published;
  },
);

export const redrafting = z.object({
  id,
  /** Of the draft that is replaced. */
  version,
  /** The version that the draft becomes; null: the newest one that answers. */
  of: version.nullable().default(null),
});

type Redrafted = { ok: true } | { ok: false; reason: "conflict" | "not_found" };

/** Replaces the draft by a version: discards its changes, or takes an earlier version up to edit it. */
export const redraftAgent = verb(
  { verb: "agents.redraft", permission: "agents.write", section: "agents", input: redrafting },
  async (actor, wanted, deps: Needs): Promise<Redrafted> => {
    const drafted = await actor.store.publishing.draftFrom({ ...wanted, now: Date.now() });
    if (!drafted.ok) return drafted;
    await actor.record("agent.redrafted", wanted.id, wanted.of === null ? undefined : { version: wanted.of });
    await forgetSecrets(actor, wanted.id, deps);
    return drafted;
  },
);

export const trialEnd = z.object({ id, version, keep: z.boolean() });

/** Ends a version's trial: it gets all calls, or none. */
export const endAgentTrial = verb(
  { verb: "agents.end_trial", permission: "agents.write", section: "agents", input: trialEnd },
  async (actor, wanted, deps: Needs): Promise<{ ok: boolean }> => {
    const ok = await actor.store.publishing.endTrial({ ...wanted, now: Date.now() });
    if (!ok) return { ok };
    const changes = { version: wanted.version };
    await actor.record(wanted.keep ? "agent.settled" : "agent.taken_back", wanted.id, changes);
    await forgetSecrets(actor, wanted.id, deps);
    return { ok };
  },
);
