/** Fields with choices: a list, a checkbox, a switch, radio buttons. All native, so they work without scripts. */
import { ChevronDown } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { Field, FieldNote, type FieldProps, useField } from "./field.tsx";

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** A further line in a list of choices. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
  /** In a `SelectField`: choices of one group stand together under its name. */
  readonly group?: string | undefined;
}

type Select = Omit<SelectHTMLAttributes<HTMLSelectElement>, "name" | "id" | "className" | "required">;

export interface SelectFieldProps extends FieldProps, Select {
  readonly choices: readonly Choice[];
  /** The first, empty choice, such as "Any outcome". */
  readonly none?: string | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { of, label, hint, labelHidden, className, choices, none, ...select } = props;
  return (
    <Field of={of} label={label} hint={hint} labelHidden={labelHidden} className={className}>
      {({ defaultValue, minLength: _least, maxLength: _most, ...control }) => (
        <div className="relative min-w-0">
          <select
            key={of.key}
            {...select}
            {...control}
            {...(select.value === undefined && { defaultValue: defaultValue ?? select.defaultValue })}
            className="control control-select"
          >
            {none !== undefined && <option value="">{none}</option>}
            {grouped(choices).map(([group, own]) =>
              group === undefined ? (
                own.map(option)
              ) : (
                <optgroup key={group} label={group}>
                  {own.map(option)}
                </optgroup>
              ),
            )}
          </select>
          <ChevronDown className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-ink-3" />
        </div>
      )}
    </Field>
  );
}

const option = ({ value, label, disabled }: Choice) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);

/** Choices in their order; neighbours of one group together. */
function grouped(choices: readonly Choice[]): [group: string | undefined, choices: Choice[]][] {
  const groups: [string | undefined, Choice[]][] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && last[0] === choice.group) last[1].push(choice);
    else groups.push([choice.group, [choice]]);
  }
  return groups;
}

type Box = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "type" | "required">;

export interface CheckboxFieldProps extends FieldProps, Box {}

/** Whether a checkbox is checked at first: conform stores "on" for a checked one. */
function isTicked(initialValue: unknown, value: unknown): boolean | undefined {
  if (typeof initialValue === "boolean") return initialValue;
  if (typeof initialValue === "string") return initialValue === (typeof value === "string" ? value : "on");
  return undefined;
}

/** A checkbox with its label beside it; the label may contain links. */
export function CheckboxField({ of, label, hint, className, ...box }: CheckboxFieldProps) {
  return <Beside of={of} label={label} hint={hint} className={className} look="tick" box={box} />;
}

/** A switch, saved with its form. */
export function SwitchField({ of, label, hint, className, ...box }: CheckboxFieldProps) {
  return (
    <Beside
      of={of}
      label={label}
      hint={hint}
      className={className}
      look="switch"
      box={{ ...box, role: "switch" }}
    />
  );
}

function Beside(props: FieldProps & { readonly look: "tick" | "switch"; readonly box: Box }) {
  const { of, label, hint, className, look, box } = props;
  const { control, errors, errorId, hintId, change } = useField(of, hint !== undefined);
  return (
    <div className={cx("grid gap-1", className)} onInput={change}>
      <div className="flex items-start gap-2.5 max-md:min-h-6">
        <input
          key={of.key}
          {...box}
          type="checkbox"
          id={control.id}
          name={control.name}
          required={control.required}
          aria-invalid={control["aria-invalid"]}
          aria-describedby={control["aria-describedby"]}
          {...(box.checked === undefined && {
            defaultChecked: isTicked(of.initialValue, box.value) ?? box.defaultChecked,
          })}
          className={look}
        />
        <label
          htmlFor={control.id}
          className={look === "switch" ? "font-medium text-control" : "text-control text-ink-2"}
        >
          {label}
        </label>
      </div>
      <div className={look === "switch" ? "pl-11" : "pl-7"}>
        <FieldNote errors={errors} errorId={errorId} hintId={hintId} hint={hint} />
      </div>
    </div>
  );
}

export interface ChoiceFieldProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** "list": one below the other with hints. "segmented": side by side, for two to four short words. */
  readonly look?: "list" | "segmented" | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChoose?: ((value: string) => void) | undefined;
}

/** A few choices, all visible: radio buttons underneath. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { of, label, hint, labelHidden, className, choices, look = "list", onChoose } = props;
  const { control, errors, errorId, hintId, change } = useField(of, hint !== undefined);
  const chosen = control.defaultValue ?? props.defaultValue;
  return (
    <fieldset
      className={cx("grid min-w-0 gap-2", className)}
      aria-describedby={control["aria-describedby"]}
      onInput={change}
    >
      <legend className={labelHidden ? "sr-only" : "mb-1.5 font-medium text-control"}>{label}</legend>
      <div className={look === "segmented" ? segmented : "grid gap-2.5"}>
        {choices.map((choice) => (
          <label key={choice.value} className={look === "segmented" ? segment : "flex items-start gap-2.5"}>
            <input
              key={of.key}
              type="radio"
              name={of.name}
              value={choice.value}
              defaultChecked={choice.value === chosen}
              disabled={choice.disabled}
              required={control.required}
              aria-invalid={control["aria-invalid"]}
              onChange={() => onChoose?.(choice.value)}
              className={look === "segmented" ? "sr-only" : "tick"}
            />
            <span className="grid min-w-0">
              <span className={look === "segmented" ? undefined : "font-medium text-control"}>
                {choice.label}
              </span>
              {choice.hint !== undefined && look === "list" && (
                <span className="text-ink-3 text-meta">{choice.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNote errors={errors} errorId={errorId} hintId={hintId} hint={hint} />
    </fieldset>
  );
}

/** The frame of choices that stand side by side. */
export const segmented = "inline-flex w-fit max-w-full flex-wrap gap-0.5 rounded-md border bg-sunken p-0.5";
/** One of them; chosen by a checked input inside or by `aria-current`. */
export const segment =
  "relative inline-flex h-7 items-center whitespace-nowrap rounded-sm px-2.5 font-medium text-ink-2 text-meta/none no-underline max-md:h-10 " +
  "has-checked:bg-surface has-checked:text-ink has-checked:shadow-panel has-checked:ring-1 has-checked:ring-line " +
  "aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-panel aria-[current]:ring-1 aria-[current]:ring-line " +
  "has-focus-visible:outline-2 has-focus-visible:outline-brand-text has-focus-visible:outline-offset-1 cursor-pointer";
