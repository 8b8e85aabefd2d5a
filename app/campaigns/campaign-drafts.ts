/** The draft of a campaign, of its text: read once for all of its lookups. */
import { type CampaignDraft, campaignDraft } from "./campaign.schema.ts";
import { hashOf } from "./ledger-chain.ts";

/** Drafts that were read before, by their texts. */
const drafts = new Map<string, CampaignDraft>();
const mostDrafts = 200;

/** @throws ZodError when the text is no draft */
export function draftOf(text: string): CampaignDraft {
  const known = drafts.get(text);
  if (known) return known;
  if (drafts.size >= mostDrafts) drafts.clear();
  const draft = campaignDraft.parse(JSON.parse(text));
  drafts.set(text, draft);
  return draft;
}

/** Another one for each other draft: a form that was opened with an older one is refused. */
export const versionOf = (draft: CampaignDraft): string => hashOf(JSON.stringify(draft)).slice(0, 16);
