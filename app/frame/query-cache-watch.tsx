// Keeps the memory of pages true: empties it when something is changed, fetches ahead, redraws a page that has become newer.

import { useCallback, useEffect, useState } from "react";
import { useFetcher, useFetchers, useLocation, useNavigation, useRevalidator } from "react-router";
import { second_ms } from "#app/platform/durations.ts";
import {
  expectAhead,
  holdQueryCache,
  isQueryCacheHeld,
  refreshedEvent,
  releaseQueryCache,
} from "#app/platform/query-cache.ts";
import { fetchCode } from "./code-ahead.ts";
import { isCurrentPlace, sections } from "./navigation.ts";

/** Stands once in the dashboard's layout; draws nothing. */
export function QueryCacheWatch() {
  useHoldWhileChanging();
  useRedrawWhenRefreshed();
  return <FetchAhead />;
}

/** How long a form that was pressed may take to become a submission; one that its page holds back never does. */
const becomesSubmissionWithin_ms = second_ms;

const changes = (method: string | undefined) => method !== undefined && method.toUpperCase() !== "GET";

function useHoldWhileChanging(): void {
  const { formMethod } = useNavigation();
  const isChanging = [formMethod, ...useFetchers().map((fetcher) => fetcher.formMethod)].some(changes);

  useEffect(() => {
    if (isChanging) holdQueryCache();
    else releaseQueryCache();
  }, [isChanging]);

  // A quick action could be over before an effect runs; the event of the form comes before its request.
  useEffect(() => {
    let timer: number | undefined;
    const press = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement)) return;
      const method = event.submitter?.getAttribute("formmethod") ?? event.target.method;
      if (!changes(method)) return;
      holdQueryCache();
      window.clearTimeout(timer);
      if (!isChanging) timer = window.setTimeout(releaseQueryCache, becomesSubmissionWithin_ms);
    };
    document.addEventListener("submit", press, { capture: true });
    return () => {
      document.removeEventListener("submit", press, { capture: true });
      window.clearTimeout(timer);
    };
  }, [isChanging]);
}

function useRedrawWhenRefreshed(): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const redraw = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === pathname + search) revalidate();
    };
    window.addEventListener(refreshedEvent, redraw);
    return () => window.removeEventListener(refreshedEvent, redraw);
  }, [pathname, search, revalidate]);
}

/** Pointing at a link this long means it; less is a pointer on its way elsewhere. */
const meantAfter_ms = 80;

/** Pages that ask a carrier: pointing at them is no reason to. */
const asksOutside = ["/numbers/search"];

/** The path and query of a link that leads to a page of the dashboard other than the one that is shown. */
function pageOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || asksOutside.includes(pathname)) return null;
  if (pathname + search === location.pathname + location.search) return null;
  const isPage = sections.some(({ places }) => places.some((place) => isCurrentPlace(place, pathname)));
  return isPage ? pathname + search : null;
}

/** Code and data of a page somebody points at are fetched ahead here: the router's own `prefetch` reloads the document when code is missing. */
function FetchAhead() {
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    const point = (event: Event) => {
      window.clearTimeout(timer);
      const pointed = pageOf(event.target);
      if (pointed !== null) timer = window.setTimeout(setPage, meantAfter_ms, pointed);
    };
    const kinds = ["pointerover", "focusin", "touchstart"];
    for (const kind of kinds) document.addEventListener(kind, point, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, point);
      window.clearTimeout(timer);
    };
  }, []);
  const done = useCallback(() => setPage(null), []);
  return page === null ? null : <Fetch key={page} page={page} onDone={done} />;
}

/** Gone when it is done: a fetcher that stays would be asked again after every action. */
function Fetch({ page, onDone }: { readonly page: string; readonly onDone: () => void }) {
  const { load } = useFetcher();
  useEffect(() => {
    // Pointing at a link must cost nobody the page they are on.
    fetchCode(new URL(page, location.origin).pathname)
      .then((isThere) => {
        if (!isThere || isQueryCacheHeld()) return;
        expectAhead(page);
        return load(page);
      })
      .finally(onDone);
  }, [load, page, onDone]);
  return null;
}
