/** Every line that a test makes the product log is clean: the sanitiser would take nothing out of it (R47). */
import { afterAll, expect } from "vitest";
import { sanitize } from "#app/platform/sanitize.ts";

/** What stands under these names is an id, a pattern or a kind of ours: short, without spaces between words of a person. */
const isOurs = (key: string): boolean => key === "route" || key.endsWith("_id");
const ours = /^[\w:./*@ -]{0,120}$/;

const unclean: string[] = [];

function look(line: unknown): void {
  if (typeof line !== "string" || !line.startsWith('{"level":')) return;
  const facts: unknown = JSON.parse(line);
  for (const [key, value] of Object.entries(Object(facts))) {
    if (typeof value !== "string") continue;
    const isClean = isOurs(key) ? ours.test(value) && !value.includes("@") : sanitize(value) === value;
    if (!isClean) unclean.push(`${key}: ${value}`);
  }
}

for (const level of ["log", "info", "warn", "error"] as const) {
  const write = console[level].bind(console);
  console[level] = (...lines: unknown[]) => {
    for (const line of lines) look(line);
    write(...lines);
  };
}

afterAll(() => expect(unclean).toEqual([]));
