/** Connects a form field's parts: label above, hint below, the error in the hint's place, and the aria attributes. */
import { type ReactNode, useId, useState } from "react";
import { cx } from "./cx.ts";

/** The source of a field's name, value and errors: a conform field, or just `{ name }`. */
export interface FieldSource {
  readonly name: string;
  readonly id?: string | undefined;
  readonly key?: string | undefined;
  readonly errorId?: string | undefined;
  readonly descriptionId?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  /** The initial value: what was saved, or what was typed before the server refused it. */
  readonly initialValue?: unknown;
  readonly required?: boolean | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
}

/** The props of every field component. */
export interface FieldProps {
  readonly of: FieldSource;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Show the label to screen readers only: for a search box, where the place explains it. */
  readonly labelHidden?: boolean | undefined;
  readonly className?: string | undefined;
}

/** The props that connect a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string | undefined;
  readonly required: boolean | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

/**
 * The server's errors of a value, until that value is changed: an error belongs to what was sent.
 * @param said compared by identity: the same words again are another answer
 */
export function useStanding(said: readonly string[] | undefined) {
  const [changed, setChanged] = useState<readonly string[] | undefined>();
  return { errors: said === changed ? [] : (said ?? []), change: () => setChanged(said) };
}

/** The ids and aria attributes of one field, for a control that cannot be inside `Field` (a checkbox beside its label); `change` must receive its input events. */
export function useField(of: FieldSource, hasHint: boolean) {
  const made = useId();
  const id = of.id ?? made;
  const errorId = of.errorId ?? `${id}-error`;
  const hintId = of.descriptionId ?? `${id}-hint`;
  const { errors, change } = useStanding(of.errors);
  const isInvalid = errors.length > 0;
  const control: ControlProps = {
    id,
    name: of.name,
    defaultValue: typeof of.initialValue === "string" ? of.initialValue : undefined,
    required: of.required,
    minLength: of.minLength,
    maxLength: of.maxLength,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": isInvalid ? errorId : hasHint ? hintId : undefined,
  };
  return { control, errors, errorId, hintId, change };
}

/** The line below a control: its errors if it has some, else its hint. */
export function FieldNote(props: {
  readonly errors: readonly string[];
  readonly errorId: string;
  readonly hintId: string;
  readonly hint?: ReactNode;
}) {
  if (props.errors.length > 0) {
    return (
      <p id={props.errorId} className="text-bad text-meta">
        {props.errors.map((error) => (
          <span key={error} className="block">
            {error}
          </span>
        ))}
      </p>
    );
  }
  if (props.hint === undefined) return null;
  return (
    <p id={props.hintId} className="text-ink-3 text-meta">
      {props.hint}
    </p>
  );
}

/**
 * One field. The child is a function that draws the control from its props, so that every kind of control is
 * connected in the same way: `<Field of={fields.name} label="Name">{(control) => <input {...control} />}</Field>`.
 */
export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const { of, label, hint, labelHidden, className, children } = props;
  const { control, errors, errorId, hintId, change } = useField(of, hint !== undefined);
  return (
    <div className={cx("grid min-w-0 content-start gap-1.5", className)} onInput={change}>
      <label htmlFor={control.id} className={labelHidden ? "sr-only" : "font-medium text-control"}>
        {label}
      </label>
      {children(control)}
      <FieldNote errors={errors} errorId={errorId} hintId={hintId} hint={hint} />
    </div>
  );
}

/** Errors of the form as a whole, above its fields; announced when they appear. */
export function FormErrors(props: {
  readonly errors: readonly string[] | undefined;
  readonly id?: string | undefined;
}) {
  if (!props.errors || props.errors.length === 0) return null;
  return (
    <div id={props.id} role="alert" className="rounded-md bg-bad-soft px-3 py-2.5 text-bad text-control">
      {props.errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
  );
}

/** A group of fields, under a plain question as heading and a hint of one sentence. */
export function FieldGroup(props: {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly id?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section id={props.id} className="group grid min-w-0 gap-4 not-first:border-t not-first:pt-7">
      <div className="grid gap-0.5">
        <h2>{props.title}</h2>
        {props.hint !== undefined && <p className="text-ink-3 text-meta">{props.hint}</p>}
      </div>
      {props.children}
    </section>
  );
}
