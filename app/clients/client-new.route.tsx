/** /clients/new: a new client, from scratch or from a template. */
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, useNavigation } from "react-router";
import { tierWords } from "#app/billing/plan-words.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { tiersUpTo } from "#app/membership/plan-limits.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/client-new.route";
import { agency } from "./agency.server.ts";
import { clientsFullWords } from "./client-places.server.ts";
import { createClient } from "./create-client.server.ts";
import { statusChoices } from "./status-choices.ts";
import { templatesOf } from "./templates.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New client", matches);

export async function loader({ context }: Route.LoaderArgs) {
  const { organization } = agency(context, "clients.write");
  const templates = await templatesOf(depsOf(context).db, organization.id);
  return {
    templates: templates.map(({ id, name }) => ({ value: id, label: name })),
    tiers: tiersUpTo(organization.tier).map((tier) => ({ value: tier, label: tierWords(tier) })),
    status: organization.status === "pending" ? "pending" : "active",
  };
}

const refusals = {
  too_large: { field: "tier", words: "That plan is larger than your own.", status: 422 },
  unpaid: {
    field: "status",
    words: "You can activate clients once you have a subscription yourself.",
    status: 422,
  },
  unknown_template: {
    field: "template",
    words: "That template no longer exists. Choose another one.",
    status: 422,
  },
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const member = agency(context, "clients.write");
  const submission = parseWithZod(await readForm(request, context), { schema: createClient.input });
  if (submission.status !== "success") return data({ result: submission.reply() }, 422);
  const created = await createClient(member, submission.value, depsOf(context));
  if (created.ok) {
    const done = !created.invitation.ok ? "uninvited" : created.isCopied ? "created" : "uncopied";
    return redirect(`/clients/${created.id}?done=${done}`);
  }
  if (created.reason === "full")
    return data({ result: submission.reply({ formErrors: [clientsFullWords(member)] }) }, 409);
  const { field, words, status } = refusals[created.reason];
  return data({ result: submission.reply({ fieldErrors: { [field]: [words] } }) }, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Values = { name: string; owner: string; tier: string; status: string; template: string };

export default function NewClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { templates, tiers, status } = loaderData;
  const [form, fields] = useForm<Values>({
    id: "new-client",
    lastResult: actionData && "result" in actionData ? actionData.result : null,
    defaultValue: { tier: tiers[0]?.value ?? "", status, template: "" },
    constraint: { name: { required: true }, owner: { required: true } },
  });
  const isPending = useNavigation().formData !== undefined;
  return (
    <Page isNarrow path={[{ label: "Clients", to: "/clients" }, { label: "New client" }]}>
      <PageHeader
        title="New client"
        sentence="It gets its own people, agents and numbers, with your branding."
      />
      <Panel label="New client">
        <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-140 gap-4">
          <FormErrors errors={form.errors} />
          <TextField of={fields.name} label="Name" autoComplete="off" />
          <TextField
            of={fields.owner}
            label="Owner's email"
            type="email"
            hint="They'll get an invitation that expires in 7 days."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField of={fields.tier} label="Plan" choices={tiers} />
            <SelectField of={fields.status} label="Status" choices={statusChoices} />
          </div>
          <SelectField
            of={fields.template}
            label="Start with"
            none="An empty organization"
            choices={templates}
            hint={
              templates.length === 0
                ? "Save a template under Templates to copy agents, settings and colors."
                : undefined
            }
          />
          <div>
            <Button type="submit" variant="go" pending={isPending}>
              Create client
            </Button>
          </div>
        </OrganizationForm>
      </Panel>
    </Page>
  );
}
