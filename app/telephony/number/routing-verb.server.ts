/** Sets who takes a number's calls: its agents, who answers after hours, and where callers are put through to. */
import { z } from "zod";
import { callingHoursOf } from "#app/hours/calling-hours.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { type DialRefusal, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { numberRouting } from "#app/telephony/number-routing.schema.ts";
import { numberContextOf } from "#app/telephony/number-verbs.server.ts";
import { assignNumber } from "#app/telephony/numbers.server.ts";

export const numberRoutes = z.object({
  id: z.uuid(),
  /** What people call it; null: by its digits. */
  label: z.string().trim().min(1).max(60).nullable(),
  agent_id: z.uuid().nullable(),
  outbound_agent_id: z.uuid().nullable(),
  routing: numberRouting,
});

/** `number`: why the fallback number may not be dialled. */
type Routed =
  | { ok: true; phone_number: string }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "no_agent" }
  | { ok: false; reason: "own_number" }
  | { ok: false; reason: "number"; because: DialRefusal };

/** Keeps all of it, from the next call on. */
export const routeNumber = verb(
  { verb: "numbers.route", permission: "numbers.write", section: "numbers", input: numberRoutes },
  async (actor, { id, agent_id, ...change }, deps: Pick<Deps, "db" | "env">): Promise<Routed> => {
    const { store, organization } = actor;
    const { fallback_number } = change.routing;
    const reach = reachOf(organization.tier, organization.status);
    const because =
      fallback_number === null
        ? null
        : dialRefusal(fallback_number, { country: organization.country, reach });
    if (because !== null) return { ok: false, reason: "number", because };
    const routed = await store.numberRouting.changeRouting({ id, ...change, now: Date.now() });
    if (!routed.ok) return routed;
    const assigned = await assignNumber(numberContextOf(actor, deps), { id, agent_id });
    if (!assigned.ok) return assigned;
    // The week was not copied to the object before numbers went by it.
    await store.settings.applyHours(await callingHoursOf(deps.db, organization.id));
    const { phone_number } = routed;
    await actor.record("number.routed", id, { phone_number, agent_id });
    return { ok: true, phone_number };
  },
);
