/** /mfa-setup: the second factors of the signed-in person. */

import { Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/mfa-setup.route";
import { PasskeysPanel } from "./passkeys-panel.tsx";
import { CodesLeftPanel, NewCodesPanel } from "./recovery-panels.tsx";
import { answerSetup, setupPage } from "./setup-answers.server.ts";
import { ChangePanel, EnrolPanel, TurnOnPanel } from "./setup-panels.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Two-factor authentication", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => setupPage(request, context);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context);
  return form.get("intent") === "confirm"
    ? answerConfirmation(request, context, form)
    : answerSetup(request, context, form);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function MfaSetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { requiredBy, hasFactor } = loaderData;
  return (
    <Page isNarrow path={[{ label: "Two-factor authentication" }]}>
      <PageHeader
        title="Two-factor authentication"
        sentence={
          requiredBy !== null && !hasFactor ? (
            <>
              {`${requiredBy} requires two-factor authentication for every member. Set it up to continue.  `}
              <Link to="/organizations">Leave or switch organizations</Link>
            </>
          ) : (
            `A second step in addition to your ${loaderData.hasPassword ? "password" : "Google account"}.`
          )
        }
      />
      <Panels {...loaderData} reply={actionData} />
    </Page>
  );
}

type PanelsProps = Route.ComponentProps["loaderData"] & {
  readonly reply: Route.ComponentProps["actionData"];
};

function Panels({ reply, ...shown }: PanelsProps) {
  const { needsProof, hasFactor, hasPassword, email, enrolment, codesLeft, requiredBy } = shown;
  const result = (...of: string[]) => (reply && of.includes(reply.intent) ? reply.result : null);
  if (reply && "codes" in reply && reply.codes) return <NewCodesPanel codes={reply.codes} />;
  if (needsProof)
    return (
      <ConfirmItIsYou
        sentence="This lets you view or change your two-factor authentication."
        isCodeOnly={hasFactor}
        email={email}
        hasPassword={hasPassword}
        hasFactor={hasFactor}
        hasPasskey={shown.hasPasskey}
        result={result("confirm")}
      />
    );
  return (
    <>
      {enrolment && <EnrolPanel {...enrolment} result={result("verify")} />}
      {!enrolment && !hasFactor && <TurnOnPanel hasPassword={hasPassword} />}
      {!enrolment && hasFactor && (
        <ChangePanel
          hasPassword={hasPassword}
          email={email}
          requiredBy={requiredBy}
          result={result("turn-off", "replace")}
        />
      )}
      {hasFactor && <CodesLeftPanel left={codesLeft} />}
      <PasskeysPanel
        passkeys={shown.passkeys}
        host={shown.host}
        error={result("passkey-add", "passkey-rename")?.error?.[""]?.[0] ?? null}
      />
    </>
  );
}
