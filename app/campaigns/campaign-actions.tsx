// What can be done with a campaign as it stands: start, pause, resume, stop, call the rest again, copy, delete.
import { Copy, Pause, Play, RotateCcw } from "lucide-react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import type { CampaignDeeds } from "./campaign-view.ts";

export interface CampaignActionsProps {
  readonly id: string;
  readonly name: string;
  readonly deeds: CampaignDeeds;
}

const formId = "campaign-deeds";

export function CampaignActions({ id, name, deeds }: CampaignActionsProps) {
  return (
    <OrganizationForm id={formId} preventScrollReset className="flex flex-wrap gap-2">
      <Button type="submit" name="do" value="clone" icon={<Copy />}>
        Copy
      </Button>
      {deeds.remove && (
        <ConfirmDialog
          form={formId}
          name="do"
          value="remove"
          label="Delete"
          title={`Delete ${name}?`}
          sentence="The campaign and its results go. The calls stay in your call history."
          confirm="Delete campaign"
        />
      )}
      {deeds.redial && (
        <Button type="submit" name="do" value="redial" icon={<RotateCcw />}>
          Call the unreached again
        </Button>
      )}
      {deeds.stop && (
        <ConfirmDialog
          form={formId}
          name="do"
          value="stop"
          label="Stop"
          title={`Stop ${name} for good?`}
          sentence="No one else is called, and it can't be resumed. Running calls go on to their end."
          confirm="Stop campaign"
        />
      )}
      {deeds.pause && (
        <Button type="submit" name="do" value="pause" icon={<Pause />} variant="go">
          Pause
        </Button>
      )}
      {deeds.resume && (
        <Button type="submit" name="do" value="resume" icon={<Play />} variant="go">
          Resume
        </Button>
      )}
      {deeds.setUp && (
        <ButtonLink to={`/campaigns/${id}/setup`} variant="go">
          Continue setup
        </ButtonLink>
      )}
    </OrganizationForm>
  );
}
