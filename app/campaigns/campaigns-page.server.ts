/** What the list of campaigns shows. */
import { z } from "zod";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { costCurrency } from "#app/calls/call-cost.ts";
import type { Actor } from "#app/membership/actor.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { ago, count, counted, exactTime, money, percent } from "#app/platform/format.ts";
import { type CampaignRow, campaignStatuses } from "./campaign.schema.ts";
import type { CampaignListRow, Closed } from "./campaign-view.ts";
import { calledOf, sharesOf } from "./lead-sums.ts";

const query = z.object({
  status: z.enum(campaignStatuses).nullable().catch(null),
  cursor: z.uuid().nullable().catch(null),
});

/** Why the organization runs no campaign; null: it may. One that never subscribed has a trial, and a trial calls no lists. */
export const closedFor = ({ organization, may, isClient, hiddenSections }: Actor): Closed | null =>
  isUnpaid(organization.status)
    ? {
        offersPlan: !isClient && may("subscription.write") && !isHidden(hiddenSections, "subscription"),
      }
    : null;

const doneSentences = { removed: "Campaign deleted. Its calls stay in your call history." };

type Reading = { now: number; timeZone: string; locale: string };

function shownRow(
  { id, name, status, people, asked, answered, cost_micros, updated_at, draft }: CampaignRow,
  agents: ReadonlyMap<string, string>,
  reading: Reading,
): CampaignListRow {
  const { now, locale } = reading;
  const agent = agents.get(draft.agent_id);
  return {
    id,
    name,
    status,
    what: `${agent ?? "No agent yet"}${people.all > 0 ? ` · ${counted(people.all, "person", "people", locale)}` : ""}`,
    progress:
      people.all === 0
        ? null
        : { words: calledOf(people, count(people.all, locale), locale), ...sharesOf(people) },
    reached: percent(answered, asked, locale),
    cost: asked === 0 ? null : money(cost_micros, costCurrency, locale),
    when: ago(updated_at, now, reading),
    exactly: exactTime(updated_at, reading),
  };
}

function sentenceOf(rows: readonly CampaignRow[], locale: string): string {
  const running = rows.filter(({ status }) => status === "running").length;
  if (running === 0)
    return "Your agents call whole lists of people, within lawful hours. No campaign is running.";
  return `${counted(running, "campaign is", "campaigns are", locale)} running.`;
}

export async function campaignsPage(member: Member, request: Request) {
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const asked = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, names] = await Promise.all([
    store.campaigns.list({ status: asked.status, before: asked.cursor }),
    store.agents.names(),
  ]);
  const agents = new Map(names.map(({ id, name }) => [id, name]));
  const reading = { now: Date.now(), timeZone, locale };
  return {
    campaigns: page.rows.map((row) => shownRow(row, agents, reading)),
    sentence: sentenceOf(page.rows, locale),
    older: page.older,
    isFirst: asked.cursor === null,
    isEmpty: page.rows.length === 0 && asked.status === null && asked.cursor === null,
    canManage: may("campaigns.manage"),
    canExport: may("calls.read_persons"),
    closed: closedFor(member),
    done: doneWords(request.url, doneSentences),
  };
}
