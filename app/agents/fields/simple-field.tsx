/** A field of the editor that is one text, switch, number or choice, as the table of fields describes it. */
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import type { FieldProps } from "#app/ui/field.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { Field } from "./field-table.schema.ts";

export function SimpleField({ of, field }: Pick<FieldProps, "of"> & { readonly field: Field }) {
  switch (field.control) {
    case "text":
      return field.lines === undefined ? (
        <TextField of={of} label={field.label} hint={field.hint} autoComplete="off" />
      ) : (
        <TextareaField of={of} label={field.label} hint={field.hint} rows={field.lines} />
      );
    case "switch":
      return <SwitchField of={of} label={field.label} hint={field.hint} />;
    case "number":
      return (
        <TextField
          of={of}
          type="number"
          min={field.least}
          max={field.most}
          label={field.label}
          hint={field.hint}
          className="max-w-60"
        />
      );
    case "choice":
      return <SelectField of={of} label={field.label} hint={field.hint} choices={field.choices} />;
    default:
      return null;
  }
}
