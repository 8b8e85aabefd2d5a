/** One field to collect: a line that opens into its label, type, wording and possible answers. */
import { ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { fieldTypes } from "./agent-terms.schema.ts";
import { fieldTypeWords } from "./agent-words.ts";
import { type EditorFields, type EditorForm, type QuestionField, textOf } from "./editor-form.ts";
import { AddRow, RemoveRow, RowButtons } from "./list-buttons.tsx";
import { ListNote } from "./list-note.tsx";

const typeChoices = fieldTypes.map((value) => ({ value, label: fieldTypeWords[value] }));

export interface QuestionRowProps {
  readonly form: EditorForm;
  readonly question: QuestionField;
  readonly list: EditorFields["fields"]["name"];
  readonly place: number;
  readonly count: number;
}

export function QuestionRow({ form, question, list, place, count }: QuestionRowProps) {
  const own = question.getFieldset();
  const [shown, setShown] = useState({
    label: textOf(own.label.initialValue),
    type: textOf(own.type.initialValue),
    isNeeded: own.required.initialValue === "on",
  });
  // The line shows the values of the fields below it, also while they are edited.
  const follow = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement && target.name === own.type.name)
      setShown({ ...shown, type: target.value });
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === own.label.name) setShown({ ...shown, label: target.value });
    if (target.name === own.required.name) setShown({ ...shown, isNeeded: target.checked });
  };
  const isNew = textOf(own.label.initialValue) === "";
  const what = `the question ${shown.label || "without a name"}`;
  const moveTo = (to: number) => form.reorder.getButtonProps({ name: list, from: place, to });
  return (
    <li onInput={follow}>
      <details open={isNew || !question.valid} className="group/row">
        <summary className="flex min-h-10.5 list-none items-center gap-2.5 px-3.5 py-2 hover:bg-sunken max-md:min-h-11">
          <ChevronRight className="text-ink-3 transition-transform group-open/row:rotate-90" />
          <span className="min-w-0 flex-1 truncate font-medium">{shown.label || "New question"}</span>
          <Tag>{typeChoices.find(({ value }) => value === shown.type)?.label ?? "Text"}</Tag>
          <span className="w-14 text-right text-ink-3 text-meta">
            {shown.isNeeded ? "Required" : "Optional"}
          </span>
        </summary>
        <div className="grid gap-4 px-3.5 pt-2 pb-4">
          <input type="hidden" name={own.id.name} defaultValue={textOf(own.id.initialValue)} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField of={own.label} label="What to find out" autoComplete="off" />
            <SelectField of={own.type} label="Answer type" choices={typeChoices} />
          </div>
          <TextField
            of={own.question}
            label="Exact wording (optional)"
            hint="Leave blank to let the agent phrase it."
            autoComplete="off"
          />
          <Answers form={form} of={own.options} />
          <SwitchField of={own.required} label="Required" />
          <RowButtons
            what={what}
            up={place > 0 ? moveTo(place - 1) : undefined}
            down={place < count - 1 ? moveTo(place + 1) : undefined}
            remove={form.remove.getButtonProps({ name: list, index: place })}
          />
        </div>
      </details>
    </li>
  );
}

type Options = ReturnType<QuestionField["getFieldset"]>["options"];

/** The possible answers, shown only for a choice. */
function Answers({ form, of }: { readonly form: EditorForm; readonly of: Options }) {
  const rows = of.getFieldList();
  return (
    <fieldset className="hidden gap-3 group-has-[option[value=choice]:checked]/row:grid">
      <legend className="mb-1.5 font-medium text-control">Answers to choose from</legend>
      {rows.map((row, place) => {
        const option = row.getFieldset();
        return (
          <div key={row.key} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <TextField of={option.name} label={`Answer ${place + 1}`} labelHidden placeholder="Answer" />
              <TextField
                of={option.synonyms}
                label={`Answer ${place + 1}, also called`}
                labelHidden
                placeholder="Also called, separated by commas"
              />
            </div>
            <RemoveRow
              press={form.remove.getButtonProps({ name: of.name, index: place })}
              what={`answer ${place + 1}`}
            />
          </div>
        );
      })}
      <ListNote of={of} />
      <AddRow isQuiet press={form.insert.getButtonProps({ name: of.name, defaultValue: { name: "" } })}>
        Add an answer
      </AddRow>
    </fieldset>
  );
}
