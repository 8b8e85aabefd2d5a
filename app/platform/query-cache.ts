/**
 * The browser's cache of pages: fresh for 30 s, kept for 5 minutes, one retry, no refetch on focus (docs/product.md,
 * "Constants"). Between 30 s and 5 minutes the cached page is shown at once while a new one is fetched.
 */

import { minute_ms, second_ms } from "./durations.ts";
import { pageOwner } from "./page-owner.ts";

const freshFor_ms = 30 * second_ms;
const keptFor_ms = 5 * minute_ms;

type Entry = { value: unknown; at: number; isExpired: boolean };
type Ask = () => Promise<unknown>;

/** Whether the server refused or redirected. Silence or a server error is no reason to drop a cached page. */
const isRefusal = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status < 500;

/** Retries only after a lost connection: an answer, even an error, is final. */
async function withOneRetry(ask: Ask): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return ask();
  }
}

/** Remembered answers by key. The caller passes the clock; `onRefreshed` is called for each answer that replaced an older one in the background. */
export class QueryCache {
  readonly #now: () => number;
  readonly #onRefreshed: (key: string) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<unknown>>();
  /** Grows when the cache is emptied, so that an answer requested before cannot enter it afterwards. */
  #generation = 0;
  #isHeld = false;

  /** @param now milliseconds of a clock that only moves forward */
  constructor(now: () => number, onRefreshed: (key: string) => void) {
    this.#now = now;
    this.#onRefreshed = onRefreshed;
  }

  /**
   * The answer for `key`: from memory while it is valid, else from `ask`.
   * @throws what `ask` throws, unless an older answer can replace it after a lost connection or a server error
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
   * Marks the entries of these keys as stale: the next `load` asks again, and the old answer is used only if that
   * fails. A response already in flight may be stale too: it is delivered to the callers that wait for it, then
   * dropped.
   */
  expire(isOld: (key: string) => boolean): void {
    for (const [key, entry] of this.#entries) if (isOld(key)) entry.isExpired = true;
    for (const key of this.#asking.keys()) if (isOld(key)) this.#asking.delete(key);
  }

  /** Whether `load` has an answer for the key, even if the server cannot be asked. */
  has(key: string): boolean {
    const known = this.#entries.get(key);
    return known !== undefined && !this.#isHeld && this.#now() - known.at < keptFor_ms;
  }

  /** Forgets everything, including requests in flight. */
  empty(): void {
    this.#entries.clear();
    this.#asking.clear();
    this.#generation++;
  }

  /** A change is under way: forgets everything and serves nothing from memory until `release`, because any page may be affected. */
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
    // A page that is being prefetched is not fetched twice when it is opened; if the prefetch is abandoned, this
    // request is made.
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

  /** An answer requested during a change may be from before or after it: it is never served as fresh, only as a fallback. */
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

/**
 * What tells a prefetch from a visit that asks for the same page at the same time. The router takes a valueless `index`
 * out of what it asks the server, so both get one answer.
 */
const aheadMark = "index";

/** The address at which a fetcher prefetches a page: its errors are ignored. */
export const aheadOf = (pathAndQuery: string): string =>
  `${pathAndQuery}${pathAndQuery.includes("?") ? "&" : "?"}${aheadMark}`;

/** The page that an address asks for, and whether ahead of a visit. */
function askedAt(address: string): { page: string; isAhead: boolean } {
  const { pathname, search } = new URL(address);
  const isAhead = search.endsWith(`?${aheadMark}`) || search.endsWith(`&${aheadMark}`);
  return { page: pathname + (isAhead ? search.slice(0, -aheadMark.length - 1) : search), isAhead };
}

/** Forgets every page and serves none from memory until `releaseQueryCache`: while a form is being submitted, including sign-out and switching the organization. */
export const holdQueryCache = (): void => cache.hold();

export const releaseQueryCache = (): void => cache.release();

/** Whether a page can be shown without asking the server. */
export const isRemembered = (pathAndQuery: string): boolean => {
  const owner = pageOwner();
  return owner !== null && cache.has(`${owner} ${pathAndQuery}`);
};

/** Whether a form is being submitted. */
export const isQueryCacheHeld = (): boolean => cache.isHeld;

/** Makes the next visit or revalidation of these pages ask the server; the shown page stays if it does not answer. */
export const expirePages = (isOld: (pathAndQuery: string) => boolean): void =>
  cache.expire((key) => isOld(pageOf(key)));

type LoaderArgs = { request: Request; serverLoader: () => Promise<unknown> };

/**
 * A route's `clientLoader`: `export const clientLoader = rememberedLoader;`
 * It answers what the route's own `loader` answers, but one function for all routes cannot declare that. `never` adds
 * nothing to the type that React Router reads from `loader`, where `unknown` would replace it. Hence the cast.
 */
export async function rememberedLoader({ request, serverLoader }: LoaderArgs): Promise<never> {
  const { page, isAhead } = askedAt(request.url);
  const owner = pageOwner();
  // A page without an organization does not say whose answer this will be, so it is not kept.
  const answer = owner === null ? withOneRetry(serverLoader) : cache.load(`${owner} ${page}`, serverLoader);
  if (!isAhead) return (await answer) as never;
  return (await answer.catch(() => undefined)) as never;
}

/** The first page, which came with the document, is remembered too. */
rememberedLoader.hydrate = true as const;
