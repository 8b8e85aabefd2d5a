/** /campaigns/new: the first step of a campaign; with it, the campaign is kept as a draft. */
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/campaign-new.route";
import { ClosedPanel } from "./closed-panel.tsx";
import { answerNew } from "./setup-answers.server.ts";
import { StepForm } from "./setup-form.tsx";
import { newCampaignPage } from "./setup-page.server.ts";
import { StepRow } from "./step-fields.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New campaign", matches);

export const loader = ({ context }: Route.LoaderArgs) =>
  newCampaignPage(permitted(context, "campaigns.manage"));

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "campaigns.manage");
  const { status, ...said } = await answerNew(member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewCampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { form, closed } = loaderData;
  const notice = useFocusWhenRefused(actionData);
  return (
    <Page isNarrow path={[{ label: "Campaigns", to: "/campaigns" }, { label: "New campaign" }]}>
      <PageHeader
        title="Who is called?"
        sentence="A draft is kept after each step. No one is called before you start it."
      />
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      {closed ? (
        <ClosedPanel closed={closed} />
      ) : (
        <>
          <StepRow id={null} current="audience" missing={[]} />
          <StepForm id={null} title="Audience" isDraft form={form} said={actionData} />
        </>
      )}
    </Page>
  );
}
