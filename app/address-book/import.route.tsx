/** /contacts/import: a file of contacts, or of numbers that are not called, uploaded; and the imports before. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { campaignOfFile } from "#app/campaigns/campaign-list.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readUpload } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/import.route";
import { answerUpload } from "./import-answers.server.ts";
import { importsPage } from "./import-page.server.ts";
import { UploadPanel } from "./upload-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Import contacts", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = permitted(context, "contacts.manage");
  const campaign = await campaignOfFile(member, request);
  return { imports: campaign ? [] : (await importsPage(member)).imports, campaign };
}

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "contacts.manage");
  const form = await readUpload(request, context);
  const { status, to, ...said } = await answerUpload(member, form, depsOf(context));
  return to === null ? data(said, status) : redirect(to + new URL(request.url).search);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const tones: Readonly<Record<string, "good" | "brand" | "bad" | "warn">> = {
  done: "good",
  running: "brand",
  failed: "bad",
  mapping: "warn",
};

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, campaign } = loaderData;
  return (
    <Page
      path={
        campaign
          ? [
              { label: "Campaigns", to: "/campaigns" },
              { label: campaign.name, to: campaign.back },
              { label: "Import" },
            ]
          : [{ label: "Contacts", to: "/contacts" }, { label: "Import" }]
      }
      isNarrow
    >
      <PageHeader
        title="Import contacts"
        sentence="From a CSV file. You see what its columns are before anything is imported, and you can undo it."
      />
      <UploadPanel refused={actionData?.message ?? null} isForCampaign={campaign !== null} />
      {imports.length > 0 && (
        <Panel title="Imports" flush>
          <Rows label="Imports">
            {imports.map(({ id, name, kind, state, words, sum, by, when }) => (
              <Row
                key={id}
                title={name}
                to={`/contacts/imports/${id}`}
                aside={
                  <Tag tone={tones[state]} live={state === "running"}>
                    {words}
                  </Tag>
                }
                note={<span className="wrap-anywhere">{`${by}, ${when}`}</span>}
              >
                {state !== "mapping" && (kind === "do_not_call" ? `Do-not-call list: ${sum}` : sum)}
              </Row>
            ))}
          </Rows>
        </Panel>
      )}
    </Page>
  );
}
