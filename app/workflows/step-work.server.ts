/** What the steps of a run have in common: what they work with, and how they answer. */
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import type { StepDone, StepJob } from "./workflow.schema.ts";

export type Work = {
  actor: Actor;
  deps: Pick<Deps, "db" | "env">;
  job: StepJob;
  /** The same one does nothing twice. */
  key: string;
  /** Notes whom the run is about. */
  meet(contact_id: string): Promise<void>;
};

export type Settings = Readonly<Record<string, string>>;
/** It can't be done now; it is tried again at `later` (ms UTC). */
export type Later = { later: number; why: string };
export type Performed = Promise<StepDone | Later>;

export const done = (
  input: Settings,
  output: Extract<StepDone, { ok: true }>["output"] = {},
  touched: string | null = null,
): StepDone => ({
  ok: true,
  input: { ...input },
  output,
  touched,
});
export const refused = (input: Settings, why: string): StepDone => ({ ok: false, input: { ...input }, why });

export const noOne = "The run is about no one whose number is known";

/** The number of the person whom a run is about; null: it is not known. */
export function phoneOf({ phone_number, facts: { contact } }: StepJob): string | null {
  if (phone_number !== null) return phone_number;
  if (contact === null || typeof contact !== "object" || Array.isArray(contact)) return null;
  return typeof contact.phone_number === "string" ? contact.phone_number : null;
}
