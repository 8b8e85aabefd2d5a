/** /workflows/new: begins a workflow from a template, or from nothing. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import type { Route } from "./+types/workflow-new.route";
import { blankGraph, blanksOf, templates } from "./templates.ts";
import { saveWorkflow } from "./workflow-verbs.server.ts";
import { triggerLabel } from "./workflow-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New workflow", matches);

export const loader = ({ context }: Route.LoaderArgs) => {
  permitted(context, "workflows.manage");
  return {
    templates: templates.map(({ key, name, sentence, graph }) => ({
      key,
      name,
      sentence,
      trigger: triggerLabel(graph.trigger.kind),
      blanks: blanksOf(graph),
    })),
  };
};

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "workflows.manage");
  const key = (await readForm(request, context)).get("template");
  const template = templates.find((one) => one.key === key);
  if (!template && key !== "blank") throw faultResponse("bad_request");
  const { name, graph } = template ?? { name: "New workflow", graph: blankGraph };
  const saved = await saveWorkflow(member, { id: null, version: null, name, graph }, depsOf(context));
  if (saved.ok) return redirect(`/workflows/${saved.id}`);
  return data({ message: "There are as many workflows as there can be. Archive one first." }, 409);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewWorkflowPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page isNarrow path={[{ label: "Workflows", to: "/workflows" }, { label: "New workflow" }]}>
      <PageHeader
        title="How does it begin?"
        sentence="Everything can be changed afterwards. Nothing runs before you turn it on."
      />
      <Notice words={actionData?.message} isGood={false} />
      <OrganizationForm className="grid gap-4.5">
        <Panel title="Templates" flush>
          <Rows label="Templates">
            {loaderData.templates.map(({ key, name, sentence, trigger, blanks }) => (
              <Row
                key={key}
                title={name}
                note={trigger}
                action={
                  <Button type="submit" name="template" value={key} aria-label={`Use ${name}`}>
                    Use
                  </Button>
                }
              >
                {sentence}
                {blanks.length > 0 && ` You choose: ${blanks.join(", ")}.`}
              </Row>
            ))}
          </Rows>
        </Panel>
        <div>
          <Button type="submit" name="template" value="blank">
            Begin without a template
          </Button>
        </div>
      </OrganizationForm>
    </Page>
  );
}
