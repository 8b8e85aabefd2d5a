/** Ids: UUIDv7 text, so that they sort by birth and a date range is a range of ids (docs/architecture.md, "Data"). */
import { v7 } from "uuid";
import { minute_ms } from "./durations.ts";

/** The moment of the last id, and its place among the ids of that moment. */
let last = { msecs: 0, seq: 0 };

/** Ids of one isolate ascend, even if the clock is corrected by a little. One that is set back by more is believed: ids of the future would be left out of every range that ends now. */
function nextPlace(now: number): typeof last {
  if (last.msecs >= now && last.msecs - now < minute_ms) return { ...last, seq: last.seq + 1 };
  const begin = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  // Half of the places of a moment stay free above the first one.
  return { msecs: now, seq: begin >>> 1 };
}

/** A new id for something created at `at` (ms UTC; now when absent). */
export function newId(at?: number): string {
  if (at !== undefined) return v7({ msecs: at });
  last = nextPlace(Date.now());
  return v7(last);
}

/** The id of what this name makes at a moment (ms UTC): the same for the same name and moment, so that doing it again makes nothing twice. */
export async function idOf(name: string, at: number): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  return v7({ msecs: at, random: new Uint8Array(digest.slice(0, 16)) });
}

/** The smallest id of anything created at `at` (ms UTC); `id >= firstIdAt(from) and id < firstIdAt(to)` is a date range. */
export function firstIdAt(at: number): string {
  const hex = Math.max(0, Math.trunc(at)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** When the thing with this UUIDv7 was created, ms UTC. */
export const bornAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** An id of our own making (RFC 9562, version 8): the same for the same hash, which is hexadecimal and has 32 digits or more. */
export const uuidOf = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
