/** /security: the account of the signed-in person, whichever organization is active. */

import { Form } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/security.route";
import { DeletePanel } from "./delete-panel.tsx";
import { EmailPanel } from "./email-panel.tsx";
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

const exportedEnoughWords = "You've reached the download limit for now. Please try again in an hour.";

export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { history, sessions, done, email, hasPassword } = loaderData;
  const reply: SecurityReply | undefined = actionData ?? undefined;
  const of = (intent: SecurityReply["intent"]) => (reply?.intent === intent ? reply : undefined);
  const canSetPassword = hasPassword || !loaderData.needsProof;
  return (
    <Page isNarrow path={[{ label: "Security" }]}>
      <PageHeader title="Security" sentence="How you sign in, your devices and recent activity." />
      <Said words={actionData === undefined ? done : null} />
      <SessionsPanel sessions={sessions} canEnd={!loaderData.needsProof} />
      <FactorsPanel {...loaderData} />
      {canSetPassword && (
        <PasswordPanel
          hasPassword={hasPassword}
          email={email}
          names={loaderData.passwordNames}
          result={of("password")?.result ?? null}
          key={done}
        />
      )}
      {loaderData.needsProof ? (
        <ConfirmItIsYou
          sentence={`This lets you sign out other devices, change ${hasPassword ? "your email address or Google account" : "how you sign in"}, download your data or delete your account.`}
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
            withClients={loaderData.withClients}
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

interface Event {
  readonly id: string;
  readonly words: string;
  readonly isWarning: boolean;
  readonly when: string;
  readonly exactly: string;
  readonly network: string | null;
}

interface EventsPanelProps {
  readonly events: readonly Event[];
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
}

function EventsPanel({ events, newer, older }: EventsPanelProps) {
  return (
    <Panel title="Recent activity" flush>
      {events.length === 0 ? (
        <p className="px-4.5 py-6 text-ink-2">Nothing yet. Sign-ins and account changes will appear here.</p>
      ) : (
        <Rows label="Recent activity">
          {events.map(({ id, words, isWarning, when, exactly, network }) => (
            <Row
              key={id}
              title={<span className={isWarning ? "text-bad" : undefined}>{words}</span>}
              aside={<span title={exactly}>{when}</span>}
              {...(network !== null && { note: network })}
            />
          ))}
        </Rows>
      )}
      <Pagination of="events" newer={newer} older={older} />
    </Panel>
  );
}

/** Sent as a document, because the answer is a file. */
function ExportPanel({ errors }: { readonly errors: readonly string[] | undefined }) {
  return (
    <Panel title="Your data">
      <Form method="post" action="/security/export" reloadDocument className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          Everything we keep about you, in one file: your account, memberships, sessions and activity. Calls
          and contacts belong to your organizations and aren't included.
        </p>
        <FormErrors errors={errors} />
        <div>
          <Button type="submit">Download your data</Button>
        </div>
      </Form>
    </Panel>
  );
}

interface FactorsPanelProps {
  readonly hasFactor: boolean;
  readonly passkeys: number;
  readonly hasPassword: boolean;
}

const passkeyWords = (passkeys: number): string =>
  passkeys === 0 ? "no passkeys" : passkeys === 1 ? "one passkey" : `${passkeys} passkeys`;

function FactorsPanel({ hasFactor, passkeys, hasPassword }: FactorsPanelProps) {
  return (
    <Panel
      title="Two-factor authentication and passkeys"
      aside={hasFactor ? <Tag tone="good">On</Tag> : <Tag tone="warn">Off</Tag>}
    >
      <div className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          {hasFactor
            ? `You need a code from your authenticator app to sign in. You have ${passkeyWords(passkeys)}.`
            : `Anyone with ${hasPassword ? "your password" : "access to your Google account"} can sign in. You have ${passkeyWords(passkeys)} and no authenticator app.`}
        </p>
        <div>
          <ButtonLink to="/mfa-setup">
            {hasFactor ? "Manage two-factor and passkeys" : "Set up two-factor or a passkey"}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
