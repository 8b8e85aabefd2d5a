/** What owners and admins do with the caps on all campaigns together: lower them. */
import { verb } from "#app/membership/verb.ts";
import { type OwnCaps, ownCaps, usualCaps } from "./campaign.schema.ts";

/** The caps that an organization can lower, as high as the platform allows each. */
export const mostCaps = ({ limits }: { limits: { calls_a_day: number; calls_a_minute: number } }) => ({
  per_day: limits.calls_a_day,
  per_minute: limits.calls_a_minute,
  number_in_14_days: usualCaps.number_in_14_days,
});

export type LimitedCampaigns =
  | { ok: true }
  /** `above`: those that are higher than the platform allows. */
  | { ok: false; reason: "too_high"; above: readonly (keyof OwnCaps)[] };

const names = ["per_day", "per_minute", "number_in_14_days"] as const;

/** Lowers the caps of all campaigns together; null gives back what the platform allows. */
export const limitCampaigns = verb(
  {
    verb: "campaigns.limit",
    permission: "organization.write",
    section: "settings",
    worksUnpaid: true,
    input: ownCaps,
  },
  async (actor, caps): Promise<LimitedCampaigns> => {
    const most = mostCaps(actor);
    const above = names.filter((name) => (caps[name] ?? 0) > most[name]);
    if (above.length > 0) return { ok: false, reason: "too_high", above };
    await actor.store.dialLimits.lower(caps, Date.now());
    await actor.record("campaign.limits_changed", actor.organization.id, caps);
    return { ok: true };
  },
);
