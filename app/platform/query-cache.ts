/**
 * The browser's memory of pages it has shown: fresh for 30 s, kept for 5 minutes, one retry, never asked again on focus
 * (spec.md section 9). Between 30 s and 5 minutes the old page is shown at once while the new one is fetched.
 */

import { minute_ms, second_ms } from "./durations.ts";
import { pageOwner } from "./page-owner.ts";

const freshFor_ms = 30 * second_ms;
const keptFor_ms = 5 * minute_ms;

type Entry = { value: unknown; at: number; isExpired: boolean };
type Ask = () => Promise<unknown>;

/** Whether the server answered with a refusal or a redirect; a silence or a breakdown is no reason to take an old page away. */
const isRefusal = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status < 500;

/** Only a lost connection is worth a second try: an answer, even an error, is an answer. */
async function withOneRetry(ask: Ask): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return ask();
  }
}

/** Remembered answers by key. The clock is given in; `onRefreshed` hears of every answer that replaced an older one unasked. */
export class QueryCache {
  readonly #now: () => number;
  readonly #onRefreshed: (key: string) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<unknown>>();
  /** Counts up when the cache is emptied, so that an answer asked before cannot come back into it. */
  #generation = 0;
  #isHeld = false;

  /** @param now milliseconds, of any clock that only goes forward */
  constructor(now: () => number, onRefreshed: (key: string) => void) {
    this.#now = now;
    this.#onRefreshed = onRefreshed;
  }

  /**
   * The answer for `key`: from memory while it is good, else from `ask`.
   * @throws what `ask` throws, unless an older answer can stand in for a lost connection or a server's breakdown
   */
  async load(key: string, ask: Ask): Promise<unknown> {
    if (this.#isHeld) return this.#askUnremembered(key, ask);
    const known = this.#entries.get(key);
    const age = known ? this.#now() - known.at : Number.POSITIVE_INFINITY;
    if (!known || age >= keptFor_ms) return this.#ask(key, ask);
    if (known.isExpired) {
      return this.#ask(key, ask).catch((error: unknown) => {
        if (isRefusal(error)) throw error;
        return known.value;
      });
    }
    if (age >= freshFor_ms) this.#refresh(key, ask);
    return known.value;
  }

  /**
   * The next `load` of these asks again; an old answer stands in only if that fails. What is on its way was asked before
   * and may be old too: whoever waits for it gets it, and nobody after.
   */
  expire(isOld: (key: string) => boolean): void {
    for (const [key, entry] of this.#entries) if (isOld(key)) entry.isExpired = true;
    for (const key of this.#asking.keys()) if (isOld(key)) this.#asking.delete(key);
  }

  /** Forgets everything, also what is being asked for. */
  empty(): void {
    this.#entries.clear();
    this.#asking.clear();
    this.#generation++;
  }

  /** Something is being changed: forgets everything, and serves nothing from memory until `release`, because nobody knows yet what still holds. */
  hold(): void {
    this.#isHeld = true;
    this.empty();
  }

  release(): void {
    this.#isHeld = false;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  #refresh(key: string, ask: Ask): void {
    if (this.#asking.has(key)) return;
    const asked = this.#generation;
    this.#ask(key, ask).then(
      () => asked === this.#generation && this.#onRefreshed(key),
      (error: unknown) => isRefusal(error) && this.#entries.delete(key),
    );
  }

  async #ask(key: string, ask: Ask): Promise<unknown> {
    // A page that is being fetched ahead is not fetched twice when it is then opened; if that try is given up, this one is made.
    const running = this.#asking.get(key);
    if (running) return running.catch(() => this.#ask(key, ask));
    const asked = this.#generation;
    const answer = withOneRetry(ask);
    this.#asking.set(key, answer);
    try {
      const value = await answer;
      const isStill = this.#asking.get(key) === answer;
      if (asked === this.#generation && (isStill || !this.#entries.has(key)))
        this.#remember(key, value, !isStill);
      return value;
    } finally {
      if (this.#asking.get(key) === answer) this.#asking.delete(key);
    }
  }

  /** Asked while something changes, an answer may be of before or after: it never serves, it only stands in. */
  async #askUnremembered(key: string, ask: Ask): Promise<unknown> {
    const asked = this.#generation;
    const value = await withOneRetry(ask);
    if (asked === this.#generation && !this.#entries.has(key)) this.#remember(key, value, true);
    return value;
  }

  #remember(key: string, value: unknown, isExpired = false): void {
    const at = this.#now();
    for (const [old, entry] of this.#entries) if (at - entry.at >= keptFor_ms) this.#entries.delete(old);
    this.#entries.set(key, { value, at, isExpired });
  }
}

/** Fired on `window` when a page that was shown from memory has a newer answer; `detail` is the page's path and query. */
export const refreshedEvent = "query-cache:refreshed";

const pageOf = (key: string): string => key.slice(key.indexOf(" ") + 1);

const cache = new QueryCache(
  () => Date.now(),
  (key) => window.dispatchEvent(new CustomEvent(refreshedEvent, { detail: pageOf(key) })),
);

/** Pages that are being fetched ahead, because somebody points at a link to them. */
const ahead = new Set<string>();

/** The next load of this page is ahead of time: whatever goes wrong with it concerns nobody. */
export const expectAhead = (pathAndQuery: string): void => {
  ahead.clear();
  ahead.add(pathAndQuery);
};

/** Forgets every page and serves none from memory until `releaseQueryCache`: while a form is under way, signing out and changing the organization among them. */
export const holdQueryCache = (): void => cache.hold();

export const releaseQueryCache = (): void => cache.release();

/** Whether a form is under way. */
export const isQueryCacheHeld = (): boolean => cache.isHeld;

/** Makes the next visit or revalidation of these pages ask the server; what was shown stands if it does not answer. */
export const expirePages = (isOld: (pathAndQuery: string) => boolean): void =>
  cache.expire((key) => isOld(pageOf(key)));

type LoaderArgs = { request: Request; serverLoader: () => Promise<unknown> };

/**
 * A route's `clientLoader`: `export const clientLoader = rememberedLoader;`
 *
 * It answers what the route's own `loader` answers, but one function for all routes cannot say so; `never` adds nothing to
 * the type that React Router reads from `loader`, where `unknown` would swallow it. Hence the cast.
 */
export async function rememberedLoader({ request, serverLoader }: LoaderArgs): Promise<never> {
  const { pathname, search } = new URL(request.url);
  const page = pathname + search;
  const owner = pageOwner();
  // Coming from a page of no organization, nobody knows yet whose answer this will be: it is not kept.
  const answer = owner === null ? withOneRetry(serverLoader) : cache.load(`${owner} ${page}`, serverLoader);
  if (!ahead.delete(page)) return (await answer) as never;
  return (await answer.catch(() => undefined)) as never;
}

/** The first page, which came with the document, is remembered too. */
rememberedLoader.hydrate = true as const;
