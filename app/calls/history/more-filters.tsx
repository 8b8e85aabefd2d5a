// The filters of the call history that stand below the others: mood, tag, length, cost.
import { type ReactNode, useState } from "react";
import { sentiments } from "#app/calls/analysis/analysis-terms.schema.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { costClasses, lengthClasses } from "./call-classes.schema.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import { lengthWords } from "./length-words.ts";

const moodWords = {
  positive: "Positive mood",
  neutral: "Neutral mood",
  negative: "Negative mood",
  unknown: "Mood not known",
};
const moodChoices = sentiments.map((value) => ({ value, label: moodWords[value] }));

type Choice = { readonly value: string; readonly label: string };

const lengthChoices = lengthClasses.map((value) => ({ value, label: lengthWords[value] }));

export interface MoreFiltersProps {
  readonly query: CallHistoryQuery;
  /** Null: the reader may not filter by tag. */
  readonly tags: readonly string[] | null;
  /** The names of the cost's classes, in the organization's currency. */
  readonly costs: readonly string[];
  readonly children?: ReactNode;
}

export function MoreFilters({ query, tags, costs, children }: MoreFiltersProps) {
  const { tag, length, cost, sentiment } = query;
  const isUsed = tag !== null || length !== null || cost !== null || sentiment !== null;
  const [isWanted, want] = useState(false);
  const isOpen = isUsed || isWanted;
  const field = (name: "tag" | "length" | "cost" | "sentiment") => ({
    name,
    initialValue: query[name] ?? "",
  });
  const known: readonly string[] = tags ?? [];
  const tagChoices: readonly Choice[] = (tag === null || known.includes(tag) ? known : [...known, tag]).map(
    (value) => ({ value, label: value }),
  );
  return (
    <>
      <div
        className={cx(
          "contents md:col-span-2 md:grid md:grid-cols-4 md:gap-3",
          !isOpen && "md:not-scriptless:hidden",
        )}
      >
        {tags !== null && (
          <SelectField of={field("tag")} label="Tag" labelHidden none="Any tag" choices={tagChoices} />
        )}
        <SelectField of={field("sentiment")} label="Mood" labelHidden none="Any mood" choices={moodChoices} />
        <SelectField
          of={field("length")}
          label="Length"
          labelHidden
          none="Any length"
          choices={lengthChoices}
        />
        <SelectField
          of={field("cost")}
          label="Cost"
          labelHidden
          none="Any cost"
          choices={costClasses.map((value, place) => ({ value, label: costs[place] ?? value }))}
        />
      </div>
      <div className="flex flex-wrap gap-x-4 max-md:col-span-2 md:col-span-2">
        {!isUsed && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => want(!isWanted)}
            className="-ml-2.5 scriptless:hidden max-md:hidden"
          >
            {isOpen ? "Fewer filters" : "More filters"}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
