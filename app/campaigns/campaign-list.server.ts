/** The campaign that a file of contacts is uploaded for: the list that its people join, and that the campaign then calls. */
import { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { saveCampaign } from "./campaign-verbs.server.ts";

export type CampaignOfFile = {
  readonly id: string;
  readonly name: string;
  /** Where its audience is chosen. */
  readonly back: string;
  /** The list that its last file went to, if it is still called. */
  readonly listId: string | null;
  /** A name that no list has, for the people of the file; empty when there is such a list. */
  readonly newList: string;
};

/** The campaign that an import's address names; null: none, or one that takes no people any more. */
export async function campaignOfFile(
  actor: Pick<Actor, "store" | "may">,
  request: Request,
): Promise<CampaignOfFile | null> {
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get("campaign"));
  if (!id.success || !actor.may("campaigns.manage")) return null;
  const [campaign, lists] = await Promise.all([
    actor.store.campaigns.find(id.data),
    actor.store.contactBook.lists(),
  ]);
  if (!campaign || campaign.status === "stopped" || campaign.status === "finished") return null;
  const { name, draft } = campaign;
  const isNamedFor = (list: string) =>
    list.toLowerCase().startsWith(name.toLowerCase()) && /^(?: \d+)?$/.test(list.slice(name.length));
  const own = lists.find((list) => draft.audience.lists.includes(list.id) && isNamedFor(list.name));
  return {
    id: id.data,
    name,
    back: `/campaigns/${id.data}/setup?step=audience`,
    listId: own?.id ?? null,
    newList: own
      ? ""
      : freeName(
          name,
          lists.map((list) => list.name),
        ),
  };
}

/** A name that is not taken: the people of a list that has it already were not meant. */
function freeName(name: string, taken: readonly string[]): string {
  const folded = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let at = 2; folded.has(free.toLowerCase()); at++) free = `${name.slice(0, 74)} ${at}`;
  return free;
}

/** Has a campaign call a list, too. @returns whether it does */
export async function callList(actor: Actor, id: string, list_id: string): Promise<boolean> {
  const campaign = await actor.store.campaigns.find(id);
  if (!campaign) return false;
  const { draft } = campaign;
  if (draft.audience.lists.includes(list_id)) return true;
  const audience = { ...draft.audience, lists: [...draft.audience.lists, list_id], redial_of: null };
  return (await saveCampaign(actor, { id, draft: { ...draft, audience } })).ok;
}
