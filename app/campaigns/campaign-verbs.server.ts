/** What members do with campaigns. An organization that never subscribed runs none. */
import { z } from "zod";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { type Named, verb } from "#app/membership/verb.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import {
  type CampaignAuthor,
  type CampaignStatus,
  campaignDraft,
  type JoinAnswer,
} from "./campaign.schema.ts";
import { standingFor } from "./dial-standing.ts";

const about = { permission: "campaigns.manage" } as const;
const one = z.object({ id: z.uuid() });
const copied = one.extend({ name: z.string().trim().min(1).max(120) });

const author = (actor: Actor): CampaignAuthor => ({
  id: authorOf(actor),
  name: actor.by.name,
  time_zone: actor.organization.timeZone,
  locale: actor.organization.locale,
  now: Date.now(),
});

type Refused<R extends string> = { ok: false; reason: R };
export type SavedCampaign = { ok: true; id: string } | Refused<"not_found" | "over" | "changed">;

/** Writes a campaign down, or changes one. */
export const saveCampaign = verb(
  {
    ...about,
    verb: "campaigns.save",
    input: z.object({
      id: z.uuid().nullable(),
      draft: campaignDraft,
      /** Of the draft that was changed (`versionOf`); absent: whichever it is now. */
      version: z.string().max(100).nullish(),
    }),
  },
  async (actor, { id, draft, version }, { new_id }: Named = {}): Promise<SavedCampaign> => {
    const { campaigns } = actor.store;
    if (id === null) {
      const made = await campaigns.create(draft, author(actor), new_id);
      await actor.record("campaign.created", made);
      return { ok: true, id: made };
    }
    const answer = await campaigns.update(id, draft, author(actor), version ?? null);
    if (!answer.ok) return answer;
    await actor.record("campaign.changed", id);
    return { ok: true, id };
  },
);

export type StartedCampaign =
  | { ok: true; status: CampaignStatus }
  | Refused<
      | "pending"
      | "not_found"
      | "over"
      | "no_agent"
      | "no_number"
      | "no_audience"
      | "ended"
      | "too_many"
      | "budget"
      | "register_old"
    >;

const begin = async (actor: Actor, id: string, action: string): Promise<StartedCampaign> => {
  if (isUnpaid(actor.organization.status)) return { ok: false, reason: "pending" };
  const who = author(actor);
  const answer = await actor.store.campaigns.start(
    id,
    who,
    localDate(who.now, who.time_zone),
    standingFor(actor),
  );
  if (answer.ok) await actor.record(action, id);
  return answer;
};

/** Starts a campaign; one that begins on a later day waits for it. */
export const startCampaign = verb({ ...about, verb: "campaigns.start", input: one }, (actor, { id }) =>
  begin(actor, id, "campaign.started"),
);

/** Continues a campaign that is held or was stopped by carrier failures. */
export const resumeCampaign = verb({ ...about, verb: "campaigns.resume", input: one }, (actor, { id }) =>
  begin(actor, id, "campaign.resumed"),
);

type Done = { ok: true } | Refused<"not_found">;

/** Holds a campaign: calls that go on go on. */
export const pauseCampaign = verb(
  { ...about, verb: "campaigns.pause", worksUnpaid: true, input: one },
  async (actor, { id }): Promise<Done> => {
    if (!(await actor.store.campaigns.pause(id, Date.now()))) return { ok: false, reason: "not_found" };
    await actor.record("campaign.paused", id);
    return { ok: true };
  },
);

/** Ends a campaign for good. */
export const stopCampaign = verb(
  { ...about, verb: "campaigns.stop", worksUnpaid: true, input: one },
  async (actor, { id }): Promise<Done> => {
    if (!(await actor.store.campaigns.stop(id, Date.now()))) return { ok: false, reason: "not_found" };
    await actor.record("campaign.stopped", id);
    return { ok: true };
  },
);

/** Deletes a campaign that does not run; the evidence of its attempts stays. */
export const removeCampaign = verb(
  { ...about, verb: "campaigns.remove", worksUnpaid: true, input: one },
  async (actor, { id }): Promise<Done> => {
    const name = await actor.store.campaigns.remove(id);
    if (name === null) return { ok: false, reason: "not_found" };
    await actor.record("campaign.removed", id);
    return { ok: true };
  },
);

export type CopiedCampaign = { ok: true; id: string } | Refused<"not_found">;

/** A new draft that does the same. */
export const cloneCampaign = verb(
  { ...about, verb: "campaigns.clone", input: copied },
  async (actor, { id, name }): Promise<CopiedCampaign> => {
    const made = await actor.store.campaigns.clone(id, name, author(actor));
    if (made === null) return { ok: false, reason: "not_found" };
    await actor.record("campaign.created", made);
    return { ok: true, id: made };
  },
);

/** A new draft that calls those whom a campaign did not reach. */
export const redialCampaign = verb(
  { ...about, verb: "campaigns.redial", input: copied },
  async (actor, { id, name }): Promise<CopiedCampaign> => {
    const made = await actor.store.campaigns.clone(id, name, author(actor), true);
    if (made === null) return { ok: false, reason: "not_found" };
    await actor.record("campaign.created", made);
    return { ok: true, id: made };
  },
);

/** Adds one contact to whom a campaign calls. */
export const joinCampaign = verb(
  { ...about, verb: "campaigns.join", input: z.object({ campaign_id: z.uuid(), contact_id: z.uuid() }) },
  async (actor, input): Promise<JoinAnswer> => {
    const answer = await actor.store.campaignJoins.join(input, authorOf(actor), Date.now());
    if (answer.ok && answer.changed)
      await actor.record("campaign.changed", input.campaign_id, { joined: input.contact_id });
    return answer;
  },
);
