/** What the service worker keeps in the browser's cache: files of the build, the same for everybody. Never a page, never an answer about a person (docs/security.md). */

/** The one document that is kept: it is shown when no other can be asked for. */
export const offlinePage = "/offline";

const files = "files-";

/** The cache of a build's files. */
export const cacheOf = (version: string): string => `${files}${version}`;

/**
 * Which cache a file may come from: `any`, since its name changes with its content; `current`, this build's only.
 * Null for everything else, which the worker leaves to the browser.
 */
export function keptIn({ method, origin, pathname }: Asked, own: string): "any" | "current" | null {
  if (method !== "GET" || origin !== own) return null;
  if (pathname.startsWith("/assets/")) return "any";
  return pathname.startsWith("/fonts/") ? "current" : null;
}

interface Asked {
  readonly method: string;
  readonly origin: string;
  readonly pathname: string;
}

/**
 * The caches to delete when a build takes over: all but its own and the newest of the others, whose files tabs that
 * are still open may ask for.
 * @param names in the order in which they were made
 */
export function outdatedCaches(names: readonly string[], version: string): readonly string[] {
  const others = names.filter((name) => name.startsWith(files) && name !== cacheOf(version));
  return others.slice(0, -1);
}
