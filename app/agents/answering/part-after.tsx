/** What is found out from the words of each finished call: the agent's own fields beside summary, success and mood. */
import { SelectField } from "#app/ui/choice-field.tsx";
import { EditedList } from "#app/ui/edited-list.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { RowButtons } from "#app/ui/list-buttons.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import {
  type AnsweringFieldset,
  type AnsweringForm,
  type FindingField,
  textOf,
  typeChoices,
} from "./answering-terms.tsx";

interface AfterTheCallProps {
  readonly form: AnsweringForm;
  readonly fields: AnsweringFieldset;
}

export function AfterTheCall({ form, fields: { analysis } }: AfterTheCallProps) {
  const press = form.insert.getButtonProps({ name: analysis.name, defaultValue: { type: "yes_no" } });
  return (
    <FieldGroup
      title="After the call"
      hint="Found out from each finished call, beside its summary, success and mood. A language model reads the transcript. Without one, only what the agent asked under the same name is known."
    >
      <EditedList label="After the call" of={analysis} add={{ words: "Add a field", press }}>
        {(row, place, count) => (
          <Finding key={row.key} form={form} of={row} list={analysis.name} place={place} count={count} />
        )}
      </EditedList>
    </FieldGroup>
  );
}

interface FindingProps {
  readonly form: AnsweringForm;
  readonly of: FindingField;
  readonly list: AnsweringFieldset["analysis"]["name"];
  readonly place: number;
  readonly count: number;
}

function Finding({ form, of, list, place, count }: FindingProps) {
  const own = of.getFieldset();
  const moveTo = (to: number) => form.reorder.getButtonProps({ name: list, from: place, to });
  return (
    <li className="group/finding grid gap-4 px-3.5 py-4">
      <input type="hidden" name={own.id.name} defaultValue={textOf(own.id.initialValue)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField of={own.label} label="Name" placeholder="New customer" autoComplete="off" />
        <SelectField of={own.type} label="Type" choices={typeChoices} />
      </div>
      <TextareaField
        of={own.prompt}
        label="What to find out"
        hint="Like “Has the caller been here before?”"
        rows={2}
      />
      <TextField
        of={own.options}
        label="Answers to choose from"
        hint="Separate with commas."
        autoComplete="off"
        className="hidden group-has-[option[value=choice]:checked]/finding:grid"
      />
      <RowButtons
        what={`field ${place + 1}`}
        up={place > 0 ? moveTo(place - 1) : undefined}
        down={place < count - 1 ? moveTo(place + 1) : undefined}
        remove={form.remove.getButtonProps({ name: list, index: place })}
      />
    </li>
  );
}
