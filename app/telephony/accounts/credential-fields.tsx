// The credentials of one carrier: written here, and never shown again.
import type { OwnCarrier } from "#app/telephony/carriers/account-terms.ts";
import { cx } from "#app/ui/cx.ts";
import { PasswordField, TextField } from "#app/ui/text-field.tsx";

export interface CredentialFieldsProps {
  readonly carrier: OwnCarrier;
  /** By the name of the field. */
  readonly errors: Readonly<Record<string, readonly string[] | null>>;
  readonly className?: string;
}

export function CredentialFields({ carrier, errors, className }: CredentialFieldsProps) {
  return (
    <div className={cx("gap-4", className ?? "grid")}>
      {carrier.fields.map(({ name, label, hint, placeholder, isSecret }) => {
        const field = `${carrier.name}_${name}`;
        const of = { name: field, id: `credential-${field}`, errors: errors[field] ?? undefined };
        return isSecret ? (
          <PasswordField
            key={field}
            of={of}
            label={label}
            noun={label.toLowerCase()}
            hint={hint}
            placeholder={placeholder}
            autoComplete="off"
          />
        ) : (
          <TextField
            key={field}
            of={of}
            label={label}
            hint={hint}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
          />
        );
      })}
      <p className="text-ink-3 text-meta">{carrier.where}</p>
    </div>
  );
}
