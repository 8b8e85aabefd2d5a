/** /security: the account of the signed-in person, whichever organization is active. */

import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/security.route";
import { DeletePanel } from "./delete-panel.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { EventsPanel } from "./events-panel.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { FactorsPanel } from "./factors-panel.tsx";
import { GooglePanel } from "./google-panel.tsx";
import { PasswordPanel } from "./password-panel.tsx";
import { answerSecurity, type SecurityReply } from "./security-answers.server.ts";
import { securityPage } from "./security-page.server.ts";
import { SessionsPanel } from "./sessions-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Security", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => securityPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerSecurity(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const exportedEnoughWords =
  "You have downloaded your data often enough for now. Please try again in an hour.";

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { history, sessions, done, email, hasPassword } = loaderData;
  const reply: SecurityReply | undefined = actionData ?? undefined;
  const of = (intent: SecurityReply["intent"]) => (reply?.intent === intent ? reply : undefined);
  const canSetPassword = hasPassword || !loaderData.needsProof;
  return (
    <Page isNarrow path={[{ label: "Security" }]}>
      <PageHeader
        title="Security"
        sentence="Your own account: how you sign in, where you are signed in, and what happened."
      />
      <Said words={actionData === undefined ? done : null} />
      <SessionsPanel sessions={sessions} canEnd={!loaderData.needsProof} />
      <FactorsPanel {...loaderData} />
      {canSetPassword && (
        <PasswordPanel
          hasPassword={hasPassword}
          email={email}
          result={of("password")?.result ?? null}
          key={done}
        />
      )}
      {loaderData.needsProof ? (
        <ConfirmItIsYou
          sentence={`To sign out other devices, to change ${hasPassword ? "your email address or Google account" : "how you sign in"}, to download your data or to delete your account, confirm that it is you.`}
          email={email}
          hasPassword={hasPassword}
          hasFactor={loaderData.hasFactor}
          hasPasskey={loaderData.hasPasskey}
          result={of("confirm")?.result ?? null}
        />
      ) : (
        <>
          <EmailPanel
            email={email}
            change={loaderData.emailChange}
            result={of("email")?.result ?? null}
            key={loaderData.emailChange?.next}
          />
          <GooglePanel
            google={loaderData.google}
            canConnect={loaderData.canConnectGoogle}
            hasPassword={hasPassword}
            errors={of("google")?.errors}
          />
        </>
      )}
      <EventsPanel {...history} />
      {!loaderData.needsProof && (
        <>
          <ExportPanel errors={loaderData.hasExportedEnough ? [exportedEnoughWords] : undefined} />
          <DeletePanel
            email={email}
            toHandOver={loaderData.toHandOver}
            toDelete={loaderData.toDelete}
            toGiveUp={loaderData.toGiveUp}
            result={of("delete")?.result ?? null}
            key={done}
          />
        </>
      )}
    </Page>
  );
}
