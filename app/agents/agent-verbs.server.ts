/** What can be done with agents: make one, save its draft, try the draft out, copy it, archive it. */

import { z } from "zod";
import { callingHoursOf } from "#app/hours/calling-hours.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { type Dialling, type DialRefusal, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { type Incoherence, incoherencesOf } from "./agent-coherence.ts";
import { specFor, specForTrade } from "./agent-templates.ts";
import { agentKinds } from "./agent-terms.schema.ts";
import { agentSpec } from "./agents.schema.ts";
import type { Rehearsal } from "./rehearsal.schema.ts";
import { answerTurn, of_form, rehearsalTurn } from "./rehearsal-turn.server.ts";
import type { Rehearse } from "./rehearsing.server.ts";
import { tradeIds } from "./trades/trade-words.ts";

/** Which phone numbers the agents of an organization may put callers through to. */
export const diallingOf = ({ organization }: Pick<Actor, "organization">): Dialling => ({
  country: organization.country,
  reach: reachOf(organization.tier, organization.status),
});

const id = z.string().min(1).max(100);

/** A starting point, or the template of a trade. */
export const newAgent = z.union([
  z.object({ kind: z.enum(agentKinds) }),
  z.object({ trade: z.enum(tradeIds) }),
]);

type Made = { ok: true; id: string } | { ok: false; reason: "plan_full" };

/** Makes an agent from a starting point or the template of a trade, published at once, open in the organization's calling hours when it has set some. */
export const createAgent = verb(
  { verb: "agents.create", permission: "agents.write", section: "agents", input: newAgent },
  async (actor, wanted, { db }: Pick<Deps, "db">, new_id: string = newId()): Promise<Made> => {
    const [hours, { default_voice }] = await Promise.all([
      callingHoursOf(db, actor.organization.id),
      actor.store.voices.read(),
    ]);
    const made_of = "kind" in wanted ? specFor(wanted.kind, hours) : specForTrade(wanted.trade, hours);
    const spec = { ...made_of, voice: default_voice ?? made_of.voice };
    const made = await actor.store.agents.create({
      id: new_id,
      spec,
      created_by: authorOf(actor),
      most: actor.limits.agents,
      now: Date.now(),
    });
    if (!made) return { ok: false, reason: "plan_full" };
    await actor.record("agent.created", made.id);
    return { ok: true, id: made.id };
  },
);

export const agentEdit = z.object({
  id,
  /** The version that the edit began with, or a newer one that the caller has seen and replaces. */
  version: z.int().min(0),
  spec: agentSpec.superRefine((spec, context) => {
    for (const { kind } of incoherencesOf(spec))
      context.addIssue({ code: "custom", message: kind, params: { kind } });
  }),
  of_form,
  /** The question of the list that this edit answers, by its id or by its words. */
  answers: z
    .union([z.object({ id: z.string().max(100) }), z.object({ words: z.string().max(1000) })])
    .nullable()
    .default(null),
});

/** `found`: with what the form does not have, the agent would be incoherent. `version` of a conflict: the one that another person has saved meanwhile. */
type Saved =
  | { ok: true; version: number }
  | { ok: false; reason: "not_found" | "own_number" }
  | { ok: false; reason: "incoherent"; found: Incoherence[] }
  | { ok: false; reason: "conflict"; version: number }
  | { ok: false; reason: "not_dialled"; why: DialRefusal };

/** Saves an edit of the agent's draft; the question that it answers counts as answered then. */
export const saveAgent = verb(
  { verb: "agents.save", permission: "agents.write", section: "agents", input: agentEdit },
  async (actor, edit): Promise<Saved> => {
    const { transfer } = edit.spec.actions;
    const why = transfer && dialRefusal(transfer.phone_number, diallingOf(actor));
    if (why) return { ok: false, reason: "not_dialled", why };
    const saved = await actor.store.agents.update({ ...edit, now: Date.now() });
    if (saved.ok) await actor.record("agent.changed", edit.id, { version: saved.version });
    return saved;
  },
);

export const agentChoice = z.object({ id });

type Copied = { ok: true; id: string } | { ok: false; reason: "not_found" | "plan_full" };

/** Makes a copy that answers no number yet. */
export const duplicateAgent = verb(
  { verb: "agents.duplicate", permission: "agents.write", section: "agents", input: agentChoice },
  async (actor, { id: original }): Promise<Copied> => {
    const copy = await actor.store.agents.duplicate({
      id: original,
      copy_id: newId(),
      created_by: authorOf(actor),
      most: actor.limits.agents,
      now: Date.now(),
    });
    if (copy.ok) await actor.record("agent.created", copy.id, { copy_of: original });
    return copy;
  },
);

/** `numbers`: those that it still answers, formatted to be read. */
type Archived =
  | { ok: true }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "answers"; numbers: string[] };

/** Archives an agent that answers no number. */
export const archiveAgent = verb(
  {
    verb: "agents.archive",
    permission: "agents.write",
    section: "agents",
    worksUnpaid: true,
    input: agentChoice,
  },
  async (actor, { id: archivedId }): Promise<Archived> => {
    const now = Date.now();
    const archived = await actor.store.agents.archive({ id: archivedId, now });
    if (!archived.ok) return archived;
    await actor.store.publishing.forgetUnused({ agent_id: archivedId, now });
    await actor.record("agent.archived", archivedId);
    return archived;
  },
);

type Rehearsed =
  | { ok: true; rehearsal: Rehearsal }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "too_often"; retryAfter: number };

/** Lets a draft answer what was said. Saves nothing and places no call. */
export const rehearseAgent = verb(
  { verb: "agents.rehearse", permission: "agents.write", section: "agents", input: rehearsalTurn },
  async (
    actor,
    turn,
    { db, rehearse }: Pick<Deps, "db"> & { readonly rehearse: Rehearse },
  ): Promise<Rehearsed> => {
    const spent = await spend(db, [limits.rehearsals(actor.organization.id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const answered = await answerTurn(actor, turn, rehearse);
    return answered === null ? { ok: false, reason: "not_found" } : { ok: true, rehearsal: answered };
  },
);
