/** /campaigns: every campaign with its state and progress, newest first; its state is its address. */
import { Plus } from "lucide-react";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import type { Route } from "./+types/campaigns.route";
import { CampaignTable } from "./campaign-table.tsx";
import type { CampaignListRow } from "./campaign-view.ts";
import { campaignsPage } from "./campaigns-page.server.ts";
import { ClosedPanel } from "./closed-panel.tsx";
import { useFreshCampaigns } from "./fresh-campaigns.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Campaigns", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  campaignsPage(permitted(context, "campaigns.read"), request);
export const clientLoader = rememberedLoader;

export const ErrorBoundary = PageError;

const shownChoices = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "paused", label: "Paused" },
  { value: "draft", label: "Drafts" },
  { value: "finished", label: "Finished" },
];

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  const { campaigns, sentence, canManage, canExport, closed, isEmpty, done, isFirst, older } = loaderData;
  useFreshCampaigns(campaigns.some(({ status }) => status === "running"));
  return (
    <Page path={[{ label: "Campaigns" }]}>
      <PageHeader
        title="Campaigns"
        sentence={sentence}
        aside={
          <>
            {!isEmpty && <SegmentedLinks label="Which" name="status" absent="all" choices={shownChoices} />}
            <ButtonLink to="/campaigns/screening">Screening lists</ButtonLink>
            {canExport && (
              <ButtonLink to="/campaigns/ledger.ndjson" reloadDocument download>
                Evidence
              </ButtonLink>
            )}
          </>
        }
        action={
          canManage &&
          !closed &&
          !isEmpty && (
            <ButtonLink to="/campaigns/new" variant="go" icon={<Plus />}>
              New campaign
            </ButtonLink>
          )
        }
      />
      <Said words={done} />
      {closed && <ClosedPanel closed={closed} />}
      {!(isEmpty && closed) && (
        <Panel label="Campaigns" flush>
          {campaigns.length > 0 ? (
            <CampaignTable campaigns={campaigns} />
          ) : isEmpty ? (
            <NoCampaigns canManage={canManage} />
          ) : (
            <EmptyState
              title="No such campaigns"
              action={<ButtonLink to="?">Show all campaigns</ButtonLink>}
            />
          )}
          <Pagination
            of="campaigns"
            words={{ newer: "Newest", older: "Older" }}
            {...(!isFirst && { newer: "" })}
            {...(older !== null && { older })}
          />
        </Panel>
      )}
    </Page>
  );
}

const NoCampaigns = ({ canManage }: { readonly canManage: boolean }) => (
  <EmptyState
    title="No campaigns yet"
    action={
      canManage && (
        <ButtonLink to="/campaigns/new" variant="go" icon={<Plus />}>
          New campaign
        </ButtonLink>
      )
    }
    sample={<CampaignTable campaigns={sample} />}
  >
    An agent calls everyone on a list, within lawful hours, and tells you what came of it. You see what will
    happen before anyone is called.
  </EmptyState>
);

const sample: readonly CampaignListRow[] = [
  {
    id: "sample-1",
    name: "Spring check-ups",
    what: "Front desk calls 1,204 people",
    status: "running",
    progress: { words: "486 of 1,204 called", share: 40, blocked: 6 },
    reached: "61%",
    cost: "$58.20",
    when: "2 min ago",
    exactly: "",
  },
  {
    id: "sample-2",
    name: "Missed appointments",
    what: "Booking desk calls 180 people",
    status: "finished",
    progress: { words: "171 of 180 called", share: 95, blocked: 5 },
    reached: "72%",
    cost: "$19.75",
    when: "yesterday",
    exactly: "",
  },
];
