/** /error-logs: what went wrong in the organization, grouped, the last seen first. */
import { redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { errorsKept_days } from "#app/monitoring/error-kinds.ts";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { PlaceLinks } from "#app/ui/place-links.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/error-logs.route";
import { errorKey, errorsPage } from "./error-groups.server.ts";
import { ErrorList } from "./error-list.tsx";
import { errorQueryOf } from "./error-query.ts";
import { keepErrorDetails } from "./error-verbs.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Errors", matches);

const doneSentences = { details: "Saved. It applies to errors from now on." };

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = permitted(context, "errors.read");
  const { organization, may } = member;
  const scope = { db: depsOf(context).db, organizationId: organization.id };
  const query = { ...errorQueryOf(request.url), organization: null };
  return {
    ...(await errorsPage(scope, query, cursorOf(request.url, errorKey), organization)),
    query,
    canChoose: may("organization.write"),
    seesAll: member.isPlatformAdmin,
    done: doneWords(request.url, doneSentences),
  };
}

/** The page's one form: whether new errors are kept with their details. */
export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "organization.write");
  const form = await readForm(request, context);
  if (form.get("intent") !== "details") throw faultResponse("bad_request");
  await keepErrorDetails(member, { keeps_error_details: form.get("details") === "on" }, depsOf(context));
  return redirect("/error-logs?done=details");
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const places = [
  { to: "/error-logs", label: "This organization" },
  { to: "/admin/error-logs", label: "All organizations" },
];

export default function ErrorLogsPage({ loaderData }: Route.ComponentProps) {
  const { seesAll, done, canChoose, keepsDetails } = loaderData;
  return (
    <Page path={[{ label: "Errors" }]}>
      <PageHeader
        title="Errors"
        sentence={`What failed in your organization. Kept for ${errorsKept_days} days, without email addresses, phone numbers and networks.`}
        aside={seesAll && <PlaceLinks label="Errors of" places={places} />}
      />
      <Said words={done} />
      <ErrorList {...loaderData} at="/error-logs" />
      {canChoose && (
        <Panel title="Error details">
          <OrganizationForm
            key={String(keepsDetails)}
            className="grid justify-items-start gap-4"
            preventScrollReset
          >
            <SwitchField
              of={{ name: "details", initialValue: keepsDetails }}
              label="Keep technical details of new errors"
              hint="Names of functions, line numbers and what the browser or job was doing. They help your developers find a fault. Personal data is removed."
            />
            <Button type="submit" name="intent" value="details">
              Save
            </Button>
          </OrganizationForm>
        </Panel>
      )}
    </Page>
  );
}
