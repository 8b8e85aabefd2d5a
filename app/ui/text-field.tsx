/** Fields that are typed into: one line, several lines, a secret, a code. */
import { Eye, EyeOff } from "lucide-react";
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useState,
} from "react";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "required">;
type Textarea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name" | "id" | "className" | "required">;

export interface TextFieldProps extends FieldProps, Input {
  readonly type?:
    | "text"
    | "email"
    | "tel"
    | "url"
    | "search"
    | "number"
    | "date"
    | "time"
    | "datetime-local"
    | undefined;
}

/** One line. All props of an `input` are passed on; `defaultValue` applies only when `of` has no value of its own. */
export function TextField({
  of,
  label,
  hint,
  labelHidden,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} labelHidden={labelHidden} className={className}>
      {({ defaultValue, ...control }) => (
        <input
          key={of.key}
          {...input}
          {...control}
          type={type}
          {...(input.value === undefined && { defaultValue: defaultValue ?? input.defaultValue })}
          pattern={of.pattern}
          className={cx(
            "control",
            ["number", "time", "date", "datetime-local"].includes(type) && "tabular-nums",
          )}
        />
      )}
    </Field>
  );
}

export interface TextareaFieldProps extends FieldProps, Textarea {}

/** Several lines; grows with its content where the browser supports it. */
export function TextareaField({
  of,
  label,
  hint,
  labelHidden,
  className,
  rows = 3,
  ...area
}: TextareaFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} labelHidden={labelHidden} className={className}>
      {({ defaultValue, ...control }) => (
        <textarea
          key={of.key}
          {...area}
          {...control}
          rows={rows}
          {...(area.value === undefined && { defaultValue: defaultValue ?? area.defaultValue })}
          className="control field-sizing-content max-h-96 min-h-21 resize-y"
        />
      )}
    </Field>
  );
}

export interface PasswordFieldProps extends FieldProps, Omit<Input, "type" | "autoComplete"> {
  /** "current-password" to sign in, "new-password" to choose one: password managers use it. "off": it is no password. */
  readonly autoComplete: "current-password" | "new-password" | "off";
  /** What the button that shows it calls it; "password" without one. */
  readonly noun?: string;
  /** Between the field and its hint: a strength meter. */
  readonly meter?: ReactNode;
}

/** A secret, with a button that shows what was typed. */
export function PasswordField({
  of,
  label,
  hint,
  labelHidden,
  className,
  meter,
  noun = "password",
  ...input
}: PasswordFieldProps) {
  const [isShown, show] = useState(false);
  return (
    <Field of={of} label={label} hint={hint} labelHidden={labelHidden} className={className}>
      {(control) => (
        <>
          <div className="relative">
            <input
              key={of.key}
              spellCheck={false}
              autoCapitalize="none"
              {...input}
              {...control}
              type={isShown ? "text" : "password"}
              className="control pr-11"
            />
            {/* Named by its content: code that looks for the label "Password" must find only the field. */}
            <button
              type="button"
              aria-controls={control.id}
              onClick={() => show(!isShown)}
              className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-3 hover:text-ink scriptless:hidden"
            >
              {isShown ? <EyeOff /> : <Eye />}
              <span className="sr-only">{isShown ? `Hide ${noun}` : `Show ${noun}`}</span>
            </button>
          </div>
          {meter}
        </>
      )}
    </Field>
  );
}

interface CodeFieldProps extends FieldProps, Omit<Input, "type" | "onInput"> {
  /** Only digits are expected: spaces and dashes of a copied code are removed. */
  readonly digits?: boolean | undefined;
}

const dropGaps = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
  const whole = field.value.replace(/[\s-]/g, "");
  if (whole !== field.value) field.value = whole;
};

/** Six digits in one field, so that pasting, autofill from a message and screen readers work as usual. */
export function CodeField({ of, label, hint, labelHidden, className, digits, ...input }: CodeFieldProps) {
  return (
    <Field of={of} label={label} hint={hint} labelHidden={labelHidden} className={className}>
      {(control) => (
        <input
          key={of.key}
          {...input}
          {...control}
          {...(digits && { onInput: dropGaps })}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          className="control h-12 pl-[calc(0.75rem+0.35em)] text-center font-medium text-title tabular-nums tracking-[0.35em]"
        />
      )}
    </Field>
  );
}
