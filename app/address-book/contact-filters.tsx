/** The filters of the list of contacts: a plain form that asks the address; it needs no scripts. */
import { Form, Link } from "react-router";
import type { ContactFilter } from "#app/contacts/contact-filter.schema.ts";
import type { Named, OwnField } from "#app/contacts/contact-views.schema.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { statusWords } from "./contact-words.ts";

export interface ContactFiltersProps {
  readonly filter: ContactFilter;
  readonly tags: readonly string[];
  readonly lists: readonly Named[];
  readonly fields: readonly OwnField[];
  readonly isNarrowed: boolean;
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const statuses = choicesOf(statusWords);
const has = choicesOf({ number: "With a number", no_number: "Without a number", email: "With an email" });
const consents = choicesOf({ written: "Written consent", any: "Any consent", none: "No consent" });
const called = choicesOf({
  within_7: "On the phone in the last 7 days",
  within_30: "On the phone in the last 30 days",
  not_30: "Not in the last 30 days",
  not_90: "Not in the last 90 days",
  never: "Never on the phone",
});
const added = choicesOf({
  within_7: "Added in the last 7 days",
  within_30: "Added in the last 30 days",
  within_90: "Added in the last 90 days",
});

export function ContactFilters({ filter, tags, lists, fields, isNarrowed }: ContactFiltersProps) {
  const field = (name: "status" | "has" | "consent" | "called" | "added" | "field" | "value" | "q") => ({
    name,
    initialValue: filter[name] ?? "",
  });
  const more = ["has", "consent", "called", "added", "field"] as const;
  return (
    <search>
      <Form method="get" className="grid gap-3">
        {filter.archived && <input type="hidden" name="archived" value="yes" />}
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            of={field("q")}
            type="search"
            label="Search"
            labelHidden
            placeholder="Search names, numbers, emails or companies"
            maxLength={100}
            className="flex-1 basis-60"
          />
          <SelectField
            of={field("status")}
            label="Status"
            labelHidden
            none="Any status"
            choices={statuses}
            className="basis-36"
          />
          <SelectField
            of={{ name: "tag", initialValue: filter.tags[0] ?? "" }}
            label="Tag"
            labelHidden
            none="Any tag"
            choices={withChosen(
              tags.map((value) => ({ value, label: value })),
              filter.tags[0],
            )}
            className="basis-36"
          />
          <SelectField
            of={{ name: "list", initialValue: filter.lists[0] ?? "" }}
            label="List"
            labelHidden
            none="Any list"
            choices={withChosen(
              lists.map(({ id, name }) => ({ value: id, label: name })),
              filter.lists[0],
            )}
            className="basis-36"
          />
          <Button type="submit" size="field">
            Search
          </Button>
        </div>
        <details open={more.some((name) => filter[name]) || undefined}>
          <summary className="w-fit cursor-pointer text-control text-ink-2">More filters</summary>
          <div className="grid gap-3 pt-3 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField of={field("has")} label="Reachable by" none="Anything" choices={has} />
            <SelectField
              of={field("consent")}
              label="Consent to calls"
              none="Any or none"
              choices={consents}
            />
            <SelectField of={field("called")} label="Last call" none="Any time" choices={called} />
            <SelectField of={field("added")} label="Added" none="Any time" choices={added} />
            {fields.length > 0 && (
              <>
                <SelectField
                  of={field("field")}
                  label="Your field"
                  none="None"
                  choices={fields.map(({ key, label }) => ({ value: key, label }))}
                />
                <TextField of={field("value")} label="Is" placeholder="Anything" maxLength={200} />
              </>
            )}
          </div>
        </details>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta">
          {isNarrowed && (
            <Link to={filter.archived ? "/contacts?archived=yes" : "/contacts"}>Clear filters</Link>
          )}
          <Link to={filter.archived ? "/contacts" : "/contacts?archived=yes"}>
            {filter.archived ? "Back to contacts" : "Archived contacts"}
          </Link>
        </p>
      </Form>
    </search>
  );
}

type Choice = { value: string; label: string };
const withChosen = (choices: Choice[], chosen: string | undefined): Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: "A former one" }];
