/** Native fields of a connection's forms, which keep what the server says of them. */
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";

interface TypedFieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "password";
  readonly value?: string;
  readonly error?: string | undefined;
}

export function TypedField({ name, label, type = "text", value, error }: TypedFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-control">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className="control"
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-bad text-meta">
          {error}
        </p>
      )}
    </div>
  );
}

interface CheckFieldProps {
  readonly name: string;
  readonly value?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
}

export function CheckField({ name, value, label, hint, isChecked }: CheckFieldProps) {
  return (
    <label className="flex items-start gap-2.5 max-md:min-h-6">
      <input type="checkbox" name={name} value={value} defaultChecked={isChecked} className="tick" />
      <span className="grid min-w-0">
        <span className="text-control">{label}</span>
        {hint !== undefined && <span className="text-ink-3 text-meta">{hint}</span>}
      </span>
    </label>
  );
}

interface ListFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The first, empty choice; null: there is none. */
  readonly none: string | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export function ListField({ name, label, value, none, choices }: ListFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-control">
        {label}
      </label>
      <div className="relative min-w-0">
        <select id={id} name={name} defaultValue={value} className="control control-select">
          {none !== null && <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-ink-3" />
      </div>
    </div>
  );
}
