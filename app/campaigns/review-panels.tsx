// The review of a campaign: what will happen when it starts, whom it will not call and why, and the start itself.
import { Play } from "lucide-react";
import { Link } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { ShareBars } from "#app/ui/share-bars.tsx";
import { BlockedPanel } from "./blocked-panel.tsx";
import type { Review } from "./campaign-view.ts";
import { ClosedPanel } from "./closed-panel.tsx";
import { SetupPanel } from "./progress-panels.tsx";

const startForm = "campaign-start";

export function ReviewPanels({ id, review }: { readonly id: string; readonly review: Review }) {
  const { problems, facts, dryRun, closed, startsLater } = review;
  return (
    <>
      {problems.length > 0 && (
        <Panel title="Still missing">
          <ul className="grid gap-2">
            {problems.map(({ step, words }) => (
              <li key={words}>
                <Link to={`/campaigns/${id}/setup?step=${step}`}>{words}</Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {dryRun && (
        <>
          <Figures label="Dry run" items={dryRun.figures} />
          <p className="text-ink-3 text-meta">{dryRun.note}</p>
          {dryRun.byDay.length > 0 && (
            <Panel title="First calls by day">
              <ShareBars label="First calls by day" bars={dryRun.byDay} />
              {dryRun.more !== null && <p className="mt-3 text-ink-3 text-meta">{dryRun.more}</p>}
            </Panel>
          )}
          <BlockedPanel blocked={dryRun.blocked} />
        </>
      )}
      <SetupPanel id={id} title="What you chose" facts={facts} />
      {closed && <ClosedPanel closed={closed} />}
      <div className="flex flex-wrap justify-between gap-2">
        <ButtonLink to={`/campaigns/${id}/setup?step=budget`}>Back to pace and budget</ButtonLink>
        {dryRun && problems.length === 0 && closed === null && (
          <OrganizationForm id={startForm} action={`/campaigns/${id}`}>
            <ConfirmDialog
              form={startForm}
              name="do"
              value="start"
              label={startsLater === null ? "Start campaign" : `Start on ${startsLater}`}
              icon={<Play />}
              variant="go"
              title={dryRun.question}
              sentence="You can pause or stop it at any time. Running calls then go on to their end."
              confirm={startsLater === null ? "Start campaign" : "Schedule it"}
              confirmVariant="go"
            />
          </OrganizationForm>
        )}
      </div>
    </>
  );
}
