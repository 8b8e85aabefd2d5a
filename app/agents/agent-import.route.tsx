/** /agents/import: agents from a file that another organization exported. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/agent-import.route";
import { planFullWords } from "./agent-editing.server.ts";
import { setupRefusalWords } from "./setup-file.ts";
import { importAgents } from "./setup-verbs.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Import agents", matches);

export const loader = ({ context }: Route.LoaderArgs) => {
  permitted(context, "agents.write");
  return {};
};

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "agents.write");
  const chosen = (await readForm(request, context)).get("file");
  const text = chosen instanceof Blob ? await chosen.text() : "";
  const input = importAgents.input.safeParse({ setup: text });
  if (!input.success) return data({ errors: [setupRefusalWords.too_large] }, 422);
  if (text === "") return data({ errors: ["Choose a file."] }, 422);
  const imported = await importAgents(member, input.data);
  if (imported.ok) {
    const [only, ...others] = imported.ids;
    return redirect(others.length === 0 ? `/agents/${only}` : "/agents");
  }
  if (imported.reason === "plan_full") return data({ errors: [planFullWords(member)] }, 409);
  if (imported.reason === "empty") return data({ errors: ["There are no agents in that file."] }, 422);
  return data({ errors: [setupRefusalWords[imported.reason]] }, 422);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ImportAgentsPage({ actionData }: Route.ComponentProps) {
  return (
    <Page
      isNarrow
      path={[
        { label: "Agents", to: "/agents" },
        { label: "New agent", to: "/agents/new" },
        { label: "Import" },
      ]}
    >
      <PageHeader
        title="Import agents"
        sentence="From a file exported in this organization or another one."
      />
      <Panel title="Setup file">
        <OrganizationForm encType="multipart/form-data" className="grid max-w-100 gap-4">
          <Field
            of={{ name: "file", errors: actionData?.errors }}
            label="File"
            hint="Imported agents start without a phone number or a transfer number. One whose tools need an address stays a draft until you enter it."
          >
            {({ defaultValue: _, minLength: _least, maxLength: _most, ...control }) => (
              <input {...control} type="file" accept=".json,application/json" className="control py-1.5" />
            )}
          </Field>
          <div>
            <Button type="submit" variant="go">
              Import
            </Button>
          </div>
        </OrganizationForm>
      </Panel>
    </Page>
  );
}
