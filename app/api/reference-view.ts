/** An operation as the reference shows it. */
import type { Language } from "./written-requests.ts";

export type Field = {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly kind: string;
  readonly isRequired: boolean;
  readonly words: string;
};

export type Described = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly words: string;
  readonly scope: string;
  readonly status: number;
  readonly fields: readonly Field[];
  readonly requests: readonly (readonly [Language, string])[];
  /** An answer as JSON; null: it has none, or is a file. */
  readonly answer: string | null;
  readonly refusals: readonly (readonly [status: string, words: string])[];
  /** What the form that tries it out begins with; null: it takes no body. */
  readonly body: string | null;
};
