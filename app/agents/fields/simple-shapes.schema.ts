/** The shapes of an agent's simple fields, stored and in the form, as the table of fields describes them; those of the others are given. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import {
  type Control,
  type Field,
  type FieldTable,
  postedFields,
  type SimpleValue,
} from "./field-table.schema.ts";

type Shapes = Readonly<Record<string, z.ZodType>>;

type StoredShape<F> = F extends { default: unknown }
  ? z.ZodDefault<z.ZodType<SimpleValue<F>, SimpleValue<F>>>
  : z.ZodType<SimpleValue<F>, SimpleValue<F>>;

type ShapeAt<T, Given, P extends keyof T> = P extends keyof Given ? Given[P] : StoredShape<T[P]>;

type Group<P> = P extends `${infer First}.${string}` ? First : never;
type Top<P> = P extends `${string}.${string}` ? Group<P> : P;

/** The shape of the whole agent: paths of two parts become objects. */
type SpecShape<T, Given> = {
  [Name in Top<keyof T> & string]: Name extends keyof T
    ? ShapeAt<T, Given, Name>
    : z.ZodObject<{
        [P in keyof T as P extends `${Name}.${infer Last}` ? Last : never]: Extract<
          ShapeAt<T, Given, P>,
          z.ZodType
        >;
      }>;
};

/**
 * The stored shape of an agent.
 * @param given the shapes that the table does not describe, by path
 */
export function specShape<T extends FieldTable, Given extends Shapes>(
  table: T,
  given: Given,
): SpecShape<T, Given>;
export function specShape(table: FieldTable, given: Shapes): Shapes {
  const shapes: Record<string, z.ZodType> = {};
  const groups: Record<string, Record<string, z.ZodType>> = {};
  for (const [path, field] of Object.entries(table)) {
    const shape = given[path] ?? storedShape(field);
    const [first = path, last] = path.split(".");
    if (last === undefined) shapes[first] = shape;
    else {
      groups[first] ??= {};
      groups[first][last] = shape;
    }
  }
  for (const [name, group] of Object.entries(groups)) shapes[name] = z.object(group);
  return shapes;
}

function storedShape(field: Field): z.ZodType {
  const shape = plainShape(field);
  return "default" in field ? shape.default(field.default) : shape;
}

function plainShape(field: Field): z.ZodType {
  switch (field.control) {
    case "text":
      return storedText(field);
    case "switch":
      return z.boolean();
    case "number": {
      const unit = field.unit ?? 1;
      return z
        .int()
        .min(field.least * unit)
        .max(field.most * unit);
    }
    case "choice":
      return z.enum(field.choices.map(({ value }) => value));
    case "hidden":
      return z.enum(field.values);
    case "own":
    case "kept":
      throw new Error("This field needs a shape of its own");
  }
}

function storedText({ most, missing, nullable }: Control<Field, "text">): z.ZodType {
  const line = z.string().trim().max(most);
  const filled = missing === undefined && !nullable ? line : line.min(1);
  return nullable ? filled.nullable() : filled;
}

const unbroken = (typed: unknown): unknown =>
  typeof typed === "string" ? typed.replace(/[\r\n\t]+/g, " ") : typed;

/** A required text. Spoken text is one line: a line break becomes a space. */
export const text = (most: number, missing: string) => z.preprocess(unbroken, oneLine(most, missing));

/** An optional text. */
export const mayBeEmpty = (most: number) => z.preprocess(unbroken, oneLine(most));

/** A number in decimal digits: `0x10` and `1e1` are refused. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string({ error: "Enter a number" })
    .trim()
    .regex(/^-?\d{1,9}(?:\.\d{1,9})?$/, "Enter a number")
    .transform(Number)
    .pipe(
      z.number().int("Enter a whole number").min(least, `At least ${least}`).max(most, `At most ${most}`),
    );

export const ticked = z.boolean({ error: "Check this or leave it unchecked" }).default(false);

/**
 * What the editor posts, by posted name; each shape makes the stored value of its text.
 * @param given the shapes of the fields that have their own, by path
 */
export const formShape = (table: FieldTable, given: Shapes) =>
  z.object(
    Object.fromEntries(
      postedFields(table).map(({ path, name, field }) => [name, given[path] ?? typed(field)]),
    ),
  );

function typed(field: Field): z.ZodType {
  switch (field.control) {
    case "text":
      return typedText(field);
    case "switch":
      return ticked;
    case "number":
      return wholeNumber(field.least, field.most).transform((number) => number * (field.unit ?? 1));
    case "choice":
      return z.enum(
        field.choices.map(({ value }) => value),
        { error: "Choose one from the list" },
      );
    case "hidden":
      return z.enum(field.values, { error: "Reload the page and try again" });
    case "own":
    case "kept":
      throw new Error("This field needs a shape of its own");
  }
}

const typedText = ({ most, missing, noPeriod, nullable }: Control<Field, "text">): z.ZodType =>
  (missing === undefined ? mayBeEmpty(most) : text(most, missing)).transform((line) => {
    const kept = noPeriod ? line.replace(/[\s.]+$/, "") : line;
    return nullable && kept === "" ? null : kept;
  });
