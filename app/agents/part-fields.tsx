/** The fields of one part of the editor in their groups, as the table of fields lists them. */
import type { ComponentType } from "react";
import {
  agentFields,
  type EditorPart,
  type OwnPath,
  type SimpleName,
} from "#app/agents/fields/agent-fields.schema.ts";
import {
  type Field,
  type FieldTable,
  type PostedField,
  postedFields,
} from "#app/agents/fields/field-table.schema.ts";
import { SimpleField } from "#app/agents/fields/simple-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import type { EditorProps } from "./editor-form.ts";
import { Booking, EmergencyWords } from "./part-actions.tsx";
import { Greeting, Questions } from "./part-conversation.tsx";
import { DaysOff, Week } from "./part-hours.tsx";
import { Answers, BusinessAddress } from "./part-knowledge.tsx";
import { TransferNumber, VoiceChoice } from "./part-settings.tsx";
import { TransferPeople } from "./part-transfer.tsx";

type Look = ComponentType<EditorProps>;

/** The fields that are not one text, switch, number or choice, and those that show more than their label and hint. */
const looks: Readonly<Record<OwnPath | "greeting" | "business_address", Look>> = {
  greeting: Greeting,
  fields: Questions,
  knowledge: Answers,
  business_address: BusinessAddress,
  "actions.book": Booking,
  "actions.emergency": EmergencyWords,
  voice: VoiceChoice,
  "hours.weekly": Week,
  "hours.holidays": DaysOff,
  "actions.transfer": TransferNumber,
  transfer_targets: TransferPeople,
};

const hasLook = (path: string): path is keyof typeof looks => Object.hasOwn(looks, path);

function OneField({ posted: { path, name, field }, editor }: { posted: PostedField; editor: EditorProps }) {
  const Look = hasLook(path) ? looks[path] : null;
  if (Look) return <Look {...editor} />;
  return isSimple(name, field) ? <SimpleField of={editor.fields[name]} field={field} /> : null;
}

const isSimple = (_name: string, { control }: Field): _name is SimpleName =>
  control !== "own" && control !== "hidden" && control !== "kept";

export interface PartFieldsProps extends EditorProps {
  readonly part: EditorPart;
  readonly table?: FieldTable;
}

export function PartFields({ part, table = agentFields, ...editor }: PartFieldsProps) {
  const shown = postedFields(table);
  return part.groups.map(({ id, title, hint }) => {
    const fields = shown
      .filter(({ field }) => "place" in field && field.place === `${part.id}.${id}`)
      .map((posted) => <OneField key={posted.path} posted={posted} editor={editor} />);
    return title === null ? (
      fields
    ) : (
      <FieldGroup key={id} title={title} hint={hint}>
        {fields}
      </FieldGroup>
    );
  });
}
