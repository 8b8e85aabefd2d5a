/**
 * /sw.js: keeps the files of a build, and shows the offline page when a document cannot be asked for. Documents, data
 * and forms always go to the network. `scripts/service-worker.mjs` makes it with each build, so that a deployment is an
 * update of it.
 */
import { day_ms } from "#app/platform/durations.ts";
import { type FromPage, isFromPage } from "#app/platform/worker-words.ts";
import { cacheOf, keptIn, offlinePage, outdatedCaches } from "./kept-files.ts";

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Extendable {
  readonly request: Request;
  /** What the browser asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Extendable {
  readonly data: unknown;
}
interface Events {
  readonly install: Extendable;
  readonly activate: Extendable;
  readonly fetch: Asked;
  readonly message: Told;
}

/** The part of a worker's global scope that is used here; TypeScript's library of it cannot be loaded beside a page's. */
declare const self: {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void): void;
};

/** Put in by the build: the build's id, what the offline page needs, and every file of the build. */
declare const BUILD: {
  readonly version: string;
  readonly shell: readonly string[];
  readonly files: readonly string[];
};
const { version, shell, files } = BUILD;

const isWhole = (answer: Response): boolean => answer.status === 200 && answer.type === "basic";

/** Stores an answer if there is room. A full disk or a private window is no reason to fail: the network still answers. */
async function keep(path: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(cacheOf(version))).put(path, answer);
  } catch {
    // Nothing is kept.
  }
}

/** A stored answer; null where there is none or the storage cannot be read. */
async function kept(path: string, place: "any" | "current"): Promise<Response | null> {
  try {
    const cacheName = cacheOf(version);
    const options = { ignoreVary: true, ...(place === "current" && { cacheName }) };
    return (await caches.match(path, options)) ?? null;
  } catch {
    return null;
  }
}

/** Without cookies: what the host shows to a stranger is the same for every person of this browser. */
async function keepOfflinePage(): Promise<void> {
  const answer = await fetch(offlinePage, { credentials: "omit", cache: "no-store" });
  if (isWhole(answer)) await keep(offlinePage, answer);
}

/** Keeps a file, unless it is kept already. A file that an older build has, too, is taken over, not fetched. */
async function keepFile(path: string): Promise<void> {
  if (await kept(path, "current")) return;
  const place = keptIn({ method: "GET", origin: "", pathname: path }, "");
  const answer = (place === "any" && (await kept(path, place))) || (await fetch(path));
  if (isWhole(answer)) await keep(path, answer);
}

/** As many at a time as a browser of HTTP/1.1 asks one host for. */
const atATime = 6;

async function keepAll(paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += atATime)
    await Promise.allSettled(paths.slice(from, from + atATime).map(keepFile));
}

async function install(): Promise<void> {
  // What could not be kept is kept later: a file when a page asks for it, the offline page beside the next document.
  await Promise.allSettled([keepOfflinePage(), keepAll(shell)]);
}

async function activate(): Promise<void> {
  const names = await caches.keys().catch(() => []);
  await Promise.allSettled(outdatedCaches(names, version).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function file(event: Asked, path: string, place: "any" | "current"): Promise<Response> {
  const known = await kept(path, place);
  if (known) return known;
  const answer = await fetch(event.request);
  if (isWhole(answer)) event.waitUntil(keep(path, answer.clone()));
  return answer;
}

/** The offline page wears a brand, which may change between two builds. */
async function refreshOfflinePage(): Promise<void> {
  const known = await kept(offlinePage, "current");
  const age_ms = Date.now() - Date.parse(known?.headers.get("date") ?? "");
  if (!(age_ms < day_ms)) await keepOfflinePage();
}

async function page(event: Asked): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(refreshOfflinePage().catch(() => undefined));
    return answer;
  } catch (error) {
    // One of an older build is better than the browser's own error.
    const offline = (await kept(offlinePage, "current")) ?? (await kept(offlinePage, "any"));
    if (offline) return offline;
    throw error;
  }
}

const answers: Record<FromPage, () => Promise<unknown>> = {
  "keep-files": () => keepAll(files),
  "take-over": () => self.skipWaiting(),
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (isFromPage(event.data)) event.waitUntil(answers[event.data]().catch(() => undefined));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const place = keptIn({ method: request.method, origin, pathname }, self.location.origin);
  if (place !== null) event.respondWith(file(event, pathname, place));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
});
