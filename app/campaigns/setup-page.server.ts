/** What the pages of a campaign's setup show: a step with its choices, or the review with its dry run. */

import { costCurrency } from "#app/calls/call-cost.ts";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { campaignVoicemail } from "#app/calls/outbound/campaign-greeting.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { filesOfLists } from "#app/contacts/list-files.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { missing } from "#app/platform/errors.ts";
import { count, counted } from "#app/platform/format.ts";
import { type Campaign, campaignDraft } from "./campaign.schema.ts";
import { versionOf } from "./campaign-drafts.ts";
import type { SetupChoices, ShownForm } from "./campaign-view.ts";
import { numberCapWords, paceCapWords } from "./campaign-words.ts";
import { closedFor } from "./campaigns-page.server.ts";
import { standingFor } from "./dial-standing.ts";
import { reviewOf } from "./review.server.ts";
import { type FormStep, isFormStep, isStep, type Step, steps, stepsOnceStarted } from "./setup-steps.ts";
import { problemsOf, valuesOf } from "./setup-values.ts";
import { zoneChoices, zoneWords } from "./zone-choices.ts";

/** People are counted up to here in lists and tags. */
const mostCounted = 10_000;

export const missingCampaign = () => missing("campaign", { to: "/campaigns", label: "Campaigns" });

/** A campaign that is being set up still has every step; of one that runs, some can be changed. */
export const isSetUp = ({ status }: Pick<Campaign, "status">): boolean =>
  status !== "draft" && status !== "scheduled";

function peopleWords(people: number | null, locale: string): string | undefined {
  if (people === null) return undefined;
  if (people > mostCounted) return `More than ${count(mostCounted, locale)} people`;
  const words = counted(people, "person", "people", locale);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a draft's agent leaves on a voicemail, with what the law adds. */
async function voicemailWords(
  { store, organization }: Member,
  { agent_id, number_ids, call_back_number_id }: Campaign["draft"],
): Promise<string> {
  const [agent, telephony, numbers] = await Promise.all([
    agent_id === "" ? null : store.agents.find(agent_id),
    store.telephony.settings(),
    store.numbers.list(),
  ]);
  const own = agent?.spec.voicemail_message ?? telephony.voicemail_message;
  if (!agent || own === null)
    return "There is no message yet, so the agent hangs up. Write one in the agent's editor.";
  const callBack = numbers.find(({ id, status }) => id === call_back_number_id && status === "active");
  const number = (callBack ?? numbers.find(({ id }) => id === number_ids[0]))?.shown ?? "your number";
  const said = campaignVoicemail(own, agent.spec.languages[0], number)
    .replaceAll("{organization}", organization.name)
    .replaceAll("{agent}", agent.spec.name)
    .replaceAll(" {name}", "");
  return `It says: “${said}”`;
}

async function choicesOf(member: Member, draft: Campaign["draft"], id: string | null): Promise<SetupChoices> {
  const { store, organization } = member;
  const { locale, timeZone } = organization;
  const [audience, files, agents, numbers, voicemail, caps] = await Promise.all([
    store.audienceChoices.choices(draft.audience.lists),
    id === null ? [] : filesOfLists(member, draft.audience.lists, id),
    store.agents.names(),
    store.numbers.list(),
    voicemailWords(member, draft),
    store.dialLimits.capsOf(standingFor(member)),
  ]);
  const shown = (all: typeof audience.lists) =>
    all.map(({ id, name, people }) => ({ value: id, label: name, hint: peopleWords(people, locale) }));
  return {
    lists: shown(audience.lists),
    segments: shown(audience.segments),
    tags: shown(audience.tags),
    files,
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    numbers: numbers
      .filter(({ status }) => status === "active")
      .map(({ id, shown: number, label, place }) => ({
        value: id,
        label: number,
        hint: [label, place].filter(Boolean).join(" · ") || undefined,
      })),
    zones: zoneChoices(timeZone, draft.schedule.zone),
    outcomes: outcomes
      .filter((outcome) => outcome !== "missed" && outcome !== "no_outcome")
      .map((outcome) => ({ value: outcome, label: outcomeWords[outcome] })),
    currency: costCurrency,
    voicemail,
    caps: `${paceCapWords(caps, locale)} A day begins at midnight, ${zoneWords(timeZone)}. Owners and admins lower this in the settings; ask support if you need more.`,
    numberCaps: numberCapWords(caps, locale),
  };
}

async function formOf(
  member: Member,
  draft: Campaign["draft"],
  step: FormStep,
  version: string | null,
  id: string | null = null,
): Promise<ShownForm> {
  const choices = await choicesOf(member, draft, id);
  return { step, values: valuesOf(draft), choices, version };
}

/** A draft before its first step was kept. */
const unwritten = campaignDraft.parse({ name: "New campaign" });

/** /campaigns/new */
export async function newCampaignPage(member: Member) {
  const form = await formOf(member, { ...unwritten, name: "" }, "audience", null);
  return { form, closed: closedFor(member) };
}

/** What a draft misses, asked of what there is. */
export async function problemsFor({ store }: Member, { draft }: Campaign) {
  const [agents, numbers] = await Promise.all([store.agents.names(), store.numbers.list()]);
  return problemsOf(draft, {
    agents: agents.map(({ id }) => id),
    numbers: numbers.filter(({ status }) => status === "active").map(({ id }) => id),
  });
}

/** The step that an address asks for, if it can be had now. */
function stepIn(asked: string | null, campaign: Campaign, problems: readonly { step: Step }[]): Step {
  if (isSetUp(campaign))
    return stepsOnceStarted(campaign.status).find((step) => step === asked) ?? "audience";
  return isStep(asked) ? asked : (problems[0]?.step ?? "review");
}

/** /campaigns/:campaignId/setup */
export async function setupPage(member: Member, request: Request, id: string) {
  const campaign = await member.store.campaigns.find(id);
  if (!campaign) throw missingCampaign();
  const problems = await problemsFor(member, campaign);
  const step = stepIn(new URL(request.url).searchParams.get("step"), campaign, problems);
  const [form, review] = await Promise.all([
    isFormStep(step) ? formOf(member, campaign.draft, step, versionOf(campaign.draft), id) : null,
    step === "review" ? reviewOf(member, campaign, problems) : null,
  ]);
  const { title = "", question = "" } = steps.find((one) => one.step === step) ?? {};
  return {
    id,
    name: campaign.name,
    step,
    title,
    question,
    isDraft: !isSetUp(campaign),
    missing: problems.map((problem) => problem.step),
    form,
    review,
  };
}
