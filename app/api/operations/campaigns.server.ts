/** Campaigns, for programs: written, started, held, ended, and how they go. */
import { z } from "zod";
import { changeContacts } from "#app/address-book/contact-verbs.server.ts";
import {
  instantOrNull,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { startRefusals } from "#app/campaigns/campaign-answers.server.ts";
import {
  pauseCampaign,
  removeCampaign,
  resumeCampaign,
  saveCampaign,
  startCampaign,
  stopCampaign,
} from "#app/campaigns/campaign-verbs.server.ts";
import {
  campaignFile,
  campaignRow,
  changed,
  changes,
  draft,
  draftShown,
  rowShown,
  status,
} from "./campaign-shapes.server.ts";

const about = { tag: "Campaigns", scope: "campaigns.read", section: "calls" } as const;
const changing = { ...about, scope: "campaigns.manage" } as const;
const one = z.strictObject({ campaign_id: z.uuid().describe("The id of the campaign") });
const refusals = { 409: "The campaign isn't in a state for that; `code` and `detail` say why" };

const notNow = (): Refusal =>
  new Refusal(409, "not_possible", "The campaign isn't in a state for that. Read it to see where it stands.");

export const campaignOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "campaigns.list",
    method: "GET",
    path: "/campaigns",
    summary: "List campaigns",
    description: "The newest first.",
    params: nothing,
    query: z.strictObject({ ...paging, status: status.optional() }),
    body: noBody,
    answer: pageOf(campaignRow),
    async run({ actor, query: { limit, cursor, status = null } }) {
      const place = placeOf("campaigns", cursor);
      if (place instanceof Refusal) return place;
      const { rows, older } = await actor.store.campaigns.list({ status, before: place }, limit);
      return page("campaigns", rows.map(rowShown), older);
    },
  }),
  operation({
    ...about,
    id: "campaigns.read",
    method: "GET",
    path: "/campaigns/{campaign_id}",
    summary: "Read a campaign and how it goes",
    params: one,
    query: nothing,
    body: noBody,
    answer: campaignFile,
    async run({ actor, now, path: { campaign_id } }) {
      const [known, progress] = await Promise.all([
        actor.store.campaigns.find(campaign_id),
        actor.store.campaignProgress.progress(campaign_id, now),
      ]);
      if (!known || !progress) return notFound();
      return {
        ...rowShown(known),
        draft: draftShown(known.draft),
        answer_rate: progress.answer_rate,
        next_at: instantOrNull(progress.next_at),
        people: progress.counts.map(({ state, result, leads }) => ({
          state,
          result: result || null,
          people: leads,
        })),
      };
    },
  }),
  operation({
    ...changing,
    id: "campaigns.create",
    method: "POST",
    path: "/campaigns",
    summary: "Write a campaign",
    description: "A draft: start it when it's complete.",
    status: 201,
    params: nothing,
    query: nothing,
    body: draft,
    answer: z.object({ id: z.uuid() }),
    async run({ actor, request_id, body }) {
      const made = changed(null, body);
      if (made instanceof Refusal) return made;
      const saved = await saveCampaign(actor, { id: null, draft: made }, { new_id: request_id });
      return saved.ok ? { id: saved.id } : notNow();
    },
  }),
  operation({
    ...changing,
    id: "campaigns.update",
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    summary: "Change a campaign",
    description:
      "Fields that you leave out stay, those of `audience` too. Of one that runs, some can't be changed and stay.",
    params: one,
    query: nothing,
    body: changes,
    answer: z.object({ id: z.uuid() }),
    refusals,
    async run({ actor, path: { campaign_id }, body }) {
      const known = await actor.store.campaigns.find(campaign_id);
      if (!known) return notFound();
      const whole = changed(known.draft, body);
      if (whole instanceof Refusal) return whole;
      const saved = await saveCampaign(actor, { id: campaign_id, draft: whole });
      if (saved.ok) return { id: saved.id };
      return saved.reason === "not_found" ? notFound() : notNow();
    },
  }),
  ...(
    [
      ["start", "Start a campaign", startCampaign],
      ["resume", "Continue a campaign", resumeCampaign],
    ] as const
  ).map(([name, summary, perform]) =>
    operation({
      ...changing,
      id: `campaigns.${name}`,
      method: "POST",
      path: `/campaigns/{campaign_id}/${name}`,
      summary,
      params: one,
      query: nothing,
      body: nothing,
      answer: z.object({ status }),
      refusals,
      async run({ actor, path: { campaign_id } }) {
        if (!(await actor.store.campaigns.find(campaign_id))) return notFound();
        const begun = await perform(actor, { id: campaign_id });
        return begun.ok
          ? { status: begun.status }
          : new Refusal(409, begun.reason, startRefusals[begun.reason]);
      },
    }),
  ),
  ...(
    [
      ["pause", "Hold a campaign", pauseCampaign],
      ["stop", "End a campaign for good", stopCampaign],
    ] as const
  ).map(([name, summary, perform]) =>
    operation({
      ...changing,
      id: `campaigns.${name}`,
      method: "POST",
      path: `/campaigns/{campaign_id}/${name}`,
      summary,
      description: "Calls that go on go on.",
      status: 204,
      params: one,
      query: nothing,
      body: nothing,
      answer: noAnswer,
      refusals,
      async run({ actor, path: { campaign_id } }) {
        if (!(await actor.store.campaigns.find(campaign_id))) return notFound();
        return (await perform(actor, { id: campaign_id })).ok ? null : notNow();
      },
    }),
  ),
  operation({
    ...changing,
    id: "campaigns.delete",
    method: "DELETE",
    path: "/campaigns/{campaign_id}",
    summary: "Delete a campaign that doesn't run",
    description: "The evidence of its attempts stays.",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    refusals,
    async run({ actor, path: { campaign_id } }) {
      if (!(await actor.store.campaigns.find(campaign_id))) return notFound();
      return (await removeCampaign(actor, { id: campaign_id })).ok ? null : notNow();
    },
  }),
  operation({
    ...changing,
    id: "campaigns.add_contacts",
    method: "POST",
    path: "/campaigns/{campaign_id}/contacts",
    summary: "Add contacts to a campaign",
    description: "They join the first list of its audience. A campaign without a list refuses them.",
    params: one,
    query: nothing,
    body: z.strictObject({ contact_ids: z.array(z.uuid()).min(1).max(500) }),
    answer: z.object({ list_id: z.string(), added: z.int() }),
    refusals: { 409: "Its audience has no list" },
    async run({ actor, path: { campaign_id }, body: { contact_ids } }) {
      const known = await actor.store.campaigns.find(campaign_id);
      if (!known) return notFound();
      const [list] = known.draft.audience.lists;
      const change = { do: "add_to_list", ids: contact_ids, list: list ?? "" } as const;
      const added = list === undefined ? null : await changeContacts(actor, change);
      if (list === undefined || !added?.ok)
        return new Refusal(
          409,
          "no_list",
          "Give the campaign's audience a list first, then add contacts to it.",
        );
      return { list_id: list, added: added.changed };
    },
  }),
];
