/** What changes an organization's transfer targets. */
import { z } from "zod";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { type Dialling, type DialRefusal, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { targetFields } from "./target-form.server.ts";
import type { Written } from "./transfer.schema.ts";

const about = { permission: "agents.write", section: "agents" } as const;
const id = z.string().min(1).max(100);

/** Which numbers callers of an organization may be transferred to. */
export const transferDialling = ({ organization }: Pick<Actor, "organization">): Dialling => ({
  country: organization.country,
  reach: reachOf(organization.tier, organization.status),
});

type Changed = Written | { ok: false; reason: "not_dialled"; why: DialRefusal };

const refusedNumber = (actor: Actor, phone_number: string): Changed | null => {
  const why = dialRefusal(phone_number, transferDialling(actor));
  return why && { ok: false, reason: "not_dialled", why };
};

/** Adds a person, tried after the others. */
export const addTarget = verb(
  { ...about, verb: "transfers.add", input: targetFields },
  async (actor, fields): Promise<Changed> => {
    const refused = refusedNumber(actor, fields.phone_number);
    if (refused) return refused;
    const added = newId();
    const written = await actor.store.transfers.add(fields, {
      id: added,
      by: authorOf(actor),
      now: Date.now(),
    });
    if (written.ok) await actor.record("transfers.added", added);
    return written;
  },
);

export const changeTarget = verb(
  { ...about, verb: "transfers.change", input: targetFields.extend({ id }) },
  async (actor, { id: changed, ...fields }): Promise<Changed> => {
    const refused = refusedNumber(actor, fields.phone_number);
    if (refused) return refused;
    const written = await actor.store.transfers.change(fields, { id: changed, now: Date.now() });
    if (written.ok) await actor.record("transfers.changed", changed);
    return written;
  },
);

/** Pauses a person at once, also for transfers that are under way; or lets calls through again. */
export const pauseTarget = verb(
  { ...about, verb: "transfers.pause", worksUnpaid: true, input: z.object({ id, paused: z.boolean() }) },
  async (actor, { id: paused, paused: isPaused }): Promise<Written> => {
    const written = await actor.store.transfers.pause(paused, isPaused, Date.now());
    if (written.ok) await actor.record("transfers.paused", paused, { paused: isPaused });
    return written;
  },
);

export const moveTarget = verb(
  { ...about, verb: "transfers.move", input: z.object({ id, towards: z.enum(["up", "down"]) }) },
  async (actor, { id: moved, towards }): Promise<Written> => {
    const written = await actor.store.transfers.move(moved, towards, Date.now());
    if (written.ok) await actor.record("transfers.moved", moved);
    return written;
  },
);

export const removeTarget = verb(
  { ...about, verb: "transfers.remove", worksUnpaid: true, input: z.object({ id }) },
  async (actor, { id: removed }): Promise<Written> => {
    const written = await actor.store.transfers.remove(removed);
    if (written.ok) await actor.record("transfers.removed", removed);
    return written;
  },
);
