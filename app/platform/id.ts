/** Ids: UUIDv7 text, so that they sort by birth and a date range is a range of ids (docs/architecture.md, "Data"). */
import { v7 } from "uuid";

/** A new id for something created at `at` (ms UTC; now when absent). */
export const newId = (at?: number): string => (at === undefined ? v7() : v7({ msecs: at }));

/** The smallest id of anything created at `at` (ms UTC); `id >= firstIdAt(from) and id < firstIdAt(to)` is a date range. */
export function firstIdAt(at: number): string {
  const hex = Math.max(0, Math.trunc(at)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** When the thing with this UUIDv7 was created, ms UTC. */
export const bornAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
