/**
 * The browser's memory of pages it has shown: fresh for 30 s, kept for 5 minutes, one retry, never asked again on focus
 * (specification section 9). Between 30 s and 5 minutes the old page stays while the new one is fetched.
 */

const freshFor = 30_000;
const keptFor = 300_000;

type Entry = { value: unknown; at: number };
const entries = new Map<string, Entry>();
/** Counts up when the cache is emptied, so that an answer asked before cannot come back into it. */
let generation = 0;
const refreshing = new Set<string>();

/** Fired on `window` when a page that is shown from memory has a newer answer. */
export const refreshedEvent = "query-cache:refreshed";

/** Forgets everything: after every action, switch and sign-out. */
export function emptyQueryCache(): void {
  entries.clear();
  generation++;
}

/** Whose pages these are: the document says which user and organization it was drawn for. */
const owner = (): string => document.documentElement.dataset.owner ?? "";

async function ask(key: string, serverLoader: () => Promise<unknown>): Promise<unknown> {
  const asked = generation;
  let value: unknown;
  try {
    value = await serverLoader();
  } catch (error) {
    // Only a lost connection is worth a second try: an answer, even an error, is an answer.
    if (!(error instanceof TypeError)) throw error;
    value = await serverLoader();
  }
  if (asked === generation) entries.set(key, { value, at: Date.now() });
  return value;
}

type LoaderArgs = { request: Request; serverLoader: <T = unknown>() => Promise<T> };

/** A route's `clientLoader`: `export const clientLoader = rememberedLoader;` */
export async function rememberedLoader({ request, serverLoader }: LoaderArgs): Promise<unknown> {
  const url = new URL(request.url);
  const key = `${owner()} ${url.pathname}${url.search}`;
  const known = entries.get(key);
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (!known || age >= keptFor) return ask(key, serverLoader);
  if (age >= freshFor && !refreshing.has(key)) {
    refreshing.add(key);
    ask(key, serverLoader)
      .then(() => window.dispatchEvent(new Event(refreshedEvent)))
      .catch(() => entries.delete(key))
      .finally(() => refreshing.delete(key));
  }
  return known.value;
}
