/** /campaigns/:campaignId/setup: the steps of a campaign, one form each, kept in its row; then a review with a dry run. */
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { useProgress } from "#app/shell/use-progress.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/campaign-setup.route";
import { ReviewPanels } from "./review-panels.tsx";
import { answerSetup } from "./setup-answers.server.ts";
import { StepForm } from "./setup-form.tsx";
import { setupPage } from "./setup-page.server.ts";
import { StepRow } from "./step-fields.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Set up ${loaderData.name}` : "Campaign", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  setupPage(permitted(context, "campaigns.manage"), request, params.campaignId);

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "campaigns.manage");
  const { status, ...said } = await answerSetup(member, params.campaignId, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, step, title, question, isDraft, missing, form, review } = loaderData;
  const notice = useFocusWhenRefused(actionData);
  useProgress(step === "audience" && form?.choices.files.some(({ isRunning }) => isRunning) === true);
  return (
    <Page
      isNarrow
      path={[
        { label: "Campaigns", to: "/campaigns" },
        { label: name, to: `/campaigns/${id}` },
        { label: isDraft ? title : `Change ${title.toLowerCase()}` },
      ]}
    >
      <PageHeader
        title={question}
        sentence={isDraft ? `Setting up ${name}` : `Counts for ${name} from the next call on.`}
      />
      {isDraft && <StepRow id={id} current={step} missing={missing} />}
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      {form && <StepForm key={step} id={id} title={title} isDraft={isDraft} form={form} said={actionData} />}
      {review && <ReviewPanels id={id} review={review} />}
    </Page>
  );
}
