/** The only way to write a log line: JSON, without personal data. */
import { sanitize } from "./sanitize.ts";

type Facts = Record<string, string | number | boolean | null | undefined>;

/** Ids and patterns of our own routes contain no personal data, and sanitizing would make them unrecognizable. */
const isOurs = (key: string): boolean => key === "route" || key.endsWith("_id");

/** Writes one structured line. Texts are sanitized; ids, counts and milliseconds belong here. */
export function log(level: "info" | "warn" | "error", event: string, facts: Facts = {}): void {
  const clean = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === "string" && !isOurs(key) ? sanitize(value) : value,
    ]),
  );
  console[level](JSON.stringify({ level, event, ...clean }));
}
