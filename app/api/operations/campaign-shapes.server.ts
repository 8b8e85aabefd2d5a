/** Campaigns as programs read and write them. */
import { z } from "zod";
import { amount, microsIn, money, moneyOf } from "#app/api/money.server.ts";
import { changesOf, instant, instantOf, instantOrNull } from "#app/api/operation.server.ts";
import { invalidFields, type Refusal } from "#app/api/problem.ts";
import { costCurrency } from "#app/calls/call-cost.ts";
import {
  type Campaign,
  type CampaignDraft,
  campaignAudience,
  campaignDraft,
  campaignStatuses,
} from "#app/campaigns/campaign.schema.ts";

export const status = z.enum(campaignStatuses);

export const campaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  status,
  why: z.string().nullable().describe("Why it's in this state, by name"),
  asked: z.int().describe("Attempts"),
  answered: z.int(),
  cost: money,
  created_at: instant,
  updated_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
});

const shape = campaignDraft.omit({ budget_micros: true }).extend({
  budget: amount.nullable().default(null).describe("It ends before it costs more; null: no limit"),
});

export const campaignFile = campaignRow.extend({
  draft: shape,
  answer_rate: z.number().nullable(),
  next_at: instant.nullable().describe("When the next call is due"),
  people: z.array(z.object({ state: z.string(), result: z.string().nullable(), people: z.int() })),
});

/** What a program may say of a new campaign: what its wizard asks. */
export const draft = z.strictObject(shape.shape);

/** Fields that are left out stay, and those of the audience too. */
export const changes = changesOf(shape).extend({
  audience: changesOf(campaignAudience).optional(),
  budget: amount.nullable().optional(),
});

export const rowShown = (row: Campaign): z.output<typeof campaignRow> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  why: row.why,
  asked: row.asked,
  answered: row.answered,
  cost: moneyOf(row.cost_micros, costCurrency),
  created_at: instantOf(row.created_at),
  updated_at: instantOf(row.updated_at),
  started_at: instantOrNull(row.started_at),
  ended_at: instantOrNull(row.ended_at),
});

export const draftShown = ({ budget_micros, ...rest }: CampaignDraft): z.output<typeof shape> => ({
  ...rest,
  budget: budget_micros === null ? null : moneyOf(budget_micros, costCurrency),
});

/** The campaign as it is kept, after a change; a refusal of a budget in another currency than that of costs. @param known null: a new one */
export function changed(
  known: CampaignDraft | null,
  { budget, audience, ...rest }: z.output<typeof changes>,
): CampaignDraft | Refusal {
  if (budget && budget.currency !== costCurrency)
    return invalidFields([{ path: "body.budget.currency", message: `Calls cost ${costCurrency}` }]);
  return campaignDraft.parse({
    ...known,
    ...rest,
    audience: { ...known?.audience, ...audience },
    ...(budget !== undefined && { budget_micros: budget && microsIn(budget) }),
  });
}
