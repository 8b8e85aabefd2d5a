/** The three fields of a price. */
import type { FieldSource } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type Fields = Readonly<Record<"fee_amount" | "included_minutes" | "minute_micros", FieldSource>>;

export const PriceFields = ({ fields, currency }: { readonly fields: Fields; readonly currency: string }) => (
  <div className="grid items-end gap-4 sm:grid-cols-3">
    <TextField
      of={fields.fee_amount}
      label={`Monthly fee (${currency})`}
      inputMode="decimal"
      autoComplete="off"
    />
    <TextField of={fields.included_minutes} label="Included minutes" inputMode="numeric" autoComplete="off" />
    <TextField
      of={fields.minute_micros}
      label={`Extra minute (${currency})`}
      inputMode="decimal"
      autoComplete="off"
    />
  </div>
);
