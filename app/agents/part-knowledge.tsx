/** The knowledge: what callers ask, and what the agent answers, word for word. */
import { ChevronRight } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { EditedList } from "#app/ui/edited-list.tsx";
import { RowButtons } from "#app/ui/list-buttons.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import {
  type AnswerField,
  type EditorFields,
  type EditorForm,
  type EditorProps,
  textOf,
} from "./editor-form.ts";

export function Answers({ form, fields, begun }: EditorProps) {
  const { knowledge } = fields;
  const press = form.insert.getButtonProps({ name: knowledge.name, defaultValue: { question: "" } });
  return (
    <EditedList label="Answers" of={knowledge} add={{ words: "Add an answer", press }}>
      {(answer, place, count) => (
        <AnswerRow
          key={answer.key}
          form={form}
          answer={answer}
          list={knowledge.name}
          place={place}
          count={count}
          begun={begun}
        />
      )}
    </EditedList>
  );
}

export const BusinessAddress = ({ fields, otherAddress }: EditorProps) => (
  <TextField
    of={fields.business_address}
    label={agentFields.business_address.label}
    hint={
      otherAddress === null
        ? "For example, 120 Main Street, Springfield."
        : `Leave blank to use ${otherAddress}.`
    }
    autoComplete="off"
  />
);

interface AnswerRowProps {
  readonly form: EditorForm;
  readonly answer: AnswerField;
  readonly list: EditorFields["knowledge"]["name"];
  readonly place: number;
  readonly count: number;
  readonly begun: string | null;
}

function AnswerRow({ form, answer, list, place, count, begun }: AnswerRowProps) {
  const own = answer.getFieldset();
  const [question, setQuestion] = useState(textOf(own.question.initialValue));
  const isBegun = begun !== null && textOf(own.id.initialValue) === begun;
  const isNew = isBegun || textOf(own.question.initialValue) === "";
  const row = useAnswerFocus(isBegun, own.answer.name);
  const follow = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === own.question.name) setQuestion(target.value);
  };
  const moveTo = (to: number) => form.reorder.getButtonProps({ name: list, from: place, to });
  return (
    <li ref={row} onInput={follow}>
      <details open={isNew || !answer.valid} className="group/row">
        <summary className="flex min-h-10.5 list-none items-center gap-2.5 px-3.5 py-2 hover:bg-sunken max-md:min-h-11">
          <ChevronRight className="text-ink-3 transition-transform group-open/row:rotate-90" />
          <span className="min-w-0 flex-1 truncate font-medium">{question || "New answer"}</span>
          {isBegun && <Tag tone="warn">Not saved yet</Tag>}
        </summary>
        <div className="grid gap-4 px-3.5 pt-2 pb-4">
          <input type="hidden" name={own.id.name} defaultValue={textOf(own.id.initialValue)} />
          <TextField
            of={own.question}
            label="What callers ask"
            hint="A question or a topic, like “Is there parking?”"
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
            label="Also called"
            hint="Separate with commas, like “garage, where to park”."
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

/** A person who comes with a callers' question wants to write its answer, so its field gets the focus, unless they are already typing. */
function useAnswerFocus(isBegun: boolean, name: string): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  const [first] = useState({ isBegun, name });
  useEffect(() => {
    if (!first.isBegun) return;
    // After the navigation's own focus on the page's heading.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.matches("input, textarea, select")) return;
      row.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [first]);
  return row;
}
