/** Among the actions: booking, and when the agent drops everything else. */
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { AddRow, RemoveRow } from "#app/ui/list-buttons.tsx";
import { ListNote } from "#app/ui/list-note.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { type EditorFields, type EditorForm, type EditorProps, textOf } from "./editor-form.ts";

export function EmergencyWords({ fields }: EditorProps) {
  const emergency = fields.emergency.getFieldset();
  return (
    <div className="group/switch grid gap-4">
      <SwitchField of={emergency.on} label="Listen for emergency words" />
      <div className="hidden gap-4 group-has-[[role=switch]:checked]/switch:grid">
        <TextField
          of={emergency.words}
          label="Emergency words"
          hint="Separate with commas, like “chest pain, gas leak”."
          autoComplete="off"
        />
        <TextareaField of={emergency.say} label="Emergency message" rows={2} />
      </div>
    </div>
  );
}

const stepChoices = [
  { value: "5", label: "Every 5 minutes" },
  { value: "10", label: "Every 10 minutes" },
  { value: "15", label: "Every 15 minutes" },
  { value: "20", label: "Every 20 minutes" },
  { value: "30", label: "Every 30 minutes" },
  { value: "60", label: "Every hour" },
];

const usualNotices: readonly (readonly [minutes: string, words: string])[] = [
  ["0", "None"],
  ["30", "30 minutes"],
  ["60", "1 hour"],
  ["120", "2 hours"],
  ["240", "4 hours"],
  ["720", "12 hours"],
  ["1440", "1 day"],
  ["2880", "2 days"],
  ["10080", "1 week"],
];

/** The usual choices, and the current one when it is not among them. */
function noticeChoices(set: string) {
  const usual = usualNotices.map(([value, label]) => ({ value, label }));
  const isUsual = set === "" || usual.some(({ value }) => value === set);
  return isUsual ? usual : [...usual, { value: set, label: `${set} ${set === "1" ? "minute" : "minutes"}` }];
}

export function Booking({ form, fields }: EditorProps) {
  const book = fields.book.getFieldset();
  return (
    <div className="group/switch grid gap-4">
      <SwitchField of={book.on} label="Book appointments" />
      <div className="hidden gap-4 group-has-[[name='book.on']:checked]/switch:grid">
        <Kinds form={form} of={book.kinds} />
        <SwitchField
          of={book.ask_kind}
          label="Ask for the appointment type"
          hint="If the caller hasn't said."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField of={book.step_minutes} label="Start times" choices={stepChoices} />
          <SelectField
            of={book.notice_minutes}
            label="Minimum notice"
            choices={noticeChoices(textOf(book.notice_minutes.initialValue))}
          />
          <TextField
            of={book.horizon_days}
            type="number"
            min={1}
            max={365}
            label="Booking window (days)"
            hint="How far ahead callers can book."
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
      <legend className="mb-1.5 font-medium text-control">Appointment types</legend>
      {rows.map((row, place) => {
        const kind = row.getFieldset();
        const named = `appointment type ${place + 1}`;
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
              label="Also called"
              hint="Separate with commas."
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
        Add a type
      </AddRow>
    </fieldset>
  );
}
