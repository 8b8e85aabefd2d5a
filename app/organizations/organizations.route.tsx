/** /organizations: the signed-in person's organizations; switching to another, and creating one. */
import { useId, useState } from "react";
import { Form, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/organizations.route";
import { CreateOrganization } from "./create-organization.tsx";
import { answerOrganizations } from "./organizations-answers.server.ts";
import { ownOrganizations } from "./own-organizations.server.ts";

/** From this many on, searching by name is faster than scanning the list. */
const searchedFrom = 8;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Organizations", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => ownOrganizations(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerOrganizations(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function OrganizationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { organizations, deleted, activeId, canCreate, canLeave, isOnlyOwner } = loaderData;
  const [typed, type] = useState("");
  const leaving = useId();
  const reason = useId();
  const active = organizations.find(({ id }) => id === activeId)?.name ?? "this organization";
  const wanted = typed.trim().toLowerCase();
  const shown = organizations.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <Page path={[{ label: "Organizations" }]}>
      <PageHeader
        title="Organizations"
        sentence="The organizations you belong to. You work in one at a time."
      />
      <FormErrors errors={actionData && "errors" in actionData ? actionData.errors : undefined} />
      <Panel title="Your organizations" flush>
        {organizations.length >= searchedFrom && (
          <div className="border-b px-4.5 py-3 scriptless:hidden">
            <TextField
              of={{ name: "search" }}
              type="search"
              label="Find an organization"
              labelHidden
              placeholder="Find an organization"
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
          </div>
        )}
        <ul className="divide-y">
          {shown.map(({ id, name, role }) => (
            <Row
              key={id}
              title={name}
              note={`Your role: ${roleTitle(role)}`}
              action={id === activeId ? <Tag tone="good">Current</Tag> : <Switch id={id} name={name} />}
            />
          ))}
        </ul>
        {shown.length === 0 && <p className="px-4.5 py-6 text-ink-2">No matching organizations.</p>}
      </Panel>
      {deleted.length > 0 && (
        <Panel title="Deleted" flush>
          <ul className="divide-y">
            {deleted.map(({ id, name, until }) => (
              <Row
                key={id}
                title={name}
                note={`Can be restored until ${until}`}
                action={<Restore id={id} name={name} />}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Email notifications" id="notifications">
        <p className="text-ink-2">
          Choose which emails you get in{" "}
          <Link
            to="/profile#notifications"
            className="font-strong text-brand-text no-underline hover:underline"
          >
            your profile
          </Link>
          .
        </p>
      </Panel>
      {canCreate && (
        <CreateOrganization result={actionData && "result" in actionData ? actionData.result : null} />
      )}
      {canLeave && (
        <Panel title={`Leave ${active}`}>
          <OrganizationForm id={leaving} className="grid gap-4">
            <p className="text-ink-2">You'll lose access immediately. Anything you created stays.</p>
            {isOnlyOwner && (
              <p id={reason} className="text-ink-2">
                You're its only owner. Make someone else an owner first, under{" "}
                <Link to="/users" className="font-strong text-brand-text no-underline hover:underline">
                  Users
                </Link>
                .
              </p>
            )}
            <fieldset disabled={isOnlyOwner} aria-describedby={isOnlyOwner ? reason : undefined}>
              <ConfirmDialog
                form={leaving}
                name="intent"
                value="leave"
                label="Leave"
                title={`Leave ${active}?`}
                sentence="You'll need an invitation to come back."
                confirm="Leave"
              />
            </fieldset>
          </OrganizationForm>
        </Panel>
      )}
    </Page>
  );
}

/** A full page load: nothing of the previous organization stays on the screen. */
function Switch({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Form method="post" action="/organizations/switch" reloadDocument>
      <Button type="submit" name="to" value={id} size="sm" aria-label={`Switch to ${name}`}>
        Switch
      </Button>
    </Form>
  );
}

function Restore({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Form method="post" action="/organizations/restore" reloadDocument>
      <Button type="submit" name="organization" value={id} size="sm" aria-label={`Restore ${name}`}>
        Restore
      </Button>
    </Form>
  );
}
