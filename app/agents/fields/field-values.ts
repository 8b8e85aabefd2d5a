/** Between an agent and its form: every value as the editor shows it, and an agent made of what the form says. */
import { type Field, type FieldTable, type PostedName, postedFields } from "./field-table.schema.ts";

/** The conversions of the fields that have their own, by path: from the agent to the first value in the form. */
type Conversions<Spec> = Readonly<Record<string, (spec: Spec) => unknown>>;

/** The first values of the editor's fields: simple ones are text, the others what their conversion makes. */
export type FormValues<T, Given> = {
  [P in keyof T as T[P] extends { control: "kept" } ? never : PostedName<T, P>]: P extends keyof Given
    ? Given[P] extends (spec: never) => infer Value
      ? Value
      : never
    : string;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function valueAt(spec: unknown, path: string): unknown {
  let value = spec;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** An agent as its editor shows it. @param given the conversions of the fields that have their own */
export function formValues<Spec, T extends FieldTable, Given extends Conversions<Spec>>(
  table: T,
  spec: Spec,
  given: Given,
): FormValues<T, Given>;
export function formValues<Spec>(table: FieldTable, spec: Spec, given: Conversions<Spec>) {
  return Object.fromEntries(
    postedFields(table).map(({ path, name, field }) => [
      name,
      given[path] ? given[path](spec) : textFor(field, valueAt(spec, path)),
    ]),
  );
}

function textFor(field: Field, value: unknown): string {
  if (field.control === "switch") return value ? "on" : "";
  if (field.control === "number") return String(Math.round(Number(value) / (field.unit ?? 1)));
  return typeof value === "string" ? value : "";
}

/**
 * An agent of a form's values, not yet validated as a whole; what the form does not have is absent.
 * @param posted the values by posted name, each as it is stored
 */
export function specOf(table: FieldTable, posted: Readonly<Record<string, unknown>>) {
  const spec: Record<string, unknown> = {};
  for (const { path, name } of postedFields(table)) {
    const [first = path, last] = path.split(".");
    if (last === undefined) spec[first] = posted[name];
    else spec[first] = { ...(isRecord(spec[first]) ? spec[first] : {}), [last]: posted[name] };
  }
  return spec;
}

/** An agent that came from the editor's form, with the stored values of the fields that the form does not have. */
export function withKept<Spec extends object>(table: FieldTable, spec: Spec, stored: Spec): Spec {
  const kept = Object.keys(table).filter((path) => table[path]?.control === "kept");
  return { ...spec, ...Object.fromEntries(kept.map((path) => [path, valueAt(stored, path)])) };
}
