/** The fields of a contact, for a new one and for one that is changed. */
import type { OwnField } from "#app/contacts/contact-views.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { FormErrors, TypedContact } from "./contact-form.ts";
import { statusWords } from "./contact-words.ts";

export interface ContactFieldsProps {
  readonly typed: TypedContact;
  readonly errors: FormErrors;
  readonly fields: readonly OwnField[];
  readonly zones: readonly string[];
  /** When the contact was changed last; null: it is new. */
  readonly version: number | null;
  readonly back: string;
}

/** Lines for numbers and addresses, from the first place on: those that are there, and empty ones to add to. */
const lines = <T,>(known: readonly T[], empty: T, spare: number, most: number): { at: number; line: T }[] =>
  [...known, ...Array.from({ length: Math.max(0, Math.min(spare, most - known.length)) }, () => empty)].map(
    (line, at) => ({ at, line }),
  );

const statusChoices = ["new", "qualified", "booked", "not_interested"].map((value) => ({
  value,
  label: statusWords[value] ?? value,
}));

const noNumber = { number: "", label: "", line_type: "" };
const lineChoices = [
  { value: "mobile", label: "Mobile" },
  { value: "landline", label: "Landline" },
  { value: "voip", label: "Internet phone" },
];

export function ContactFields({ typed, errors, fields, zones, version, back }: ContactFieldsProps) {
  const text = (name: "name" | "company" | "address" | "time_zone" | "status") => ({
    name,
    initialValue: typed[name],
    errors: errors[name],
  });
  return (
    <OrganizationForm noValidate className="grid gap-4.5">
      {version !== null && <input type="hidden" name="version" value={version} />}
      <Panel title="Who">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField of={text("name")} label="Name" maxLength={120} autoComplete="off" />
          <TextField of={text("company")} label="Company" maxLength={120} autoComplete="off" />
          {typed.status !== "do_not_call" && (
            <SelectField of={text("status")} label="Status" choices={statusChoices} />
          )}
        </div>
      </Panel>
      <Panel title="Numbers and email">
        <div className="grid gap-4">
          {lines(typed.numbers, noNumber, 2, 10).map(({ at, line: { number, label, line_type } }) => (
            <div key={at} className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
              <TextField
                of={{ name: "number", initialValue: number, errors: errors[`number.${at}`] }}
                label={at === 0 ? "Number" : `Number ${at + 1}`}
                type="tel"
                maxLength={40}
                autoComplete="off"
              />
              <TextField
                of={{ name: "label", initialValue: label }}
                label={at === 0 ? "Which one" : `Which one ${at + 1}`}
                placeholder="Mobile, office"
                maxLength={40}
                autoComplete="off"
              />
              <SelectField
                of={{ name: "line_type", initialValue: line_type }}
                label={at === 0 ? "Line" : `Line ${at + 1}`}
                none="Not known"
                choices={lineChoices}
              />
            </div>
          ))}
          {lines(typed.emails, "", 1, 10).map(({ at, line: email }) => (
            <TextField
              key={at}
              of={{ name: "email", initialValue: email, errors: errors[`email.${at}`] }}
              label={at === 0 ? "Email" : `Email ${at + 1}`}
              type="email"
              maxLength={254}
              autoComplete="off"
            />
          ))}
        </div>
      </Panel>
      <Panel title="Where">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField of={text("address")} label="Address" maxLength={300} autoComplete="off" />
          <SelectField
            of={text("time_zone")}
            label="Time zone"
            hint="Decides when this person may be called."
            none="As the number says"
            choices={zones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
          />
        </div>
      </Panel>
      {fields.length > 0 && (
        <Panel title="Your fields">
          <div className="grid gap-4 md:grid-cols-2">
            {fields.map(({ key, label }) => (
              <TextField
                key={key}
                of={{
                  name: `field:${key}`,
                  initialValue: typed.custom[key] ?? "",
                  errors: errors[`custom.${key}`],
                }}
                label={label}
                maxLength={500}
                autoComplete="off"
              />
            ))}
          </div>
        </Panel>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="go">
          Save contact
        </Button>
        <ButtonLink to={back}>Cancel</ButtonLink>
      </div>
    </OrganizationForm>
  );
}
