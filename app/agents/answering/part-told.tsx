/** What a language model is told: tasks, tone and rules, or a prompt of one's own; and its languages. */
import { ChoiceField, SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { AnsweringFieldset } from "./answering-terms.tsx";

const toneChoices = [
  { value: "warm", label: "Warm" },
  { value: "brief", label: "Brief" },
  { value: "formal", label: "Formal" },
];

const languageChoices = [
  { value: "en-US", label: "English" },
  { value: "en-US,es-US", label: "English first, also Spanish" },
  { value: "es-US,en-US", label: "Spanish first, also English" },
  { value: "es-US", label: "Spanish" },
];

interface ToldProps {
  readonly fields: AnsweringFieldset;
  readonly variables: readonly { readonly name: string; readonly label: string }[];
}

export function Told({ fields, variables }: ToldProps) {
  return (
    <>
      <FieldGroup
        title="What it is told"
        hint="For language models. Your questions, answers, hours and actions come from the editor and are added by themselves."
      >
        <TextareaField
          of={fields.tasks}
          label="Tasks"
          rows={2}
          hint="What it does for your callers besides what the editor says."
        />
        <ChoiceField of={fields.tone} label="Tone" look="segmented" choices={toneChoices} />
        <TextareaField
          of={fields.rules}
          label="Rules"
          rows={3}
          hint="What always holds, like “Never promise a price for repairs.”"
        />
        <TextareaField
          of={fields.prompt}
          label="Your own prompt (optional)"
          rows={4}
          hint="When it's filled in, it takes the place of the tone and the rules. Prices and other figures that callers may hear belong in the answers of the editor."
        />
        <details className="text-control">
          <summary className="text-ink-2">Variables for your prompt</summary>
          <dl className="mt-2 grid gap-1.5">
            {variables.map(({ name, label }) => (
              <div key={name} className="flex flex-wrap gap-x-3">
                <dt>
                  <code className="wrap-anywhere">{`{{${name}}}`}</code>
                </dt>
                <dd className="text-ink-3">{label}</dd>
              </div>
            ))}
          </dl>
        </details>
      </FieldGroup>
      <FieldGroup
        title="Languages"
        hint="The first one is the greeting's. The greeting's words are in the editor."
      >
        <SelectField
          of={fields.languages}
          label="Languages"
          choices={languageChoices}
          className="max-w-100"
        />
        <SwitchField
          of={fields.follows_language}
          label="Follow the caller's language"
          hint="Changes to the caller's language if it is one of these."
        />
      </FieldGroup>
    </>
  );
}
