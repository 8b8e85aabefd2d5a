/** /white-label: how an organization looks to its visitors: names, colors, images, words, and what is hidden. */
import { type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/white-label.route";
import { BrandEditor } from "./brand-editor.tsx";
import { BrandHistory, ResetBrand } from "./brand-history.tsx";
import { answerWhiteLabel, whiteLabelPage } from "./white-label.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("White label", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => whiteLabelPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerWhiteLabel(context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

/** An upload changes nothing that this page loads; loading it again would hide that another person has saved meanwhile. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction?.startsWith("/white-label/images") ? false : defaultShouldRevalidate;

export const ErrorBoundary = PageError;

export default function WhiteLabelPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  // After a conflict the next try replaces what the other person saved.
  const version = actionData?.version ?? loaderData.version;
  const refusal = actionData === undefined ? loaderData.refused : (actionData?.refusal ?? null);
  const pending = navigation.formData?.get("intent") ?? null;
  return (
    <Page path={[{ label: "White label" }]}>
      <PageHeader
        title="White label"
        sentence={
          loaderData.agency === null
            ? "Your name, colors and text, on every page and email people see."
            : `Your name, colors and text. What you leave blank comes from ${loaderData.agency}.`
        }
        aside={<ButtonLink to="/white-label/legal">Legal pages</ButtonLink>}
      />
      <Said words={actionData === undefined ? loaderData.done : null} />
      <FormErrors errors={refusal === null ? undefined : [refusal]} />
      <BrandEditor
        {...loaderData}
        version={version}
        result={actionData?.result ?? null}
        isPending={pending === "save"}
        isBusy={navigation.state !== "idle"}
      />
      <BrandHistory history={loaderData.history} version={version} isPending={pending === "restore"} />
      <ResetBrand version={version} agency={loaderData.agency} isPending={pending === "reset"} />
    </Page>
  );
}
