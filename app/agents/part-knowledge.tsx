/** The knowledge: what callers ask, and what the agent answers, word for word. */
import { ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FieldGroup } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import {
  type AnswerField,
  type EditorFields,
  type EditorForm,
  type PartProps,
  textOf,
} from "./editor-form.ts";
import { AddRow, RowButtons } from "./list-buttons.tsx";
import { ListNote } from "./list-note.tsx";

export function KnowledgePart({ form, fields }: PartProps) {
  const answers = fields.knowledge.getFieldList();
  return (
    <FieldGroup
      title="What callers ask"
      hint="The agent answers these at any point of a call, in exactly these words, and then goes on where it was. Opening hours and address it knows already."
    >
      {answers.length > 0 && (
        <Panel label="Answers" flush>
          <ol className="divide-y">
            {answers.map((answer, place) => (
              <AnswerRow
                key={answer.key}
                form={form}
                answer={answer}
                list={fields.knowledge.name}
                place={place}
                count={answers.length}
              />
            ))}
          </ol>
        </Panel>
      )}
      <ListNote of={fields.knowledge} />
      <AddRow
        press={form.insert.getButtonProps({ name: fields.knowledge.name, defaultValue: { question: "" } })}
      >
        Add an answer
      </AddRow>
    </FieldGroup>
  );
}

interface AnswerRowProps {
  readonly form: EditorForm;
  readonly answer: AnswerField;
  readonly list: EditorFields["knowledge"]["name"];
  readonly place: number;
  readonly count: number;
}

function AnswerRow({ form, answer, list, place, count }: AnswerRowProps) {
  const own = answer.getFieldset();
  const [question, setQuestion] = useState(textOf(own.question.initialValue));
  const isNew = textOf(own.question.initialValue) === "";
  const follow = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === own.question.name) setQuestion(target.value);
  };
  const moveTo = (to: number) => form.reorder.getButtonProps({ name: list, from: place, to });
  return (
    <li onInput={follow}>
      <details open={isNew || !answer.valid} className="group/row">
        <summary className="flex min-h-10.5 list-none items-center gap-2.5 px-3.5 py-2 hover:bg-sunken max-md:min-h-11">
          <ChevronRight className="text-ink-3 transition-transform group-open/row:rotate-90" />
          <span className="min-w-0 flex-1 truncate font-medium">{question || "A new answer"}</span>
        </summary>
        <div className="grid gap-4 px-3.5 pt-2 pb-4">
          <input type="hidden" name={own.id.name} defaultValue={textOf(own.id.initialValue)} />
          <TextField
            of={own.question}
            label="What callers ask"
            hint="A question or a topic: “Is there parking?”"
            autoComplete="off"
          />
          <TextareaField
            of={own.answer}
            label="What the agent answers"
            hint="One or two short sentences."
            rows={2}
          />
          <TextField
            of={own.synonyms}
            label="Other words for it"
            hint="With commas between them: “garage, where to park”."
            autoComplete="off"
          />
          <RowButtons
            what={`the answer to ${question || "a new question"}`}
            up={place > 0 ? moveTo(place - 1) : undefined}
            down={place < count - 1 ? moveTo(place + 1) : undefined}
            remove={form.remove.getButtonProps({ name: list, index: place })}
          />
        </div>
      </details>
    </li>
  );
}
