/** The actions: what the agent may do, and when it drops everything else. */
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { type EditorFields, type EditorForm, type PartProps, textOf } from "./editor-form.ts";
import { AddRow, RemoveRow } from "./list-buttons.tsx";
import { ListNote } from "./list-note.tsx";

export function ActionsPart({ form, fields }: PartProps) {
  const emergency = fields.emergency.getFieldset();
  return (
    <>
      <FieldGroup
        title="Booking"
        hint="Offers free times inside your opening hours, says the chosen one back, and books it only after a yes."
      >
        <Booking form={form} of={fields.book} />
      </FieldGroup>
      <FieldGroup title="Leads and messages" hint="What is kept when the call is done.">
        <SwitchField
          of={fields.save_lead}
          label="Save a lead"
          hint="Everything it found out, with the caller's number."
        />
        <SwitchField
          of={fields.take_message}
          label="Take a message"
          hint="In the caller's own words, when somebody asks for a person or nothing else helps."
        />
      </FieldGroup>
      <FieldGroup
        title="Emergencies"
        hint="As soon as a caller says one of these words, the agent says this and nothing else."
      >
        <div className="group/switch grid gap-4">
          <SwitchField of={emergency.on} label="Listen for emergency words" />
          <div className="hidden gap-4 group-has-[[role=switch]:checked]/switch:grid">
            <TextField
              of={emergency.words}
              label="Words that mean an emergency here"
              hint="With commas between them: “chest pain, gas leak”."
              autoComplete="off"
            />
            <TextareaField of={emergency.say} label="What the agent says then" rows={2} />
          </div>
        </div>
      </FieldGroup>
    </>
  );
}

const stepChoices = [
  { value: "5", label: "Every 5 minutes" },
  { value: "10", label: "Every 10 minutes" },
  { value: "15", label: "Every quarter of an hour" },
  { value: "20", label: "Every 20 minutes" },
  { value: "30", label: "Every half hour" },
  { value: "60", label: "Every hour" },
];

const usualNotices: readonly (readonly [minutes: string, words: string])[] = [
  ["0", "No notice needed"],
  ["30", "Half an hour ahead"],
  ["60", "An hour ahead"],
  ["120", "Two hours ahead"],
  ["240", "Four hours ahead"],
  ["720", "Twelve hours ahead"],
  ["1440", "A day ahead"],
  ["2880", "Two days ahead"],
  ["10080", "A week ahead"],
];

/** The usual choices, and the current one when it is not among them. */
function noticeChoices(set: string) {
  const usual = usualNotices.map(([value, label]) => ({ value, label }));
  const isUsual = set === "" || usual.some(({ value }) => value === set);
  return isUsual ? usual : [...usual, { value: set, label: `${set} minutes ahead` }];
}

function Booking({ form, of }: { readonly form: EditorForm; readonly of: EditorFields["book"] }) {
  const book = of.getFieldset();
  return (
    <div className="group/switch grid gap-4">
      <SwitchField of={book.on} label="Book appointments" />
      <div className="hidden gap-4 group-has-[[name='book.on']:checked]/switch:grid">
        <Kinds form={form} of={book.kinds} />
        <SwitchField of={book.ask_kind} label="Ask what it is for" hint="When the caller has not said." />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField of={book.step_minutes} label="Start times" choices={stepChoices} />
          <SelectField
            of={book.notice_minutes}
            label="Earliest"
            choices={noticeChoices(textOf(book.notice_minutes.initialValue))}
          />
          <TextField
            of={book.horizon_days}
            type="number"
            min={1}
            max={365}
            label="Days ahead"
            hint="How far in the future callers may book."
          />
        </div>
      </div>
    </div>
  );
}

type KindList = ReturnType<EditorFields["book"]["getFieldset"]>["kinds"];

function Kinds({ form, of }: { readonly form: EditorForm; readonly of: KindList }) {
  const rows = of.getFieldList();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-control">Kinds of appointment</legend>
      {rows.map((row, place) => {
        const kind = row.getFieldset();
        const named = `kind of appointment ${place + 1}`;
        return (
          <div key={row.key} className="grid gap-3 border-b pb-4">
            <div className="flex items-start gap-2">
              <TextField of={kind.name} label="Name" className="flex-1" autoComplete="off" />
              <TextField
                of={kind.duration_minutes}
                type="number"
                min={5}
                max={480}
                label="Minutes"
                className="w-24"
              />
              <div className="pt-6.5">
                <RemoveRow press={form.remove.getButtonProps({ name: of.name, index: place })} what={named} />
              </div>
            </div>
            <TextField
              of={kind.synonyms}
              label="Other words for it"
              hint="With commas between them."
              autoComplete="off"
            />
          </div>
        );
      })}
      <ListNote of={of} />
      <AddRow
        isQuiet
        press={form.insert.getButtonProps({ name: of.name, defaultValue: { duration_minutes: "30" } })}
      >
        Add a kind
      </AddRow>
    </fieldset>
  );
}
