/** Rooms are layers: a room imports only rooms below it. The order is the tables in docs/contributing.md. */
import { posix } from "node:path";

/** `from "…"`, `import "…"`, `import("…")`: also what is imported for its types alone. */
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g;

/** The files that a module imports, as paths from the root. Packages are left out. */
export const importsOf = (path, text) =>
  [...text.matchAll(specifiers)]
    .map(([, specifier]) => specifier.replace(/\?.*$/, ""))
    .filter((specifier) => /^[#.]/.test(specifier))
    .map((specifier) =>
      specifier.startsWith("#") ? specifier.slice(1) : posix.join(posix.dirname(path), specifier),
    );

/**
 * The rooms in their order, ground first: rows of the table under a heading that begin with a name in backquotes.
 * @param heading "The rooms" or "The conversation"
 */
export const roomsOf = (page, heading) =>
  [
    ...page
      .split(new RegExp(`^## ${heading}$`, "m"))[1]
      .split(/^## /m)[0]
      .matchAll(/^\| `([\w-]+)` \|/gm),
  ].map(([, room]) => room);

/**
 * What breaks the order.
 * @param folder the folder whose subfolders are the rooms: "app", "workers/conversation"
 * @param sources pairs of a path and its text
 * @returns a sentence for each import upwards, and for each room that the list does not name
 */
export function brokenLayers(folder, rooms, sources) {
  const roomOf = (path) =>
    (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : []).slice(0, -1)[0] ?? null;
  const wrong = [];
  const missing = new Set();
  for (const [path, text] of sources) {
    const room = roomOf(path);
    if (room === null) continue;
    const height = rooms.indexOf(room);
    if (height < 0) missing.add(room);
    for (const target of importsOf(path, text)) {
      const other = roomOf(target);
      if (other === null || other === room) continue;
      if (rooms.indexOf(other) > height) wrong.push(`${path} imports ${target}: ${other} stands on ${room}`);
    }
  }
  for (const room of missing)
    wrong.push(`${folder}/${room} is not in the list of rooms in docs/contributing.md`);
  return wrong;
}

/** Folders of `tests/` that are no room of `app/` or `workers/`: what spans rooms, and what tests stand on. */
const lanes = ["front-door", "house", "e2e", "bench", "support"];

/** Folders of tests that mirror no room. */
export const strayTests = (rooms, folders) =>
  folders
    .filter((folder) => ![...rooms, ...lanes].includes(folder))
    .map((folder) => `tests/${folder} is neither a room nor one of ${lanes.join(", ")}`);
