/** What the address of a list of errors asks for. */
import { z } from "zod";
import { type ErrorSource, type ErrorState, errorSources, errorStates } from "#app/monitoring/error-kinds.ts";

export type ErrorQuery = {
  state: ErrorState;
  /** Null: every source. */
  source: ErrorSource | null;
  /** On the page of all organizations: one organization's id; null: all of them. */
  organization: string | null;
};

const isSource = (source: string): source is ErrorSource => Object.hasOwn(errorSources, source);
const asked = z.object({
  state: z.enum(errorStates).catch("open"),
  source: z.string().refine(isSource).nullable().catch(null),
  organization: z.uuid().nullable().catch(null),
});

/** Any other value is the usual one. */
export function errorQueryOf(url: string): ErrorQuery {
  const { searchParams } = new URL(url);
  return asked.parse({
    state: searchParams.get("state"),
    source: searchParams.get("source"),
    organization: searchParams.get("organization"),
  });
}
