/** /contacts/imports/:importId: what a file's columns are, how far its import is, and what came of it. */
import { data, Link, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { campaignOfFile } from "#app/campaigns/campaign-list.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { useProgress } from "#app/shell/use-progress.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/import-file.route";
import { answerImport } from "./import-answers.server.ts";
import { importPage } from "./import-page.server.ts";
import { ImportSetup } from "./import-setup.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Import contacts", matches);

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const member = permitted(context, "contacts.manage");
  const [page, campaign] = await Promise.all([
    importPage(member, params.importId),
    campaignOfFile(member, request),
  ]);
  return { ...page, campaign };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readForm(request, context);
  const { status, to, ...said } = await answerImport(
    member,
    params.importId,
    form,
    depsOf(context),
    await campaignOfFile(member, request),
  );
  return to === null ? data(said, status) : redirect(to);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Shown = Route.ComponentProps["loaderData"];

const sentences: Readonly<Record<string, string>> = {
  uploading: "The file isn't whole yet. Upload it again.",
  mapping: "Check what the columns are, then start the import.",
  running: "You can leave this page: the import goes on.",
  done: "Every row was read.",
  canceled: "Stopped. What was imported until then stays, unless you undo it.",
  failed: "The import ended early. What was imported until then stays, unless you undo it.",
  undoing: "The import is being undone.",
  undone: "The import was undone.",
};

export default function ImportFilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, name, campaign } = loaderData;
  useProgress(state === "running" || state === "undoing");
  const notice = useFocusWhenLost(state);
  // What an earlier press did is no news once the import has moved on.
  const isOver = Boolean(actionData?.state && actionData.state !== state);
  const refused = actionData && !actionData.isGood ? actionData : null;
  return (
    <Page
      path={
        campaign
          ? [
              { label: "Campaigns", to: "/campaigns" },
              { label: campaign.name, to: campaign.back },
              { label: name },
            ]
          : [
              { label: "Contacts", to: "/contacts" },
              { label: "Import", to: "/contacts/import" },
              { label: name },
            ]
      }
      isNarrow
    >
      <PageHeader title={name} sentence={sentences[state]} />
      <Notice ref={notice} words={isOver ? null : actionData?.message} isGood={actionData?.isGood ?? true} />
      {state === "mapping" ? (
        <ImportSetup {...loaderData} typed={refused?.typed ?? {}} errors={refused?.errors ?? {}} />
      ) : (
        <Result {...loaderData} />
      )}
    </Page>
  );
}

function Result(props: Shown) {
  const {
    id,
    state,
    percent,
    rows,
    sum,
    withoutConsent,
    why,
    failed,
    failedWords,
    canUndo,
    listId,
    kind,
    campaign,
  } = props;
  const isRunning = state === "running";
  return (
    <Panel title={isRunning ? "Progress" : "Result"}>
      <div className="grid gap-4">
        {isRunning && (
          <p role="status" className="grid gap-1.5">
            <progress value={percent} max={100} aria-label="Import" className="w-full" />
            {`${percent} % of the file, ${rows} so far`}
          </p>
        )}
        <p className="text-ink-2">{state === "undone" ? sum : `${rows} read: ${sum}.`}</p>
        {withoutConsent !== null && state !== "undone" && <p className="text-ink-2">{withoutConsent}</p>}
        {why !== null && <p className="text-bad">{why}</p>}
        {failed > 0 && (
          <p>
            <ButtonLink to={`/contacts/imports/${id}/errors`} reloadDocument>
              {`Download ${failedWords} with errors`}
            </ButtonLink>
          </p>
        )}
        <OrganizationForm id="import" preventScrollReset className="flex flex-wrap gap-2">
          {(isRunning || state === "uploading") && (
            <Button type="submit" name="do" value="cancel">
              {isRunning ? "Stop import" : "Delete upload"}
            </Button>
          )}
          {canUndo && (
            <ConfirmDialog
              form="import"
              name="do"
              value="undo"
              label="Undo import"
              title="Undo this import?"
              sentence="Contacts that it made are deleted, and those that it changed are as before. Contacts that someone called or changed since stay."
              confirm="Undo import"
            />
          )}
        </OrganizationForm>
        {campaign && (
          <p>
            <Link to={campaign.back}>Back to the campaign</Link>
          </p>
        )}
        {!isRunning && state !== "undoing" && !campaign && (
          <p>
            <Link
              to={
                kind === "do_not_call"
                  ? "/contacts/do-not-call"
                  : listId === null
                    ? "/contacts"
                    : `/contacts?list=${listId}`
              }
            >
              {kind === "do_not_call" ? "To the do-not-call list" : "To the contacts"}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
