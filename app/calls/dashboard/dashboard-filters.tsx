// Whose calls the dashboard counts: an agent's, a number's, a client's. A plain form that submits to the address.
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";

type Choice = { readonly value: string; readonly label: string };

export interface DashboardFiltersProps {
  readonly asked: {
    readonly range: string;
    readonly agent: string | null;
    readonly number: string | null;
    readonly client: string | null;
  };
  readonly agents: readonly Choice[];
  readonly numbers: readonly Choice[];
  /** An agency's; null: there are none to choose. */
  readonly clients: readonly Choice[] | null;
}

export function DashboardFilters({ asked, agents, numbers, clients }: DashboardFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const isOfClient = asked.client !== null;
  const ofOwn = [
    { name: "agent", label: "Agent", none: "Any agent", choices: agents },
    { name: "number", label: "Number", none: "Any number", choices: numbers },
  ] as const;
  const filters = [
    ...(clients === null
      ? []
      : [{ name: "client", label: "Client", none: "Your own calls", choices: clients } as const]),
    ...(isOfClient || agents.length + numbers.length === 0 ? [] : ofOwn),
  ];
  const ask = () => {
    if (!form.current) return;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form.current))
      if (typeof value === "string" && value !== "" && !(name === "range" && value === "today"))
        wanted.set(name, value);
    navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  };
  return (
    <search>
      <form
        ref={form}
        method="get"
        aria-label="Dashboard"
        onChange={ask}
        className="flex flex-wrap items-center gap-3"
      >
        <input type="hidden" name="range" value={asked.range} />
        {filters.map(({ name, label, none, choices }) => (
          <SelectField
            key={`${name} ${asked[name]}`}
            of={{ name, initialValue: asked[name] ?? "" }}
            label={label}
            labelHidden
            none={none}
            choices={choices}
            className="min-w-40 flex-1 md:max-w-56"
          />
        ))}
        <div className="hidden scriptless:block">
          <Button type="submit" size="field">
            Show
          </Button>
        </div>
        {(asked.agent !== null || asked.number !== null || isOfClient) && (
          <Link
            to={asked.range === "today" ? "?" : `?range=${asked.range}`}
            replace
            preventScrollReset
            className="text-brand-text text-meta"
          >
            Show all calls
          </Link>
        )}
      </form>
    </search>
  );
}
