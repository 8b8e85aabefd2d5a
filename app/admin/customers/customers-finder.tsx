/** The search and the filters of the list of customers: a plain form that asks the address; it needs no scripts. */
import { Download } from "lucide-react";
import { Form, Link, useSearchParams } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Choice, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type CustomersQuery, isTree, kindChoices, stateChoices } from "./customers-query.ts";

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface FinderProps {
  readonly query: CustomersQuery;
  readonly plans: readonly Choice[];
}

const filters = ["q", "state", "plan", "kind", "agency"];

export function CustomersFinder({ query, plans }: FinderProps) {
  const [asked] = useSearchParams();
  const file = new URLSearchParams([...asked].filter(([name]) => filters.includes(name)));
  return (
    <search>
      <Form method="get" key={JSON.stringify(query)} className="flex flex-wrap items-end gap-2">
        <TextField
          of={{ name: "q", initialValue: query.q }}
          type="search"
          label="Search"
          labelHidden
          placeholder="Name, domain, ID or a member's email"
          maxLength={100}
          className="flex-1 basis-60"
        />
        <SelectField
          of={{ name: "state", initialValue: query.state ?? "" }}
          label="Status"
          labelHidden
          none="Any status"
          choices={choicesOf(stateChoices)}
          className="w-42"
        />
        <SelectField
          of={{ name: "plan", initialValue: query.plan ?? "" }}
          label="Plan"
          labelHidden
          none="Any plan"
          choices={[...plans]}
          className="w-32"
        />
        <SelectField
          of={{ name: "kind", initialValue: query.kind ?? "" }}
          label="Kind"
          labelHidden
          none="Any kind"
          choices={choicesOf(kindChoices)}
          className="w-32"
        />
        {query.agency !== null && <input type="hidden" name="agency" value={query.agency} />}
        <Button type="submit" size="field">
          Search
        </Button>
        <ButtonLink
          to={`/customer-management/export?${file}`}
          reloadDocument
          size="field"
          icon={<Download />}
        >
          CSV
        </ButtonLink>
        {!isTree(query) && (
          <Link to="/customer-management" className="py-2.5">
            Show all
          </Link>
        )}
      </Form>
    </search>
  );
}
