/** Terms of workflows. Without zod, so that the editor can use them without loading the validator in the browser. */

/** Steps in a workflow, and conditions in one question. */
export const mostSteps = 40;
export const mostTests = 8;

export const operators = [
  "is",
  "is_not",
  "contains",
  "contains_not",
  "more",
  "less",
  "empty",
  "not_empty",
] as const;
export type Operator = (typeof operators)[number];

export const operatorWords: Readonly<Record<Operator, string>> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  contains_not: "does not contain",
  more: "is more than",
  less: "is less than",
  empty: "is empty",
  not_empty: "is not empty",
};
