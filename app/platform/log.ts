/** The one way to write a log line: JSON, without personal data. */
import { sanitize } from "./sanitize.ts";

type Facts = Record<string, string | number | boolean | null | undefined>;

/** Ids and the patterns of our own routes hold nothing of anybody's, and would not be recognised sanitised. */
const isOurs = (key: string): boolean => key === "route" || key.endsWith("_id");

/** Writes one structured line. Texts are sanitised; ids, counts and milliseconds are what belongs here. */
export function log(level: "info" | "warn" | "error", event: string, facts: Facts = {}): void {
  const clean = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === "string" && !isOurs(key) ? sanitize(value) : value,
    ]),
  );
  console[level](JSON.stringify({ level, event, ...clean }));
}
