/** Files of contacts: their limits, what is chosen for them, and the rows that are handed to the organization. */
import { z } from "zod";
import { consentKinds, type LineType, most } from "./contact-terms.schema.ts";

export const mostColumns = 500;
export const mostRows = 1_000_000;
/** Rows that were not taken, and are kept to be read. */
export const mostErrors = 10_000;

export const importKinds = ["contacts", "do_not_call"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Where a column goes. `field`: a field of the organization's own, by the column's heading. */
export const targets = [
  "skip",
  "name",
  "first_name",
  "last_name",
  "number",
  "email",
  "company",
  "address",
  "time_zone",
  "line_type",
  "consent_on",
  "agreed",
  "tags",
  "note",
  "field",
] as const;
export type Target = (typeof targets)[number];

export const duplicateRules = ["skip", "update", "merge"] as const;

export const importOptions = z.object({
  columns: z.array(z.enum(targets)).max(mostColumns),
  headings: z.array(z.string().max(200)).max(mostColumns),
  /** Whether the first row names the columns. */
  has_headings: z.boolean(),
  delimiter: z.string().length(1),
  newline: z.enum(["\n", "\r\n", "\r"]),
  /** ISO 3166, of numbers without a prefix. */
  country: z.string().length(2),
  /** IANA, of days in the file. */
  time_zone: z.string().max(64).default("UTC"),
  duplicates: z.enum(duplicateRules),
  list_id: z.string().max(64).nullable(),
  tag: z.string().trim().max(most.tag),
  consent: z
    .object({
      kind: z.enum(consentKinds),
      source: z.string().trim().min(1).max(200),
      proof: z.string().max(1000),
    })
    .nullable(),
  /** Rows so far that were taken in, and whose columns give no consent. */
  without_consent: z.int().min(0).default(0),
  /** Why the numbers are not called, of a file for the do-not-call list. */
  reason: z.string().trim().max(most.reason),
});
export type ImportOptions = z.infer<typeof importOptions>;

/** What became of a row that was not taken. */
export const rowFaults = [
  "no_number",
  "bad_number",
  "bad_email",
  "bad_time_zone",
  "bad_consent_day",
  "no_name_or_number",
  "too_long",
  "number_of_two",
  "shared_number",
  "quotes",
] as const;
export type RowFault = (typeof rowFaults)[number];

/** A row that was not taken, with its cells, cut. */
export type RefusedRow = { row: number; fault: RowFault; cells: string[] };

/** A row of a file as it was read. */
export type ImportRow = {
  /** As a spreadsheet counts. */
  row: number;
  fault: RowFault | null;
  /** Of one with a fault: its cells, cut. */
  cells: string[];
  name: string | null;
  company: string | null;
  address: string | null;
  time_zone: string | null;
  /** E.164, the first one first. */
  numbers: string[];
  /** Of each number; null: the file does not say. */
  line_types: (LineType | null)[];
  /** When its person agreed, ms UTC; null: the row does not say. */
  consent_at: number | null;
  /** Whether its person agreed, where a column says who did; true: none says. */
  agrees: boolean;
  emails: string[];
  tags: string[];
  note: string | null;
  /** By heading. */
  custom: Record<string, string>;
};

export type ImportState =
  | "uploading"
  | "mapping"
  | "running"
  | "done"
  | "canceled"
  | "failed"
  | "undoing"
  | "undone";

/** An import as pages and its worker see it. */
export type ImportShown = {
  id: string;
  kind: ImportKind;
  state: ImportState;
  file_name: string;
  bytes: number;
  encoding: string | null;
  sample: string[][];
  options: ImportOptions | null;
  rows: number;
  bytes_read: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  kept: number;
  why: string | null;
  created_by_name: string;
  created_at: number;
  finished_at: number | null;
  /** When the same file was imported before; null: it was not. */
  same_at: number | null;
};

/** Why a file is not imported. */
export type ImportFault =
  | "empty"
  | "too_many_columns"
  | "too_many_rows"
  | "row_too_long"
  | "not_text"
  | "lost"
  | "incomplete";
