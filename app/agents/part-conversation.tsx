/** The conversation: its beginning, the fields to collect, and unanswered questions. */
import { useState } from "react";
import { SelectField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import { type EditorFields, type PartProps, textOf } from "./editor-form.ts";
import { AddRow } from "./list-buttons.tsx";
import { ListNote } from "./list-note.tsx";
import { QuestionRow } from "./question-row.tsx";
import { secondsToSay } from "./speaking-time.ts";

/** How many seconds of greeting a caller accepts. */
const kindGreeting = 8;

const newQuestion = { label: "", type: "text", required: "on" } as const;

export function ConversationPart({ form, fields }: PartProps) {
  const questions = fields.fields.getFieldList();
  return (
    <>
      <FieldGroup
        title="Greeting"
        hint="The first thing a caller hears. Keep it under eight seconds. {organization} and {agent} are replaced with their names."
      >
        <Greeting key={fields.greeting.key} of={fields.greeting} />
      </FieldGroup>
      <FieldGroup
        title="What to find out"
        hint="Asked in this order, in the agent's own words, and skipped when the caller has already said."
      >
        {questions.length > 0 && (
          <Panel label="Questions" flush>
            <ol className="divide-y">
              {questions.map((question, place) => (
                <QuestionRow
                  key={question.key}
                  form={form}
                  question={question}
                  list={fields.fields.name}
                  place={place}
                  count={questions.length}
                />
              ))}
            </ol>
          </Panel>
        )}
        <ListNote of={fields.fields} />
        <AddRow press={form.insert.getButtonProps({ name: fields.fields.name, defaultValue: newQuestion })}>
          Add a question
        </AddRow>
      </FieldGroup>
      <FieldGroup title="When it doesn't know" hint="The agent never makes up an answer.">
        <SelectField
          of={fields.when_unknown}
          label="What to do"
          choices={[
            { value: "call_back", label: "Offer a callback and note the question" },
            { value: "transfer", label: "Transfer the caller to a person" },
          ]}
        />
      </FieldGroup>
    </>
  );
}

function Greeting({ of }: { readonly of: EditorFields["greeting"] }) {
  const [text, setText] = useState(textOf(of.initialValue));
  const seconds = secondsToSay(text);
  const long = seconds > kindGreeting ? ", long for a greeting" : "";
  return (
    <TextareaField
      of={of}
      label="What the agent says"
      onInput={(event) => setText(event.currentTarget.value)}
      hint={<span className="tabular-nums">{`${seconds.toFixed(1)} s when spoken${long}`}</span>}
    />
  );
}
