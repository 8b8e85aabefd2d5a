/** /messages/new: a text to a person who has no thread yet, by number or contact. */
import { data, Link, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/new-text.route";
import { beginText, newTextPage } from "./new-text.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New text", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  newTextPage(permitted(context, "messages.write"), request);

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  const answer = await beginText(member, await readForm(request, context));
  return "thread_id" in answer ? redirect(`/messages/${answer.thread_id}`) : data(answer.said, answer.status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewTextPage({ loaderData, actionData }: Route.ComponentProps) {
  const { numbers, request } = loaderData;
  const notice = useFocusWhenRefused(actionData?.message ? actionData : null);
  const { typed, errors } = actionData ?? {};
  const people = actionData?.people ?? loaderData.people;
  return (
    <Page path={[{ label: "Text messages", to: "/messages" }, { label: "New text" }]} isNarrow>
      <PageHeader title="New text" sentence="You write, so the answers come to you and not to an agent." />
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      <Panel title="Text">
        {numbers.length === 0 ? (
          <>
            <p className="mb-3 text-ink-2">Texts are sent from one of your numbers. You have none yet.</p>
            <ButtonLink to="/numbers">Go to numbers</ButtonLink>
          </>
        ) : (
          <OrganizationForm className="grid gap-4">
            <input type="hidden" name="request" value={request} />
            {people.length > 0 ? (
              <>
                <SelectField of={{ name: "to" }} label="To" choices={people} />
                <p className="text-meta">
                  <Link to="/messages/new">Someone else</Link>
                </p>
              </>
            ) : (
              <TextField
                of={{ name: "to", initialValue: typed?.to ?? "", errors: errors?.to, required: true }}
                label="To"
                hint="A phone number, or the name of a contact."
                maxLength={100}
                autoComplete="off"
              />
            )}
            <SelectField
              of={{ name: "number_id", initialValue: typed?.number_id ?? "" }}
              label="From"
              none={numbers.length > 1 ? "The number this person knows, or your first" : undefined}
              choices={numbers}
            />
            <TextareaField
              of={{ name: "text", initialValue: typed?.text ?? "", errors: errors?.text, required: true }}
              label="Text"
              maxLength={1600}
              rows={3}
            />
            <div>
              <Button type="submit" variant="go">
                Send text
              </Button>
            </div>
          </OrganizationForm>
        )}
      </Panel>
    </Page>
  );
}
