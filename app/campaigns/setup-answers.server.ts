/** What the forms of a campaign's setup become: a draft that is kept after each step, and the way on. */
import { redirect } from "react-router";
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { type CampaignDraft, campaignDraft } from "./campaign.schema.ts";
import { saveCampaign } from "./campaign-verbs.server.ts";
import { readStep, typedIn } from "./setup-form.server.ts";
import { isSetUp, missingCampaign, problemsFor } from "./setup-page.server.ts";
import { isFormStep, neighborOf, stepsOnceStarted } from "./setup-steps.ts";
import type { Typed } from "./setup-values.ts";

type Said = {
  status: number;
  message: string | null;
  typed: Typed | null;
  errors: Readonly<Record<string, readonly string[]>>;
};

const refused = (typed: Typed, errors: Said["errors"], message: string | null = null): Said => ({
  status: 422,
  message,
  typed,
  errors,
});

const changedWords =
  "Someone changed this campaign in the meantime, so nothing was saved. Reload the page to see it as it is now.";

/** The draft with a step's part in it. Whose leads are called again stays, unless others are chosen. */
function changed(draft: CampaignDraft, patch: Partial<CampaignDraft>): CampaignDraft {
  const next = { ...draft, ...patch };
  const { lists, segments, tags, everyone } = next.audience;
  const hasOthers = everyone || lists.length + segments.length + tags.length > 0;
  return {
    ...next,
    audience: { ...next.audience, redial_of: hasOthers ? null : draft.audience.redial_of },
  };
}

/** Where a file is uploaded whose people the campaign calls. */
const fileFor = (id: string) => `/contacts/import?campaign=${id}`;

const todayOf = ({ organization }: Member): string => localDate(Date.now(), organization.timeZone);

/** POST /campaigns/new: the first step makes the draft. */
export async function answerNew(member: Member, posted: FormData): Promise<Said> {
  const typed = typedIn(posted);
  if (typed.texts.step !== "audience") throw faultResponse("bad_request");
  const read = readStep("audience", typed, todayOf(member));
  if (!read.ok) return refused(typed, read.errors);
  const saved = await saveCampaign(member, {
    id: null,
    draft: changed(campaignDraft.parse({ name: "New campaign" }), read.patch),
  });
  if (!saved.ok) throw faultResponse("bad_request");
  throw redirect(typed.texts.do === "upload" ? fileFor(saved.id) : `/campaigns/${saved.id}/setup?step=agent`);
}

/** POST /campaigns/:campaignId/setup: keeps a step, and leads on, back, or to the campaign that runs. */
export async function answerSetup(member: Member, id: string, posted: FormData): Promise<Said> {
  const typed = typedIn(posted);
  const { step = null, do: deed, version = null } = typed.texts;
  const campaign = await member.store.campaigns.find(id);
  if (!campaign) throw missingCampaign();
  if (!isFormStep(step)) throw faultResponse("bad_request");
  const runs = isSetUp(campaign);
  if (runs && !stepsOnceStarted(campaign.status).includes(step))
    return refused(typed, {}, "This can't be changed while the campaign runs, or once it's over.");
  const read = readStep(step, typed, todayOf(member));
  if (!read.ok) return refused(typed, read.errors);
  const draft = changed(campaign.draft, read.patch);
  const saved = await saveCampaign(member, { id, draft, version });
  if (!saved.ok && saved.reason === "changed") return { ...refused(typed, {}, changedWords), status: 409 };
  if (!saved.ok) return refused(typed, {}, "This campaign is over, so it can't be changed. Copy it instead.");
  if (deed === "upload" && step === "audience") throw redirect(fileFor(id));
  if (runs) throw redirect(`/campaigns/${id}?done=saved`);
  const towards = deed === "back" ? -1 : 1;
  if (towards === 1) {
    const problems = await problemsFor(member, { ...campaign, draft });
    const missing = problems.find((problem) => problem.step === step);
    if (missing) return refused(typed, {}, `${missing.words}.`);
  }
  const next = neighborOf(step, towards);
  throw redirect(next === null ? `/campaigns/${id}` : `/campaigns/${id}/setup?step=${next}`);
}
