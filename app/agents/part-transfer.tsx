/** The part of the editor that chooses from the organization's transfer targets. */
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import type { EditorProps } from "./editor-form.ts";

export function TransferPeople({ fields, people }: EditorProps) {
  const { name, initialValue, errors } = fields.transfer_targets;
  const chosen: unknown[] = Array.isArray(initialValue) ? initialValue : [];
  if (people.length === 0)
    return (
      <p className="text-ink-2">
        There's nobody to choose yet.{" "}
        <a href="/call-transfer" className="link">
          Add people under Call transfer
        </a>
      </p>
    );
  return (
    <div className="grid gap-3">
      {people.map((person, place) => (
        <CheckboxField
          key={person.id}
          of={{
            name: `${name}[${place}]`,
            initialValue: chosen.includes(person.id) ? person.id : "",
          }}
          value={person.id}
          label={person.name}
          hint={person.note || undefined}
        />
      ))}
      <FormErrors errors={errors} />
      <a href="/call-transfer" className="link justify-self-start text-control">
        Change who is there, and when
      </a>
    </div>
  );
}
