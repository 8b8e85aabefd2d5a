// What the forms of a campaign's setup are made of: fields that show what is stored or was typed, lists to tick, and the row of steps.
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { FieldNote, useStanding } from "#app/ui/field.tsx";
import type { SetupChoice, SetupChoices } from "./campaign-view.ts";
import { type Step, steps } from "./setup-steps.ts";
import type { Typed } from "./setup-values.ts";

/** What is stored or was typed, and the errors at its fields. */
export interface StepValues extends Typed {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** What the fields of a step are made of. */
export interface StepFields {
  readonly values: StepValues;
  readonly choices: SetupChoices;
}

/** The source of one field. */
export const fieldOf =
  ({ texts, errors }: StepValues) =>
  (name: string) => ({ name, initialValue: texts[name] ?? "", errors: errors[name] });

export interface TickListProps {
  readonly name: string;
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly choices: readonly SetupChoice[];
  readonly values: StepValues;
  readonly isInline?: boolean;
  /** What is said without a choice. */
  readonly none?: ReactNode;
}

/** Several choices to tick, with one error for all of them. */
export function TickList({ name, label, labelHidden, choices, values, isInline, none }: TickListProps) {
  const id = useId();
  const { errors, change } = useStanding(values.errors[name]);
  const chosen = values.chosen[name] ?? [];
  return (
    <fieldset
      className="grid min-w-0 gap-2.5"
      onInput={change}
      aria-describedby={errors.length > 0 ? `${id}-error` : undefined}
    >
      <legend className={labelHidden ? "sr-only" : "mb-2 font-medium text-control"}>{label}</legend>
      {choices.length === 0 && none !== undefined && <p className="text-control text-ink-3">{none}</p>}
      <div className={isInline ? "flex flex-wrap gap-x-5 gap-y-2.5" : "grid gap-2.5"}>
        {choices.map((choice) => (
          <CheckboxField
            key={choice.value}
            of={{ name, initialValue: chosen.includes(choice.value) ? choice.value : "" }}
            value={choice.value}
            label={choice.label}
            hint={choice.hint}
          />
        ))}
      </div>
      <FieldNote errors={errors} errorId={`${id}-error`} hintId={`${id}-hint`} />
    </fieldset>
  );
}

export interface StepRowProps {
  /** Null: the campaign does not exist yet, and only the first step is open. */
  readonly id: string | null;
  readonly current: Step;
  /** The steps where something is missing. */
  readonly missing: readonly Step[];
}

/** All steps as links, the current one marked. */
export function StepRow({ id, current, missing }: StepRowProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-x-1 gap-y-1.5">
        {steps.map(({ step, title }, place) => {
          const words = (
            <>
              <span className="tabular-nums">{place + 1}.</span> {title}
              {missing.includes(step) && step !== current && (
                <>
                  <CircleAlert className="text-warn" />
                  <span className="sr-only">(incomplete)</span>
                </>
              )}
            </>
          );
          return (
            <li key={step}>
              {id === null ? (
                <span className={cx(link, step === current ? marked : "text-ink-3")}>{words}</span>
              ) : (
                <Link
                  to={`/campaigns/${id}/setup?step=${step}`}
                  aria-current={step === current ? "step" : undefined}
                  className={cx(
                    link,
                    step === current ? marked : "text-ink-2 hover:bg-sunken hover:text-ink",
                  )}
                >
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const link =
  "inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-2.5 font-medium text-meta/none no-underline max-md:h-10";
const marked = "bg-brand-soft text-brand-text";
