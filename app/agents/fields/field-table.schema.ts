/** What one line of the table of an agent's fields may say, and the names and places that follow from it. Without zod, so that the editor's page can read the table. */

/** The names under which a field posts: one value (null), parts with names of their own, or rows. */
export type PostedNames =
  | null
  | { readonly parts: Readonly<Record<string, PostedNames>> }
  | { readonly rows: PostedNames; readonly most: number };

/** A field that the editor shows. `posted`: its name in the form; absent: the last part of its path. */
type Shown = {
  /** Part and group of the editor: "conversation.greeting". */
  readonly place: string;
  readonly posted?: string;
  readonly label: string;
  readonly hint?: string;
};

/** A field added later has a `default`, so that agents that were stored before it still parse. */
export type Field =
  /** One line of text. `missing`: the words for an empty one; without it the field may be empty. */
  | (Shown & {
      readonly control: "text";
      readonly most: number;
      readonly missing?: string;
      /** An empty text is stored as null. */
      readonly nullable?: true;
      /** The agent adds the final period itself. */
      readonly noPeriod?: true;
      /** Shown in a field of several lines. */
      readonly lines?: number;
      readonly default?: string | null;
    })
  | (Shown & { readonly control: "switch"; readonly default?: boolean })
  /** A whole number. `unit`: how many of the stored unit the typed one has (60: minutes, stored as seconds). */
  | (Shown & {
      readonly control: "number";
      readonly least: number;
      readonly most: number;
      readonly unit?: number;
      readonly default?: number;
    })
  | (Shown & {
      readonly control: "choice";
      readonly choices: readonly { readonly value: string; readonly label: string }[];
      readonly default?: string;
    })
  /** Posted, and not shown. */
  | { readonly control: "hidden"; readonly values: readonly string[] }
  /** A field with a shape, a conversion and a component of its own. */
  | {
      readonly control: "own";
      readonly place: string;
      readonly posted?: string;
      readonly names: PostedNames;
    }
  /** Not in the form: a save of the editor keeps what is stored. */
  | { readonly control: "kept" };

/** By path in the agent, at most two deep: "name", "actions.book". */
export type FieldTable = Readonly<Record<string, Field>>;

export type Control<F, C extends Field["control"]> = Extract<F, { control: C }>;

/** The stored value of a field with neither shape nor conversion of its own. */
export type SimpleValue<F> = F extends { control: "text" }
  ? F extends { nullable: true }
    ? string | null
    : string
  : F extends { control: "switch" }
    ? boolean
    : F extends { control: "number" }
      ? number
      : F extends { control: "choice"; choices: readonly { value: infer Value }[] }
        ? Value
        : F extends { control: "hidden"; values: readonly (infer Value)[] }
          ? Value
          : never;

type LastPart<P> = P extends `${string}.${infer Rest}` ? Rest : P;

/** The posted name of the field at a path of a table. */
export type PostedName<T, P extends keyof T> = T[P] extends { posted: infer Name extends string }
  ? Name
  : LastPart<P>;

/** The posted name of a field; null for one that is not in the form. */
export function postedName(path: string, field: Field): string | null {
  if (field.control === "kept") return null;
  return ("posted" in field && field.posted) || path.slice(path.indexOf(".") + 1);
}

export type PostedField = { readonly path: string; readonly name: string; readonly field: Field };

/** The fields of the form. */
export const postedFields = (table: FieldTable): PostedField[] =>
  Object.entries(table).flatMap(([path, field]) => {
    const name = postedName(path, field);
    return name === null ? [] : [{ path, name, field }];
  });

/** Where the editor shows the field that a posted name belongs to: "conversation.greeting"; null: nowhere. */
export function placeOfName(table: FieldTable, name: string): string | null {
  const [first] = name.split(/[.[]/, 1);
  const found = postedFields(table).find((posted) => posted.name === first)?.field;
  return found !== undefined && "place" in found ? found.place : null;
}
