// The fields of a campaign's first steps: who is called, by which agent, from which numbers.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, ChoiceField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { longestCampaignName } from "./campaign-terms.ts";
import { fieldOf, type StepFields, TickList } from "./step-fields.tsx";

const consentChoices = [
  {
    value: "required",
    label: "Only people whose written consent to calls by an AI voice is on file",
    hint: "The lawful choice for sales calls in the United States.",
  },
  {
    value: "relaxed",
    label: "Also people with another consent: customers, or people who asked",
    hint: "For service calls. In the United States a customer's consent counts for 18 months, and a question for 3.",
  },
];

export function AudienceFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  const hasAny = choices.lists.length + choices.segments.length + choices.tags.length > 0;
  return (
    <>
      <TextField
        of={{ ...of("name"), required: true }}
        label="Campaign name"
        hint="For your team. The people called don't hear it."
        maxLength={longestCampaignName}
        autoComplete="off"
      />
      <FieldGroup
        title="Who is called"
        hint="Everyone in any of these. People who join a list later are called too, while the campaign runs."
      >
        <CheckboxField
          of={{ name: "everyone", initialValue: values.texts.everyone === "on" }}
          label="All contacts"
        />
        {hasAny && (
          <>
            {choices.lists.length > 0 && (
              <TickList name="lists" label="Lists" choices={choices.lists} values={values} />
            )}
            {choices.segments.length > 0 && (
              <TickList name="segments" label="Segments" choices={choices.segments} values={values} />
            )}
            {choices.tags.length > 0 && (
              <TickList name="tags" label="Tags" choices={choices.tags} values={values} isInline />
            )}
          </>
        )}
        {choices.files.map(({ to, name, words }) => (
          <p key={to} className="wrap-anywhere text-control text-ink-2">
            <Link to={to}>{name}</Link>
            {`: ${words}`}
          </p>
        ))}
        <div className="grid justify-items-start gap-2">
          <Button type="submit" name="do" value="upload">
            Upload a CSV file
          </Button>
          <p className="text-ink-3 text-meta">
            Its people join a list of their own. What you chose here is kept.
          </p>
        </div>
      </FieldGroup>
      <FieldGroup title="Consent">
        <ChoiceField of={of("consent")} label="Consent" labelHidden choices={consentChoices} />
      </FieldGroup>
    </>
  );
}

export function AgentFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  if (choices.agents.length === 0)
    return (
      <Missing action={<ButtonLink to="/agents/new">New agent</ButtonLink>}>
        You have no published agent yet. Create one first; this campaign stays here as a draft.
      </Missing>
    );
  return (
    <ChoiceField of={of("agent_id")} label="The agent that calls" labelHidden choices={choices.agents} />
  );
}

const Missing = ({ action, children }: { readonly action: ReactNode; readonly children: ReactNode }) => (
  <div className="grid justify-items-start gap-3">
    <p className="text-control text-ink-2">{children}</p>
    {action}
  </div>
);

const rotationChoices = [
  { value: "round_robin", label: "In turn", hint: "Calls are spread evenly over the numbers." },
  {
    value: "local_presence",
    label: "The nearest number",
    hint: "The number with the same area code or country as the person called, else in turn.",
  },
  { value: "single", label: "The first number only", hint: "Everyone sees the same number." },
];

export function NumberFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  if (choices.numbers.length === 0)
    return (
      <Missing action={<ButtonLink to="/numbers">Go to numbers</ButtonLink>}>
        Calls are made from one of your numbers. You have none yet; this campaign stays here as a draft.
      </Missing>
    );
  return (
    <>
      <TickList name="number_ids" label="Caller numbers" choices={choices.numbers} values={values} />
      <ChoiceField of={of("rotation")} label="Which number calls whom" choices={rotationChoices} />
    </>
  );
}
