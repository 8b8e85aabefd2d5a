/** The conversation: its beginning, and the fields to collect. */
import { useState } from "react";
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { EditedList } from "#app/ui/edited-list.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import { type EditorFields, type EditorProps, textOf } from "./editor-form.ts";
import { QuestionRow } from "./question-row.tsx";
import { secondsToSay } from "./speaking-time.ts";

/** How many seconds of greeting a caller accepts. */
const kindGreeting = 8;

const newQuestion = { label: "", type: "text", required: "on" } as const;

export function Questions({ form, fields }: EditorProps) {
  const list = fields.fields;
  const press = form.insert.getButtonProps({ name: list.name, defaultValue: newQuestion });
  return (
    <EditedList label="Questions" of={list} add={{ words: "Add a question", press }}>
      {(question, place, count) => (
        <QuestionRow
          key={question.key}
          form={form}
          question={question}
          list={list.name}
          place={place}
          count={count}
        />
      )}
    </EditedList>
  );
}

export const Greeting = ({ fields }: EditorProps) => (
  <SpokenGreeting key={fields.greeting.key} of={fields.greeting} />
);

function SpokenGreeting({ of }: { readonly of: EditorFields["greeting"] }) {
  const [text, setText] = useState(textOf(of.initialValue));
  const seconds = secondsToSay(text);
  const long = seconds > kindGreeting ? ", long for a greeting" : "";
  return (
    <TextareaField
      of={of}
      label={agentFields.greeting.label}
      rows={agentFields.greeting.lines}
      onInput={(event) => setText(event.currentTarget.value)}
      hint={<span className="tabular-nums">{`${seconds.toFixed(1)} s when spoken${long}`}</span>}
    />
  );
}
