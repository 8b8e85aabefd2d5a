// The filters of the call history: a plain form that submits to the address, and submits by itself where scripts run.
import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { successes } from "#app/calls/analysis/analysis-terms.schema.ts";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import { dateRanges } from "./date-ranges.schema.ts";
import { type Days, dateRangeWords } from "./history-query.ts";
import { MoreFilters } from "./more-filters.tsx";

type Choice = { readonly value: string; readonly label: string };

export interface CallFiltersProps {
  readonly query: CallHistoryQuery;
  /** The days that the query's range means. */
  readonly days: Days;
  /** Whether the reader may search words: only members who may read who called. */
  readonly canSearch: boolean;
  readonly agents: readonly Choice[];
  readonly numbers: readonly Choice[];
  /** The agent's last words in the call that the query names; null: it names none. */
  readonly lastSaid: string | null;
  /** Statuses of ended calls, and the reasons that occur. */
  readonly endings: readonly Choice[];
  /** Null: the reader may not filter by tag. */
  readonly tags: readonly string[] | null;
  /** The names of the cost's classes. */
  readonly costs: readonly string[];
  /** Whether the days are in reverse order. */
  readonly isReversed: boolean;
}

/** Typing must pause this long before the form is submitted. */
const typedAfter_ms = 350;

const outcomeChoices = outcomes.map((value) => ({ value, label: outcomeWords[value] }));
const rangeChoices = dateRanges.map((value) => ({ value, label: dateRangeWords[value] }));
const successWords = { yes: "Successful", no: "Not successful", unclear: "Success unclear" };
const successChoices = successes.map((value) => ({ value, label: successWords[value] }));
const directionChoices = [
  { value: "inbound", label: "Inbound" },
  { value: "outbound", label: "Outbound" },
];

/** A selected agent or number that no longer exists stays in the list, so that the address and the form agree. */
const withChosen = (choices: readonly Choice[], chosen: string | null, gone: string): readonly Choice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: gone }];

export function CallFilters(props: CallFiltersProps) {
  const { query, days, canSearch, agents, numbers, endings, lastSaid, isReversed } = props;
  const [isOpen, setOpen] = useState(false);
  const { form, ask, askSoon } = useAsking(query);
  const { q, cursor: _, range, from, to, ...filters } = query;
  const isDated = (range !== null && range !== "custom") || from !== null || to !== null;
  const chosen = Object.values(filters).filter((value) => value !== null).length + (isDated ? 1 : 0);
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
        className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,1fr)_auto]"
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
            size="field"
            className="scriptless:hidden md:hidden"
          >
            {chosen > 0 ? `Filters (${chosen})` : "Filters"}
          </Button>
          <div className="hidden scriptless:block">
            <Button type="submit" size="field">
              {canSearch ? "Search" : "Apply"}
            </Button>
          </div>
        </div>
        <div className={cx("grid grid-cols-2 gap-3 md:contents", !isOpen && "max-md:not-scriptless:hidden")}>
          <DateRangeFields query={query} days={days} canSearch={canSearch} />
          <div className="contents md:col-span-2 md:flex md:items-center md:gap-x-4 md:gap-y-2.5 md:max-lg:flex-wrap">
            <div className="contents md:grid md:flex-1 md:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] md:gap-3 md:max-lg:basis-full">
              <SelectField
                of={field("agent")}
                label="Agent"
                labelHidden
                none="Any agent"
                choices={withChosen(agents, query.agent, "Former agent")}
              />
              <SelectField
                of={field("number")}
                label="Number"
                labelHidden
                none="Any number"
                choices={withChosen(numbers, query.number, "Former number")}
              />
              <SelectField
                of={field("outcome")}
                label="Outcome"
                labelHidden
                none="Any outcome"
                choices={outcomeChoices}
              />
              <SelectField
                of={field("ending")}
                label="How it ended"
                labelHidden
                none="Any ending"
                choices={withChosen(endings, query.ending, "Another ending")}
              />
              <SelectField
                of={field("direction")}
                label="Direction"
                labelHidden
                none="All directions"
                choices={directionChoices}
              />
              <SelectField
                of={field("success")}
                label="Success"
                labelHidden
                none="Any success"
                choices={successChoices}
              />
              {query.last !== null && (
                <SelectField
                  of={field("last")}
                  label="Last words"
                  labelHidden
                  none="Any last words"
                  className="col-span-full"
                  choices={[
                    {
                      value: query.last,
                      label: lastSaid === null ? "Former last words" : `Hung up after “${lastSaid}”`,
                    },
                  ]}
                />
              )}
            </div>
            {(chosen > 0 || q !== "") && (
              <Link
                to="?"
                replace
                preventScrollReset
                className="col-span-2 w-fit text-brand-text text-meta max-md:py-2"
              >
                Show all calls
              </Link>
            )}
          </div>
          <MoreFilters {...props} />
        </div>
        <p role="status" className="text-meta text-warn empty:hidden md:col-span-2">
          {isReversed && "The first date is after the second. Showing the days between them."}
        </p>
      </form>
    </search>
  );
}

/** The days as one choice; a custom range shows its two dates beside it. */
function DateRangeFields({ query, days, canSearch }: Pick<CallFiltersProps, "query" | "days" | "canSearch">) {
  const known = query.range ?? "";
  const [range, setRange] = useState<string>(known);
  const [shown, setShown] = useState(query);
  // Another address, another range; until then the choice of a custom one waits for its dates.
  if (shown !== query) {
    setShown(query);
    setRange(known);
  }
  const dates = useRef<HTMLDivElement>(null);
  const choose = (wanted: string) => {
    setRange(wanted);
    if (wanted !== "custom") return;
    // It begins with the days that are shown.
    for (const input of dates.current?.querySelectorAll("input") ?? [])
      input.value = (input.name === "from" ? days.from : days.to) ?? "";
  };
  return (
    <div className={cx("col-span-2 flex flex-wrap gap-2", canSearch && "md:col-span-1")}>
      <SelectField
        of={{ name: "range" }}
        label="Dates"
        labelHidden
        none="Any date"
        choices={rangeChoices}
        value={range}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        className="max-md:flex-1 max-md:basis-full md:w-40"
      />
      <div
        ref={dates}
        className={cx("flex flex-1 items-center gap-2", range !== "custom" && "not-scriptless:hidden")}
      >
        <TextField
          of={{ name: "from", initialValue: query.from ?? "" }}
          label="From"
          labelHidden
          type="date"
          className="flex-1"
        />
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <TextField
          of={{ name: "to", initialValue: query.to ?? "" }}
          label="To"
          labelHidden
          type="date"
          className="flex-1"
        />
      </div>
    </div>
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
    const typed = new FormData(form.current);
    const isCustom = typed.get("range") === "custom";
    const hasDates = isCustom && (typed.get("from") || typed.get("to"));
    for (const [name, value] of typed) {
      if (typeof value !== "string" || value.trim() === "") continue;
      // Dates alone say that the range is a custom one.
      const isLeftOut = name === "range" ? hasDates : (name === "from" || name === "to") && !isCustom;
      if (!isLeftOut) wanted.set(name, value.trim());
    }
    navigate(`?${wanted}`, { replace: true, preventScrollReset: true });
  };
  const askSoon = (event: FormEvent) => {
    window.clearTimeout(timer.current);
    if (event.target instanceof HTMLSelectElement) ask();
    else timer.current = window.setTimeout(ask, typedAfter_ms);
  };
  return { form, ask, askSoon };
}
