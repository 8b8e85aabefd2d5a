/** Short pieces of the editor: the voice, the transfer's number, and what can be done with the agent as a whole. */
import { lazy, Suspense, useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldGroup, FormErrors } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type EditorProps, textOf } from "./editor-form.ts";

/** Fetched when it is opened: most who edit an agent hear no voice. */
const VoicePreview = lazy(() => import("#app/voices/voice-preview.tsx"));

export function VoiceChoice({ fields, voices }: EditorProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = textOf(fields.voice.value ?? fields.voice.initialValue);
  const name = voices.find(({ value }) => value === chosen)?.label;
  return (
    <>
      <SelectField of={fields.voice} label="Voice" labelHidden choices={voices} />
      <div className="scriptless:hidden">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Hear this voice
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <VoicePreview voice={chosen} name={name ?? chosen} />
        </Suspense>
      )}
    </>
  );
}

export function TransferNumber({ fields }: EditorProps) {
  const transfer = fields.transfer.getFieldset();
  return (
    <>
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
    </>
  );
}

export interface ThisAgentProps {
  /** The form that copies or archives the agent. */
  readonly otherForm: string;
  readonly name: string;
  /** Why it was not archived. */
  readonly refusal: string | null;
}

/** What can be done with the agent as a whole. */
export function ThisAgent({ otherForm, name, refusal }: ThisAgentProps) {
  return (
    <FieldGroup
      title="This agent"
      hint="Copies start without a number. Archived agents stop answering; their calls are kept."
    >
      <FormErrors errors={refusal === null ? undefined : [refusal]} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="export" reloadDocument>
          Export
        </ButtonLink>
        <Button type="submit" form={otherForm} name="do" value="duplicate">
          Make a copy
        </Button>
        <ConfirmDialog
          form={otherForm}
          name="do"
          value="archive"
          label="Archive"
          title={`Archive ${name}?`}
          sentence="It stops answering and leaves your list for good. Export it first if you may want it back. Past calls and bookings are kept."
          confirm={`Archive ${name}`}
        />
      </div>
    </FieldGroup>
  );
}
