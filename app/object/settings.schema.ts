/** Settings of an organization that other rooms use: its object, and the creation of agents. */
import { z } from "zod";
import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import type { Redaction, Retention } from "./data-classes.schema.ts";

/** A closed day: YYYY-MM-DD in the organization's zone, with an optional name. */
export const closedDay = z.object({ date: z.iso.date(), name: z.string() });
export type ClosedDay = z.infer<typeof closedDay>;

/** After how many days the words of a call are deleted. */
export const retentionDays = z.int().min(1);

/** The value of the column `retention_days` where words are kept as long as the organization exists; null there: never chosen. */
export const keptForever = 0;

/** The settings of a row in D1 that calls go by; null: not chosen since D1 is their home, so what the object has stays. */
export type CopiedSettings = {
  closed_days: ClosedDay[] | null;
  retention_days: number | null;
  /** Absent: an older Worker asks. */
  retention?: Retention | null;
  redaction?: Redaction | null;
  calling_hours?: CallingHours | null;
};
