/** What a file's columns are, and how its rows are imported. */
import type { Target } from "#app/contacts/contact-imports.schema.ts";
import type { Named } from "#app/contacts/contact-views.schema.ts";
import { targetWords } from "#app/contacts/import-words.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { consentWords } from "./contact-words.ts";

export interface ImportSetupProps {
  readonly kind: "contacts" | "do_not_call";
  readonly encoding: string | null;
  readonly isNamed: boolean;
  readonly columns: readonly {
    readonly at: number;
    readonly target: Target;
    readonly heading: string;
    readonly cells: readonly string[];
  }[];
  readonly hasNumber: boolean;
  readonly same: string | null;
  readonly lists: readonly Named[];
  readonly country: string;
  /** The campaign that calls the people of the file. */
  readonly campaign: {
    readonly name: string;
    readonly listId: string | null;
    readonly newList: string;
  } | null;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const contactTargets = choicesOf(targetWords);
const numberTargets = choicesOf({ skip: targetWords.skip, number: targetWords.number });
const consents = choicesOf(consentWords);

export function ImportSetup(props: ImportSetupProps) {
  const { kind, encoding, isNamed, columns, hasNumber, same, lists, country, campaign, typed, errors } =
    props;
  const field = (name: string, initial = "") => ({
    name,
    initialValue: typed[name] ?? initial,
    errors: errors[name],
  });
  const isList = kind === "do_not_call";
  return (
    <OrganizationForm noValidate preventScrollReset className="grid gap-4.5">
      {same !== null && (
        <p role="alert" className="rounded-md bg-warn-soft px-3.5 py-2.5 text-control text-warn">
          {`The same file was imported before, on ${same}. Its contacts are known already.`}
        </p>
      )}
      <Panel title="Columns">
        <div className="grid gap-4">
          <p className="text-ink-2">
            {hasNumber
              ? "This is what the columns look like. Correct what isn't right."
              : "No column looks like phone numbers. Choose the one that holds them."}
            {encoding !== null && ` The file is in ${encoding}.`}
          </p>
          {errors.column && (
            <p role="alert" className="text-bad">
              {errors.column[0]}
            </p>
          )}
          <CheckboxField
            of={{ name: "has_headings", initialValue: isNamed ? "on" : "" }}
            label="The first row names the columns"
          />
          <ul className="grid gap-3">
            {columns.map(({ at, target, heading, cells }) => (
              <li key={at} className="grid items-end gap-x-4 gap-y-1 sm:grid-cols-2">
                <SelectField
                  of={{ name: "column", initialValue: target }}
                  label={heading === "" ? `Column ${at + 1}` : heading}
                  choices={isList ? numberTargets : contactTargets}
                />
                <span className="wrap-anywhere line-clamp-2 pb-2 text-ink-3 text-meta">
                  {cells.filter((cell) => cell !== "").join(" · ") || "Empty in the first rows"}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </Panel>
      <Panel title="How">
        <div className="grid gap-4">
          <TextField
            of={field("country", country)}
            label="Country of numbers without a prefix"
            hint="Two letters, such as US, GB or DE."
            maxLength={2}
            className="max-w-60"
          />
          {isList ? (
            <TextField
              of={field("reason")}
              label="Why they are not called"
              maxLength={300}
              autoComplete="off"
            />
          ) : (
            <>
              <ChoiceField
                of={field("duplicates", "merge")}
                label="When a contact is known already"
                choices={[
                  {
                    value: "merge",
                    label: "Fill gaps",
                    hint: "What you know stays; what is missing is added.",
                  },
                  { value: "update", label: "Update", hint: "What the file says replaces what you know." },
                  { value: "skip", label: "Leave as it is", hint: "It still joins the list below." },
                ]}
              />
              {campaign && (
                <p className="text-ink-2">{`“${campaign.name}” calls the people of this list.`}</p>
              )}
              <div className="grid gap-4 sm:grid-cols-2">
                {lists.length > 0 && (
                  <SelectField
                    of={field("list", campaign?.listId ?? "")}
                    label="Add them to a list"
                    none="No list"
                    choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                )}
                <TextField
                  of={field("new_list", campaign?.newList)}
                  label="Or to a new list"
                  maxLength={80}
                  autoComplete="off"
                />
                <TextField of={field("tag")} label="Tag" maxLength={40} autoComplete="off" />
              </div>
            </>
          )}
        </div>
      </Panel>
      {!isList && (
        <Panel title="Consent to calls">
          <div className="grid gap-4">
            <p className="text-ink-2">
              Say what these people agreed to. Without a consent, campaigns that need one don't call them. If
              a column says when, choose “Consent given on” for it: rows without a date give no consent then.
              If one says yes or no, choose “Consent (yes or no)”: only a yes gives consent.
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField of={field("consent")} label="They agreed" none="Say nothing" choices={consents} />
              <TextField
                of={field("consent_source")}
                label="Where"
                placeholder="Web form, paper"
                maxLength={200}
                autoComplete="off"
              />
            </div>
            <TextField
              of={field("consent_proof")}
              label="Proof"
              hint="The text that they agreed to, or where it is kept."
              maxLength={1000}
              autoComplete="off"
            />
          </div>
        </Panel>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="do" value="start" variant="go">
          Start import
        </Button>
        <Button type="submit" name="do" value="cancel">
          Discard file
        </Button>
      </div>
    </OrganizationForm>
  );
}
