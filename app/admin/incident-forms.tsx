/** The forms of /admin/incidents: a new incident, and an update on one. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { impacts, impactWords, stateWords, type UpdateState, updateStates } from "#app/status/incidents.ts";
import { serviceIds, serviceNames } from "#app/status/services.ts";
import type { ShownIncident } from "#app/status/status-words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { longestTitle, longestUpdate } from "./incident-lengths.ts";

const address = "/admin/incidents";
const states = updateStates.map((value) => ({ value, label: stateWords[value] }));
const severities = impacts.map((value) => ({ value, label: impactWords[value] }));

type Result = SubmissionResult<string[]> | null;

const usePending = (intent: string, incident: string | null): boolean => {
  const sent = useNavigation().formData;
  return sent?.get("intent") === intent && (sent.get("incident") ?? null) === incident;
};

type NewFields = { title: string; impact: string; components: string[]; state: string; body: string };

export function NewIncident({ id, result }: { readonly id: string; readonly result: Result }) {
  const [form, fields] = useForm<NewFields>({
    id: "new-incident",
    lastResult: result,
    defaultValue: { state: updateStates[0], impact: impacts[0] },
    constraint: {
      title: { required: true, maxLength: longestTitle },
      body: { required: true, maxLength: longestUpdate },
    },
  });
  const chosen: unknown = fields.components.initialValue;
  return (
    <Panel title="New incident">
      <Form
        method="post"
        action={address}
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="grid max-w-140 gap-4"
      >
        <input type="hidden" name="id" value={id} />
        <FormErrors errors={form.errors} />
        <TextField of={fields.title} label="Title" />
        <SelectField of={fields.impact} label="Impact" choices={severities} />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium text-control">Services</legend>
          <FormErrors errors={fields.components.errors} />
          {serviceIds.map((service) => (
            <CheckboxField
              key={service}
              of={{
                name: "components",
                initialValue: Array.isArray(chosen) && chosen.includes(service),
              }}
              value={service}
              label={serviceNames[service].name}
            />
          ))}
        </fieldset>
        <SelectField of={fields.state} label="State" choices={states} />
        <TextareaField
          of={fields.body}
          label="Update"
          hint="What is affected, and what people can do meanwhile. Don't name the platform."
          rows={4}
        />
        <div>
          <Button type="submit" name="intent" value="open" variant="go" pending={usePending("open", null)}>
            Post incident
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

type Written = ShownIncident & { readonly state: UpdateState; readonly updateId: string };

export function WrittenIncident({
  incident,
  result,
}: {
  readonly incident: Written;
  readonly result: Result;
}) {
  const { id, title, services, when, isOver, impactWords: impact, updates, state, updateId } = incident;
  const [form, fields] = useForm<{ state: string; body: string }>({
    id: `update-${id}`,
    lastResult: result,
    defaultValue: { state },
    constraint: { body: { required: true, maxLength: longestUpdate } },
  });
  const isPosting = usePending("update", id);
  return (
    <Panel title={title} aside={<Tag tone={isOver ? "neutral" : "warn"}>{isOver ? "Resolved" : impact}</Tag>}>
      <div className="grid max-w-140 gap-4">
        <p className="text-ink-2 text-meta">
          {services}. {when}
        </p>
        <dl className="grid gap-2">
          {updates.map((update) => (
            <div key={update.id}>
              <dt className="font-strong">
                {update.stateWords} <span className="font-normal text-ink-3 text-meta">{update.when}</span>
              </dt>
              <dd className="whitespace-pre-line break-words text-ink-2">{update.body}</dd>
            </div>
          ))}
        </dl>
        <Form
          method="post"
          action={address}
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          className="grid gap-4"
        >
          <input type="hidden" name="incident" value={id} />
          <input type="hidden" name="id" value={updateId} />
          <FormErrors errors={form.errors} />
          <SelectField of={fields.state} label="State" choices={states} />
          <TextareaField of={fields.body} label="Update" rows={3} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value="update" variant="go" pending={isPosting}>
              Post update
            </Button>
            <ConfirmDialog
              form={form.id}
              name="intent"
              value="delete"
              label="Delete"
              aria-label={`Delete ${title}`}
              title={`Delete “${title}”?`}
              sentence="It disappears from every status page, with all its updates."
              confirm="Delete incident"
            />
          </div>
        </Form>
      </div>
    </Panel>
  );
}
