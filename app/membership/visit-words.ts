/** A visit of support in words, for the client's people and for the agency's. */
import { minute_ms } from "#app/platform/durations.ts";
import { ago, type Place } from "#app/platform/format.ts";

type Visit = { started_at: number; ends_at: number; ended_at: number | null; may_write: boolean };

/** "2 h ago, 14 min, read-only". `now`: ms UTC */
export function visitWords(
  { started_at, ends_at, ended_at, may_write }: Visit,
  now: number,
  place: Place,
): string {
  const isOpen = ended_at === null && ends_at > now;
  const minutes = Math.max(1, Math.ceil(((ended_at ?? ends_at) - started_at) / minute_ms));
  return [
    ago(started_at, now, place),
    isOpen ? "open now" : `${minutes} min`,
    may_write ? "could make changes" : "read-only",
  ].join(", ");
}
