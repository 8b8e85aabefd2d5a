/** /clients/templates: an agency's setups for new clients. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useId } from "react";
import { data, redirect } from "react-router";
import { setupRefusalWords } from "#app/agents/setup-file.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { counted } from "#app/platform/format.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { first } from "#app/platform/keyset.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { useEmptied } from "#app/ui/emptied-form.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field, FieldGroup, FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/templates.route";
import { agency } from "./agency.server.ts";
import { ClientsPlaces } from "./billing/clients-places.tsx";
import { PriceFields } from "./billing/price-fields.tsx";
import { priceWords } from "./billing/price-view.ts";
import { clientsPage } from "./client-list.server.ts";
import {
  createTemplate,
  deleteTemplate,
  renameTemplate,
  templatesOf,
  typedTemplate,
} from "./templates.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Templates", matches);

const doneSentences = {
  created: "Template saved. Choose it when you add a client.",
  renamed: "Template renamed.",
  deleted: "Template deleted. Clients made from it stay as they are.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = agency(context, "clients.write");
  const { organization } = member;
  const db = depsOf(context).db;
  const [templates, { clients }] = await Promise.all([
    templatesOf(db, organization.id),
    clientsPage(db, member, { q: "", sort: "name" }, first, Date.now()),
  ]);
  return {
    currency: organization.currency,
    templates: templates.map(({ id, name, contents, price }) => ({
      id,
      name,
      contents: [
        counted(contents.agents ?? 0, "agent", "agents", organization.locale),
        ...(contents.prompts
          ? [
              counted(
                contents.prompts,
                "prompt of its own, copied word for word",
                "prompts of their own, copied word for word",
                organization.locale,
              ),
            ]
          : []),
        ...(contents.tools
          ? [
              counted(
                contents.tools,
                "tool without its address",
                "tools without addresses",
                organization.locale,
              ),
            ]
          : []),
        ...(contents.settings ? ["settings"] : []),
        ...(contents.branding ? ["look"] : []),
        ...(price === null ? [] : [priceWords(price, organization.locale)]),
      ].join(", "),
    })),
    sources: [
      { value: organization.id, label: `${organization.name} (your own)` },
      ...clients.map(({ id, name }) => ({ value: id, label: name })),
    ],
    done: doneWords(request.url, doneSentences),
  };
}

const refusalWords = {
  ...setupRefusalWords,
  unknown: "That organization isn't one of your clients. Choose another.",
  switched_off:
    "This client hasn't allowed support access, so it can't be copied. Ask an owner to turn it on under Settings.",
  too_many: "You've reached 100 templates. Delete one first.",
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const member = agency(context, "clients.write");
  const form = await readForm(request, context);
  const deps = depsOf(context);
  const done = (what: string) => redirect(`/clients/templates?done=${what}`);
  switch (form.get("intent")) {
    case "create": {
      const file = form.get("file");
      form.delete("file");
      if (file instanceof Blob && file.size > 0) {
        form.set("setup", await file.text());
        form.set("from", "");
      }
      const submission = parseWithZod(form, { schema: typedTemplate(member.organization.currency) });
      const hideFields = ["setup"];
      if (submission.status !== "success") return data({ result: submission.reply({ hideFields }) }, 422);
      const made = await createTemplate(member, submission.value, deps);
      if (made.ok) return done("created");
      const fieldErrors = { from: [refusalWords[made.reason]] };
      return data({ result: submission.reply({ fieldErrors, hideFields }) }, 422);
    }
    case "rename": {
      const said = renameTemplate.input.safeParse(Object.fromEntries(form));
      if (!said.success) return data({ errors: ["Enter a name of at most 60 characters."] }, 422);
      if (!(await renameTemplate(member, said.data, deps)).ok) throw faultResponse("not_found");
      return done("renamed");
    }
    case "delete": {
      const said = deleteTemplate.input.safeParse(Object.fromEntries(form));
      if (!said.success || !(await deleteTemplate(member, said.data, deps)).ok)
        throw faultResponse("not_found");
      return done("deleted");
    }
    default:
      throw faultResponse("bad_request");
  }
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];

export default function TemplatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { templates, sources, currency, done } = loaderData;
  const result = actionData && "result" in actionData ? actionData.result : null;
  return (
    <Page isNarrow path={[{ label: "Clients", to: "/clients" }, { label: "Templates" }]}>
      <PageHeader
        title="Templates"
        sentence="Agents, settings, colors and prices that new clients start with."
        aside={<ClientsPlaces />}
      />
      <Said words={actionData === undefined ? done : null} />
      <FormErrors errors={actionData && "errors" in actionData ? actionData.errors : undefined} />
      <Panel title="Your templates" flush>
        {templates.length === 0 ? (
          <EmptyState title="No templates yet">
            Save an organization's current setup and use it for new clients.
          </EmptyState>
        ) : (
          <Rows label="Templates">
            {templates.map((one) => (
              <Template key={one.id} {...one} />
            ))}
          </Rows>
        )}
      </Panel>
      <NewTemplate sources={sources} currency={currency} result={result} />
    </Page>
  );
}

function Template({ id, name, contents }: Loaded["templates"][number]) {
  const form = useId();
  return (
    <Row
      title={name}
      note={contents}
      action={
        <OrganizationForm id={form} className="flex flex-wrap items-center gap-2">
          <input type="hidden" name="template" value={id} />
          <TextField
            of={{ name: "name", initialValue: name }}
            label={`Name of ${name}`}
            labelHidden
            maxLength={60}
            className="w-44"
          />
          <Button type="submit" name="intent" value="rename" size="sm" aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <ConfirmDialog
            form={form}
            name="intent"
            value="delete"
            size="sm"
            label="Delete"
            title={`Delete ${name}?`}
            sentence="Clients made from it stay as they are."
            confirm="Delete template"
          />
        </OrganizationForm>
      }
    />
  );
}

type NewTemplateValues = {
  name: string;
  from: string;
  setup: string;
  fee_amount: string;
  included_minutes: string;
  minute_micros: string;
};

interface NewTemplateProps extends Pick<Loaded, "sources" | "currency"> {
  readonly result: SubmissionResult<string[]> | null;
}

function NewTemplate({ sources, currency, result }: NewTemplateProps) {
  const [form, fields] = useForm<NewTemplateValues>({
    id: "new-template",
    lastResult: result,
    defaultValue: { from: sources[0]?.value ?? "" },
    constraint: { name: { required: true } },
  });
  useEmptied(form.id, "created");
  return (
    <Panel title="New template">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        encType="multipart/form-data"
        className="grid max-w-140 gap-4"
      >
        <FormErrors errors={form.errors} />
        <TextField of={fields.name} label="Template name" autoComplete="off" />
        <SelectField
          of={fields.from}
          label="Copy from"
          hint="Phone numbers, people, calls and transfer numbers are left out."
          choices={sources}
        />
        <Field of={{ name: "file" }} label="Or a setup file" hint="A file exported from an agent.">
          {({ defaultValue: _, minLength: _least, maxLength: _most, ...control }) => (
            <input {...control} type="file" accept=".json,application/json" className="control py-1.5" />
          )}
        </Field>
        <FieldGroup title="Price" hint="Leave blank to charge new clients their plan's price.">
          <PriceFields fields={fields} currency={currency} />
        </FieldGroup>
        <div>
          <Button type="submit" name="intent" value="create" variant="go">
            Save template
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
