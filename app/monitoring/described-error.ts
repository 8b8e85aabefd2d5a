/** Turns whatever was thrown into texts that may be kept: sanitised, bounded, and the same for the same error. */
import { innermostMessage } from "#app/platform/constraints.ts";
import { codeOf } from "#app/platform/errors.ts";
import { sanitize } from "#app/platform/sanitize.ts";

export type Context = Readonly<Record<string, string | number | boolean | null>>;

export type DescribedError = { message: string; code: string | null; stack: string | null };

const unknownError = "unknown error";

/** What a getter or `toString` of a thrown value answers; null when that throws too. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const mostFrames = 20;
const longestLine = 500;

/**
 * One line of a stack as `at name (file.js:3:14)`; null: it is no frame. Firefox and Safari write `name@address:3:14`.
 * Of the address only the file's own name is kept.
 */
function frameIn(line: string): string | null {
  const text = line.trim().slice(0, longestLine);
  const isAt = text.startsWith("at ");
  const split = isAt ? text.lastIndexOf("(") : text.indexOf("@");
  if (!isAt && split === -1) return null;
  const name = (isAt ? text.slice(3, split === -1 ? 3 : split) : text.slice(0, split)).trim();
  const address = text.slice(split === -1 ? 3 : split + 1).replace(/\)$/, "");
  const file = address.slice(Math.max(address.lastIndexOf("/"), address.lastIndexOf("\\")) + 1);
  if (!/\d$/.test(file)) return null;
  return name === "" ? `at ${sanitize(file)}` : `at ${sanitize(name)} (${sanitize(file)})`;
}

/** The frames of a stack: the function, the file's name and the line. The message stands elsewhere. */
export function sanitizedStack(stack: string): string | null {
  const lines = stack.slice(0, 10_000).split("\n");
  const frames = lines.flatMap((line) => frameIn(line) ?? []).slice(0, mostFrames);
  return frames.length === 0 ? null : frames.join("\n").slice(0, 2000);
}

/** Any thrown value in words. Never throws, whatever was thrown. */
export function describedError(error: unknown): DescribedError {
  const message = attempt(() => sanitize(innermostMessage(error))) || unknownError;
  const stack = attempt(() => (error instanceof Error ? (error.stack ?? null) : null));
  return {
    message,
    code: attempt(() => codeOf(error)),
    stack: stack === null ? null : sanitizedStack(stack),
  };
}

const mostFacts = 20;
const longestFact = 200;

/** The context of an error with every text sanitised. */
export function sanitizedContext(context: Context | undefined): Context | null {
  const facts = Object.entries(context ?? {}).slice(0, mostFacts);
  if (facts.length === 0) return null;
  return Object.fromEntries(
    facts.map(([key, value]) => [
      sanitize(key).slice(0, 40),
      typeof value === "string" ? sanitize(value).slice(0, longestFact) : value,
    ]),
  );
}

/** Messages that differ only in numbers and ids are one error. */
const sameFor = (message: string): string =>
  message
    .slice(0, 300)
    .replace(/\[[a-z]{2,10}\]/g, "#")
    .replace(/\b(?=[a-f]{0,40}\d)[0-9a-f-]{8,40}\b/gi, "#")
    .replace(/\d+/g, "#");

/** The text whose hash is the group's id. */
export const fingerprintOf = (parts: {
  organization_id: string | null;
  source: string;
  route: string;
  code: string | null;
  message: string;
}): string =>
  JSON.stringify([parts.organization_id, parts.source, parts.route, parts.code, sameFor(parts.message)]);
