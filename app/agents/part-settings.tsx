/** The short parts of the editor: name and voice, transfer, and rarely changed settings. */
import { Archive, Copy } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { ChoiceField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldGroup, FormErrors } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type PartProps, textOf } from "./editor-form.ts";
import { voiceChoices, voiceKey } from "./voices.ts";

/** The voices to choose from, and the current one when it is not among them. */
function choicesWith(set: string) {
  const known = voiceChoices.map(({ voice, name, character }) => ({
    value: voiceKey(voice),
    label: name,
    hint: character,
  }));
  const isKnown = set === "" || known.some(({ value }) => value === set);
  return isKnown ? known : [...known, { value: set, label: "Current voice", hint: set }];
}

export function VoicePart({ fields }: Pick<PartProps, "fields">) {
  return (
    <>
      <FieldGroup title="Name" hint="Visible to your team. Callers hear it if the greeting uses {agent}.">
        <TextField of={fields.name} label="Agent name" autoComplete="off" />
      </FieldGroup>
      <FieldGroup title="Voice" hint="All voices speak American English.">
        <ChoiceField
          of={fields.voice}
          label="Voice"
          labelHidden
          className="sm:[&>div]:grid-cols-2"
          choices={choicesWith(textOf(fields.voice.initialValue))}
        />
      </FieldGroup>
    </>
  );
}

export function TransferPart({ fields }: Pick<PartProps, "fields">) {
  const transfer = fields.transfer.getFieldset();
  return (
    <FieldGroup
      title="Transfer to a person"
      hint="Callers who ask for a person are transferred to this number. Without one, the agent offers a callback."
    >
      <TextField
        of={transfer.phone_number}
        type="tel"
        label="Phone number"
        hint="For example, +1 415 555 0100. Leave blank to turn transfers off."
        autoComplete="off"
      />
      <TextField
        of={transfer.name}
        label="Name or department"
        hint="The agent says it: “I'll put you through to the office.”"
        autoComplete="off"
      />
    </FieldGroup>
  );
}

export interface AdvancedPartProps extends Pick<PartProps, "fields"> {
  /** The form that copies or archives the agent. */
  readonly otherForm: string;
  readonly name: string;
  /** Why it was not archived. */
  readonly refusal: string | null;
  readonly canWrite: boolean;
}

export function AdvancedPart({ fields, otherForm, name, refusal, canWrite }: AdvancedPartProps) {
  return (
    <>
      <FieldGroup title="Limits" hint="The agent politely ends calls that reach this limit.">
        <TextField
          of={fields.max_call_minutes}
          type="number"
          min={1}
          max={120}
          label="Maximum call length (minutes)"
          className="max-w-60"
        />
      </FieldGroup>
      {canWrite && (
        <FieldGroup
          title="This agent"
          hint="Copies start without a number. Archived agents stop answering; their calls are kept."
        >
          <FormErrors errors={refusal === null ? undefined : [refusal]} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" form={otherForm} name="do" value="duplicate" icon={<Copy />}>
              Make a copy
            </Button>
            <ConfirmDialog
              form={otherForm}
              name="do"
              value="archive"
              label="Archive"
              icon={<Archive />}
              title={`Archive ${name}?`}
              sentence="It stops answering and leaves your list. Past calls and bookings are kept."
              confirm={`Archive ${name}`}
            />
          </div>
        </FieldGroup>
      )}
    </>
  );
}
