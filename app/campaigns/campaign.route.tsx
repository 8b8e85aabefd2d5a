/** /campaigns/:campaignId: one campaign as it runs, with what can be done about it. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/campaign.route";
import { BlockedPanel } from "./blocked-panel.tsx";
import { CampaignActions } from "./campaign-actions.tsx";
import { changeCampaign } from "./campaign-answers.server.ts";
import { campaignPage } from "./campaign-page.server.ts";
import { StatusTag } from "./campaign-table.tsx";
import { useFreshCampaigns } from "./fresh-campaigns.tsx";
import { CalledNowPanel, ProgressPanel, SetupPanel } from "./progress-panels.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.name ?? "Campaign", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  campaignPage(permitted(context, "campaigns.read"), request, params.campaignId);
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "campaigns.manage");
  const { status, to, ...said } = await changeCampaign(
    member,
    params.campaignId,
    await readForm(request, context),
  );
  if (to !== null) return redirect(to);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, status, sentence, figures, deeds, done, blocked } = loaderData;
  useFreshCampaigns(status === "running" || loaderData.now.calls.length > 0);
  const notice = useFocusWhenLost(status);
  return (
    <Page path={[{ label: "Campaigns", to: "/campaigns" }, { label: name }]}>
      <PageHeader
        title={name}
        sentence={sentence}
        aside={<StatusTag status={status} />}
        action={deeds && <CampaignActions id={id} name={name} deeds={deeds} />}
      />
      <Said words={done} />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      {figures.length > 0 && <Figures label="Figures" items={figures} />}
      <Columns>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <CalledNowPanel {...loaderData.now} />
          <ProgressPanel {...loaderData.progress} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <SetupPanel id={id} facts={loaderData.facts} />
          {blocked.length > 0 && <BlockedPanel blocked={blocked} />}
        </div>
      </Columns>
    </Page>
  );
}
