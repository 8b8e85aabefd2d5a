/** The types with which the parts of the page "Who answers" share one form, and its words for prices. */
import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { ModelProvider } from "#app/models/offered-models.ts";
import { money } from "#app/platform/format.ts";
import type { AnsweringValues } from "./answering-fields.ts";

export type AnsweringForm = FormMetadata<AnsweringValues, string[]>;
export type AnsweringFieldset = ReturnType<AnsweringForm["getFieldset"]>;
type Row<Values> = FieldMetadata<Values, AnsweringValues, string[]>;
export type ModelField = Row<AnsweringValues["models"]["first"]>;
export type ToolField = Row<AnsweringValues["tools"][number]>;
export type ToolFieldField = Row<AnsweringValues["tools"][number]["fields"][number]>;

export type FindingField = Row<AnsweringValues["analysis"][number]>;

export const typeChoices = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "yes_no", label: "Yes or no" },
  { value: "choice", label: "Choice" },
];

export type Keys = Readonly<Record<ModelProvider, "organization" | "platform" | null>>;

/** Prices of models are in US dollars everywhere. */
export const dollars = (micros: number): string => money(micros, "USD", "en-US");

/** "about 1,240 tokens" */
export const tokensSaid = (count: number): string => `about ${count.toLocaleString("en-US")} tokens`;

/** "1.5 seconds" */
export const secondsSaid = (ms: number): string => {
  const seconds = Math.round(ms / 100) / 10;
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
};

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
