/** /profile: the signed-in person's name, and the emails that each of their organizations sends them. */
import { Form, useSubmit } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/profile.route";
import { OwnNotices } from "./own-notices.tsx";
import { answerProfile, profilePage } from "./profile.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Profile", matches);

export const loader = ({ request, context }: Route.LoaderArgs) => profilePage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerProfile(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, done, organizations, shown, notices } = loaderData;
  return (
    <Page isNarrow path={[{ label: "Profile" }]}>
      <PageHeader title="Profile" sentence="Your name, and the emails you get." />
      <Said words={actionData === undefined ? done : null} />
      <SettingsForm<{ name: string }>
        title="Your name"
        sentence="Your team sees it, and so do people you invite."
        section="name"
        save="Save name"
        id="own-name"
        scrollsUp
        values={{ name }}
        key={`name:${name}`}
        result={actionData && "named" in actionData ? actionData.named : null}
      >
        {(fields) => (
          <TextField
            of={fields.name}
            label="Name"
            autoComplete="name"
            hint="Optional. Without one, people see your email address."
          />
        )}
      </SettingsForm>
      <Panel title="Sign-in and security">
        <div className="grid gap-4">
          <p className="wrap-anywhere text-ink-2">
            You sign in as <span className="font-strong text-ink">{email}</span>. Change your address or
            password, or see your devices, under Security.
          </p>
          <div>
            <ButtonLink to="/security">Open Security</ButtonLink>
          </div>
        </div>
      </Panel>
      {shown && organizations.length > 1 && (
        <OrganizationChoice organizations={organizations} shown={shown.id} />
      )}
      {typeof notices === "object" && notices ? (
        <OwnNotices
          {...notices}
          key={notices.organization.id}
          result={actionData && "notices" in actionData ? actionData.notices : null}
        />
      ) : (
        shown &&
        notices && (
          <Panel title={`Email notifications from ${shown.name}`} id="notifications">
            <p className="text-ink-2">
              {notices === "role"
                ? "Your role doesn't include call emails."
                : `${shown.name} requires you to set up two-factor authentication first.`}
            </p>
          </Panel>
        )
      )}
    </Page>
  );
}

interface OrganizationChoiceProps {
  readonly organizations: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly shown: string;
}

/** Whose emails the page shows; without scripts a button opens the chosen one. */
function OrganizationChoice({ organizations, shown }: OrganizationChoiceProps) {
  const submit = useSubmit();
  return (
    <Form action="/profile" className="flex flex-wrap items-end gap-2">
      <SelectField
        of={{ name: "organization", initialValue: shown }}
        key={shown}
        label="Organization"
        choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { form } }) => form && submit(form, { preventScrollReset: true })}
        className="min-w-60 flex-1"
      />
      <Button type="submit" className="hidden scriptless:inline-flex">
        Show
      </Button>
    </Form>
  );
}
