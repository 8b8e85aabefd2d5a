/** /call-history/:callId/share: links to a call for people without an account: made, shown once, revoked. */
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SelectField } from "#app/ui/choice-field.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/shares.route";
import { shareDays } from "./share-terms.schema.ts";
import { changeShares, sharesPage } from "./shares-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Share call", matches);

export const loader = ({ context, params }: Route.LoaderArgs) => sharesPage(context, params.callId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  changeShares(request, context, params.callId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const dayChoices = shareDays.map((value) => ({ value, label: value === "1" ? "1 day" : `${value} days` }));

export default function SharesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { callId, who, shares, canMake, canShowPersons } = loaderData;
  const notice = useFocusWhenLost(shares);
  const address = actionData?.address ?? null;
  return (
    <Page
      path={[
        { label: "Calls", to: "/call-history" },
        { label: who, to: `/call-history/${callId}` },
        { label: "Share" },
      ]}
    >
      <PageHeader
        title="Share this call"
        sentence="Everyone who has a link can read the call, without an account, until it expires."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <Panel title="Links">
          {shares.length === 0 ? (
            <p className="text-ink-2">No links yet.</p>
          ) : (
            <ul className="grid gap-4" aria-label="Links">
              {shares.map(({ id, made, by, until, showsPersons }) => (
                <li key={id} className="flex flex-wrap items-center gap-3">
                  <p className="min-w-0 flex-1 basis-60">
                    Can be opened until {until}
                    <span className="block text-ink-3 text-meta">
                      Made {made} by {by} ·{" "}
                      {showsPersons ? "shows names and numbers" : "without names and numbers"}
                    </span>
                  </p>
                  <OrganizationForm preventScrollReset>
                    <input type="hidden" name="id" value={id} />
                    <Button
                      type="submit"
                      name="do"
                      value="revoke"
                      variant="danger"
                      size="sm"
                      aria-label={`Revoke the link that expires ${until}`}
                    >
                      Revoke
                    </Button>
                  </OrganizationForm>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {canMake && (
          <Panel title="New link">
            <OrganizationForm preventScrollReset className="grid gap-4">
              {address !== null && (
                <div className="grid gap-2">
                  <label htmlFor="share-address" className="font-medium text-control">
                    Link
                  </label>
                  <input id="share-address" readOnly value={address} className="control" />
                  <p className="text-ink-3 text-meta">Copy it now: it isn't shown again.</p>
                  <CopyButton value={address} label="Copy link" variant="plain" />
                </div>
              )}
              <SelectField
                of={{ name: "days", initialValue: "7" }}
                label="Expires after"
                choices={dayChoices}
              />
              {canShowPersons && (
                <CheckboxField
                  of={{ name: "persons" }}
                  label="Show names and numbers"
                  hint="Otherwise names, numbers and addresses are removed from what people read."
                />
              )}
              <div>
                <Button type="submit" name="do" value="make" variant="go">
                  Create link
                </Button>
              </div>
            </OrganizationForm>
          </Panel>
        )}
      </Columns>
    </Page>
  );
}
