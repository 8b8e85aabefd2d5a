/** The filters above an audit trail, and its file. A plain form that asks the address; it needs no scripts. */
import { Download } from "lucide-react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Choice, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type EventGroup, eventGroups, isFiltered, type TrailFilters, trailQuery } from "./trail-filters.ts";

interface TrailFormProps {
  readonly filters: TrailFilters;
  /** The groups that this trail has. */
  readonly groups: readonly EventGroup[];
  /** The people of an organization's trail; absent: an address is typed, and an organization and a network too. */
  readonly people?: readonly Choice[] | undefined;
  /** The page, and the address of its file. */
  readonly path: string;
  readonly file: string;
}

export function TrailForm({ filters, groups, people, path, file }: TrailFormProps) {
  const query = trailQuery(filters);
  return (
    <search>
      <Form method="get" key={query} className="flex flex-wrap items-end gap-2">
        <SelectField
          of={{ name: "what", initialValue: filters.what }}
          label="What"
          none="Everything"
          choices={groups.map((value) => ({ value, label: eventGroups[value].label }))}
          className="w-50 max-md:w-full"
        />
        {people ? (
          <SelectField
            of={{ name: "who", initialValue: filters.who }}
            label="Who"
            none="Everyone"
            choices={people}
            className="w-50 max-md:w-full"
          />
        ) : (
          <>
            <TextField
              of={{ name: "who", initialValue: filters.who }}
              label="Who"
              placeholder="Email address"
              maxLength={254}
              className="w-50 max-md:w-full"
            />
            <TextField
              of={{ name: "where", initialValue: filters.where }}
              label="Organization"
              placeholder="Name or ID"
              maxLength={120}
              className="w-44 max-md:w-full"
            />
            <TextField
              of={{ name: "network", initialValue: filters.network }}
              label="Network"
              placeholder="203.0.113"
              maxLength={40}
              className="w-32 max-md:w-full"
            />
          </>
        )}
        <div className="flex gap-2 max-md:w-full">
          <TextField
            of={{ name: "from", initialValue: filters.from }}
            type="date"
            label="From"
            className="w-40 max-md:flex-1"
          />
          <TextField
            of={{ name: "to", initialValue: filters.to }}
            type="date"
            label="To"
            className="w-40 max-md:flex-1"
          />
        </div>
        <Button type="submit" size="field">
          Filter
        </Button>
        {isFiltered(filters) && (
          <ButtonLink to={path} size="field" variant="quiet">
            Clear
          </ButtonLink>
        )}
        <ButtonLink to={`${file}?${query}`} reloadDocument size="field" icon={<Download />}>
          CSV
        </ButtonLink>
      </Form>
    </search>
  );
}
