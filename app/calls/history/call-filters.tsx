// The filters of the call history: a plain form that submits to the address, and submits by itself where scripts run.
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { CallHistoryQuery } from "./call-history.schema.ts";

type Choice = { readonly value: string; readonly label: string };

export interface CallFiltersProps {
  readonly query: CallHistoryQuery;
  /** Whether the reader may search words: only members who may read who called. */
  readonly canSearch: boolean;
  readonly agents: readonly Choice[];
  readonly numbers: readonly Choice[];
  /** Whether the days are in reverse order. */
  readonly isReversed: boolean;
}

/** Typing must pause this long before the form is submitted. */
const typedAfter_ms = 350;

const outcomeChoices = outcomes.map((value) => ({ value, label: outcomeWords[value] }));
const directionChoices = [
  { value: "inbound", label: "Inbound" },
  { value: "outbound", label: "Outbound" },
];

/** A selected agent or number that no longer exists stays in the list, so that the address and the form agree. */
const withChosen = (choices: readonly Choice[], chosen: string | null, gone: string): readonly Choice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: gone }];

export function CallFilters({ query, canSearch, agents, numbers, isReversed }: CallFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const { form, ask, askSoon } = useAsking(query);
  const { q, cursor: _, ...filters } = query;
  const chosen = Object.values(filters).filter((value) => value !== null).length;
  const field = (name: keyof CallHistoryQuery) => ({ name, initialValue: query[name] ?? "" });
  return (
    <search>
      <form
        ref={form}
        method="get"
        aria-label="Calls"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
        onChange={askSoon}
        className="grid gap-3"
      >
        <div className={cx("flex gap-2", !canSearch && "md:not-scriptless:hidden")}>
          {canSearch && (
            <TextField
              of={field("q")}
              label="Search"
              labelHidden
              type="search"
              placeholder="Search transcripts, names or numbers"
              maxLength={200}
              className="flex-1"
            />
          )}
          <Button
            icon={<SlidersHorizontal />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="scriptless:hidden max-md:h-11 md:hidden"
          >
            {chosen > 0 ? `Filters (${chosen})` : "Filters"}
          </Button>
          <div className="hidden scriptless:block">
            <Button type="submit" size="lg">
              {canSearch ? "Search" : "Apply"}
            </Button>
          </div>
        </div>
        <div
          className={cx(
            "grid grid-cols-2 gap-3 md:grid-cols-[repeat(4,minmax(0,1fr))_auto_auto] md:items-end",
            !isOpen && "max-md:not-scriptless:hidden",
          )}
        >
          <SelectField
            of={field("agent")}
            label="Agent"
            none="Any agent"
            choices={withChosen(agents, query.agent, "Former agent")}
          />
          <SelectField
            of={field("number")}
            label="Number"
            none="Any number"
            choices={withChosen(numbers, query.number, "Former number")}
          />
          <SelectField of={field("outcome")} label="Outcome" none="Any outcome" choices={outcomeChoices} />
          <SelectField
            of={field("direction")}
            label="Direction"
            none="All directions"
            choices={directionChoices}
          />
          <TextField of={field("from")} label="From" type="date" />
          <TextField of={field("to")} label="To" type="date" />
        </div>
        <p role="status" className="text-meta text-warn empty:hidden">
          {isReversed && "“From” is after “To”. Showing the days between them."}
        </p>
        {(chosen > 0 || q !== "") && (
          <Link to="?" replace preventScrollReset className="w-fit text-brand-text text-meta">
            Show all calls
          </Link>
        )}
      </form>
    </search>
  );
}

/** Submits the form's current values, and updates the form when the address changes in another way. */
function useAsking(query: CallHistoryQuery) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number | undefined>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    for (const element of form.current?.elements ?? []) {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
      const [, wanted] = Object.entries(query).find(([name]) => name === element.name) ?? [];
      // What is being typed is newer than the address.
      if (wanted !== undefined && element !== document.activeElement) element.value = wanted ?? "";
    }
  }, [query]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const ask = () => {
    window.clearTimeout(timer.current);
    if (!form.current) return;
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form.current))
      if (typeof value === "string" && value.trim() !== "") wanted.set(name, value.trim());
    navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  };
  const askSoon = (event: FormEvent) => {
    window.clearTimeout(timer.current);
    if (event.target instanceof HTMLSelectElement) ask();
    else timer.current = window.setTimeout(ask, typedAfter_ms);
  };
  return { form, ask, askSoon };
}
