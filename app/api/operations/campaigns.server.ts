/** Campaigns, for programs: written, started, held, ended, and how they go. */
import { z } from "zod";
import { changeContacts } from "#app/address-book/contact-verbs.server.ts";
import {
  instant,
  instantOf,
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
import { type Campaign, campaignDraft, campaignStatuses } from "#app/campaigns/campaign.schema.ts";
import { startRefusals } from "#app/campaigns/campaign-answers.server.ts";
import {
  pauseCampaign,
  removeCampaign,
  resumeCampaign,
  saveCampaign,
  startCampaign,
  stopCampaign,
} from "#app/campaigns/campaign-verbs.server.ts";

const about = { tag: "Campaigns", scope: "campaigns.read", section: "calls" } as const;
const changing = { ...about, scope: "campaigns.manage" } as const;
const one = z.strictObject({ campaign_id: z.uuid().describe("The id of the campaign") });
const status = z.enum(campaignStatuses);
const refusals = { 409: "The campaign isn't in a state for that; `code` and `detail` say why" };

const campaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  status,
  why: z.string().nullable().describe("Why it's in this state, by name"),
  asked: z.int().describe("Attempts"),
  answered: z.int(),
  cost_micros: z.int(),
  created_at: instant,
  updated_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
});

const campaignFile = campaignRow.extend({
  draft: campaignDraft,
  answer_rate: z.number().nullable(),
  next_at: instant.nullable().describe("When the next call is due"),
  people: z.array(z.object({ state: z.string(), result: z.string().nullable(), people: z.int() })),
});

const rowShown = (row: Campaign): z.output<typeof campaignRow> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  why: row.why,
  asked: row.asked,
  answered: row.answered,
  cost_micros: row.cost_micros,
  created_at: instantOf(row.created_at),
  updated_at: instantOf(row.updated_at),
  started_at: instantOrNull(row.started_at),
  ended_at: instantOrNull(row.ended_at),
});

/** What a program may say of a campaign: what its wizard asks, all of it strict. */
const draft = z.strictObject(campaignDraft.shape);

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
        draft: known.draft,
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
      const saved = await saveCampaign(actor, { id: null, draft: body }, { new_id: request_id });
      return saved.ok ? { id: saved.id } : notNow();
    },
  }),
  operation({
    ...changing,
    id: "campaigns.update",
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    summary: "Change a campaign",
    description: "Fields that you leave out stay. Of one that runs, some can't be changed and stay too.",
    params: one,
    query: nothing,
    body: z.strictObject(
      Object.fromEntries(
        Object.entries(campaignDraft.shape).map(([name, shape]) => [
          name,
          (shape instanceof z.ZodDefault ? shape.unwrap() : shape).optional(),
        ]),
      ),
    ),
    answer: z.object({ id: z.uuid() }),
    refusals,
    async run({ actor, path: { campaign_id }, body }) {
      const known = await actor.store.campaigns.find(campaign_id);
      if (!known) return notFound();
      const changed = campaignDraft.parse({ ...known.draft, ...body });
      const saved = await saveCampaign(actor, { id: campaign_id, draft: changed });
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
