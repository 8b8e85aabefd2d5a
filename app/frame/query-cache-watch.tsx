// Keeps the cache of pages correct: empties it at changes, prefetches pages, redraws a page whose data became newer.

import { useCallback, useEffect, useState } from "react";
import { useFetcher, useFetchers, useLocation, useNavigation, useRevalidator } from "react-router";
import { second_ms } from "#app/platform/durations.ts";
import {
  aheadOf,
  holdQueryCache,
  isQueryCacheHeld,
  refreshedEvent,
  releaseQueryCache,
} from "#app/platform/query-cache.ts";
import { fetchCode } from "./code-ahead.ts";
import { isCurrentPlace, sections } from "./navigation.ts";

/** Used once in the dashboard's layout; draws nothing. */
export function QueryCacheWatch() {
  useHoldWhileChanging();
  useRedrawWhenRefreshed();
  return <FetchAhead />;
}

/** How long a pressed form may take to become a submission; a form that its page holds back never becomes one. */
const becomesSubmissionWithin_ms = second_ms;

const changes = (method: string | undefined) => method !== undefined && method.toUpperCase() !== "GET";

function useHoldWhileChanging(): void {
  const { formMethod } = useNavigation();
  const isChanging = [formMethod, ...useFetchers().map((fetcher) => fetcher.formMethod)].some(changes);

  useEffect(() => {
    if (isChanging) holdQueryCache();
    else releaseQueryCache();
  }, [isChanging]);

  // A quick action could be over before an effect runs; the form's event comes before its request.
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

/** Pointing at a link for this long counts as interest; shorter is passing by. */
const meantAfter_ms = 80;

/** Pages that ask a carrier are not prefetched. */
const asksOutside = ["/numbers/search"];

/** The path and query of a link to another page of the dashboard. */
function pageOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin || asksOutside.includes(pathname)) return null;
  if (pathname + search === location.pathname + location.search) return null;
  const isPage = sections.some(({ places }) => places.some((place) => isCurrentPlace(place, pathname)));
  return isPage ? pathname + search : null;
}

/** Prefetches code and data of a page when the person points at a link: the router's own `prefetch` reloads the document when code is missing. */
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

/** Removed when done: a fetcher that stays would be reloaded after every action. */
function Fetch({ page, onDone }: { readonly page: string; readonly onDone: () => void }) {
  const { load } = useFetcher();
  useEffect(() => {
    // Prefetching must never reload the current page.
    fetchCode(new URL(page, location.origin).pathname)
      .then((isThere) => {
        if (!isThere || isQueryCacheHeld()) return;
        return load(aheadOf(page));
      })
      .finally(onDone);
  }, [load, page, onDone]);
  return null;
}
