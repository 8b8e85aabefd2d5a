/** What the buttons of a campaign's page do, in words. */
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import {
  cloneCampaign,
  pauseCampaign,
  redialCampaign,
  removeCampaign,
  resumeCampaign,
  type StartedCampaign,
  startCampaign,
  stopCampaign,
} from "./campaign-verbs.server.ts";
import { missingCampaign } from "./setup-page.server.ts";

/** `to`: the page that follows; null: the same one, with what was said. */
type Changed = { status: number; to: string | null; isGood: boolean; message: string | null };

const said = (message: string): Changed => ({ status: 200, to: null, isGood: true, message });
const refused = (message: string, status = 409): Changed => ({ status, to: null, isGood: false, message });
const leads = (to: string): Changed => ({ status: 303, to, isGood: true, message: null });

export const startRefusals: Readonly<Record<Extract<StartedCampaign, { ok: false }>["reason"], string>> = {
  pending: "Campaigns open with a plan. Choose one under Plan and usage first.",
  not_found: "This campaign doesn't exist any more.",
  over: "This campaign runs already, or is over. It's shown as it is now.",
  no_agent: "Choose the agent that calls first.",
  no_number: "Choose at least one of your numbers to call from first.",
  too_many: "50 campaigns run already. Pause or stop one first.",
  no_audience: "No one is in the audience. Choose who is called first.",
  register_old:
    "A copy of the national do-not-call register is older than 31 days. Upload a new one and delete the old one under Screening lists first.",
  budget: "The budget isn't enough for another call. Raise it under Pace and budget first.",
  ended: "The campaign's last day is over. Choose another one first.",
};

const notNow = "This campaign isn't in a state for that any more. It's shown as it is now.";

/** A name for a copy, short enough to be one. */
const copyName = (name: string, words: string): string => `${name.slice(0, 60).trimEnd()} (${words})`;

/** @throws 404 when there is no such campaign; 400 for a form that is none of the page's */
export async function changeCampaign(member: Member, id: string, posted: FormData): Promise<Changed> {
  const campaign = await member.store.campaigns.find(id);
  if (!campaign) throw missingCampaign();
  const { name } = campaign;
  switch (posted.get("do")) {
    case "start": {
      const started = await startCampaign(member, { id });
      if (!started.ok) return refused(startRefusals[started.reason]);
      return leads(`/campaigns/${id}?done=${started.status === "scheduled" ? "scheduled" : "started"}`);
    }
    case "resume": {
      const resumed = await resumeCampaign(member, { id });
      return resumed.ok ? said("It goes on where it stood.") : refused(startRefusals[resumed.reason]);
    }
    case "pause": {
      const paused = await pauseCampaign(member, { id });
      return paused.ok ? said("Paused. Running calls go on to their end.") : refused(notNow);
    }
    case "stop": {
      const stopped = await stopCampaign(member, { id });
      return stopped.ok ? said("Stopped. No one else is called.") : refused(notNow);
    }
    case "remove": {
      const removed = await removeCampaign(member, { id });
      return removed.ok ? leads("/campaigns?done=removed") : refused("Stop the campaign first.");
    }
    case "clone": {
      const made = await cloneCampaign(member, { id, name: copyName(name, "copy") });
      return made.ok
        ? leads(`/campaigns/${made.id}/setup?step=review`)
        : refused(startRefusals.not_found, 404);
    }
    case "redial": {
      const made = await redialCampaign(member, { id, name: copyName(name, "again") });
      return made.ok
        ? leads(`/campaigns/${made.id}/setup?step=review`)
        : refused(startRefusals.not_found, 404);
    }
    default:
      throw faultResponse("bad_request");
  }
}
