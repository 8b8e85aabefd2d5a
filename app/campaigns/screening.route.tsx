/** /campaigns/screening: uploaded lists that the numbers of every campaign are screened against. */
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readUpload } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/screening.route";
import { answerScreening, screeningPage } from "./screening-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Screening lists", matches);

export const loader = ({ context }: Route.LoaderArgs) => screeningPage(permitted(context, "campaigns.read"));
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "campaigns.manage");
  const { status, ...said } = await answerScreening(member, await readUpload(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ScreeningPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, kinds, canManage } = loaderData;
  const notice = useFocusWhenLost(lists.length);
  const typed = actionData?.typed ?? { name: "", kind: "national" };
  const errors: Readonly<Record<string, readonly string[]>> = actionData?.errors ?? {};
  return (
    <Page path={[{ label: "Campaigns", to: "/campaigns" }, { label: "Screening lists" }]} isNarrow>
      <PageHeader
        title="Screening lists"
        sentence="Campaigns call no number on these lists. Your own do-not-call list counts anyway."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Panel label="Screening lists" flush>
        {lists.length === 0 ? (
          <EmptyState title="No lists yet">
            Upload, for example, your copy of the national do-not-call register. Renew it at least every 31
            days: campaigns don't call with an older one.
          </EmptyState>
        ) : (
          <Rows label="Screening lists">
            {lists.map(({ id, name, kind, isOld, numbers, by, when, exactly }) => (
              <Row
                key={id}
                title={name}
                aside={numbers}
                note={
                  <span title={exactly}>
                    Uploaded {when} by {by}
                  </span>
                }
                action={
                  canManage && (
                    <OrganizationForm id={`list-${id}`} preventScrollReset>
                      <input type="hidden" name="id" value={id} />
                      <ConfirmDialog
                        form={`list-${id}`}
                        name="do"
                        value="remove"
                        label="Delete"
                        aria-label={`Delete ${name}`}
                        size="sm"
                        title={`Delete ${name}?`}
                        sentence="Campaigns may then call its numbers, where nothing else stands against it."
                        confirm="Delete list"
                      />
                    </OrganizationForm>
                  )
                }
              >
                {kind}
                {isOld && <Tag tone="warn">Older than 31 days: campaigns wait for a new copy</Tag>}
              </Row>
            ))}
          </Rows>
        )}
      </Panel>
      {canManage && (
        <Panel title="Upload a list">
          <OrganizationForm key={lists.length} encType="multipart/form-data" className="grid gap-4">
            <TextField
              of={{ name: "name", initialValue: typed.name, errors: errors.name, required: true }}
              label="Name"
              maxLength={80}
              autoComplete="off"
            />
            <SelectField
              of={{ name: "kind", initialValue: typed.kind, errors: errors.kind }}
              label="What it is"
              choices={kinds}
            />
            <Field
              of={{ name: "file", errors: errors.file, required: true }}
              label="File"
              hint="Text or CSV, up to 20 MB and 1,000,000 numbers. Every phone number in a line counts, also one with its area code in a column of its own. A column may say mobile, landline, voip or toll_free."
            >
              {({ defaultValue: _, minLength: _least, maxLength: _most, ...control }) => (
                <input
                  {...control}
                  type="file"
                  accept=".csv,.txt,text/csv,text/plain"
                  className="control py-1.5"
                />
              )}
            </Field>
            <div>
              <Button type="submit" name="do" value="add" variant="go">
                Upload list
              </Button>
            </div>
          </OrganizationForm>
        </Panel>
      )}
    </Page>
  );
}
