// Brings the live feed to the dashboard's pages: one socket for each tab, and hooks for what each page needs.

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useRevalidator } from "react-router";
import { second_ms } from "#app/platform/durations.ts";
import { expirePages } from "#app/platform/query-cache.ts";
import type { LiveCall } from "./live-feed.schema.ts";
import { type FeedState, type FeedWorld, LiveFeedClient } from "./live-feed-client.ts";
import { liveCaller } from "./live-words.ts";
import { Spaced } from "./spaced.ts";

/** How often a page reloads its data while the feed is silent. */
const pollEvery_ms = 5 * second_ms;

const Feed = createContext<LiveFeedClient | null>(null);

const afterTimeout = (ms: number, work: () => void): (() => void) => {
  const timer = window.setTimeout(work, ms);
  return () => window.clearTimeout(timer);
};

const browser = (organizationId: string): FeedWorld => ({
  open({ heard, closed }) {
    const address = new URL(`/live?organization_id=${organizationId}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => typeof data === "string" && heard(data));
    socket.addEventListener("close", closed);
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
    };
  },
  after: afterTimeout,
  random: Math.random,
});

export interface LiveCallsProviderProps {
  /** Null for members who may not see calls: no feed is opened. */
  readonly organizationId: string | null;
  readonly children: ReactNode;
}

/** Wraps the dashboard's frame; components inside it can use live calls. */
export function LiveCallsProvider(props: LiveCallsProviderProps) {
  const { organizationId, children } = props;
  const [client, setClient] = useState<LiveFeedClient | null>(null);
  useEffect(() => {
    if (organizationId === null) return;
    const feed = new LiveFeedClient(browser(organizationId));
    const nudge = () => document.visibilityState === "visible" && feed.nudge();
    feed.start();
    setClient(feed);
    window.addEventListener("online", nudge);
    document.addEventListener("visibilitychange", nudge);
    return () => {
      feed.stop();
      window.removeEventListener("online", nudge);
      document.removeEventListener("visibilitychange", nudge);
    };
  }, [organizationId]);
  return (
    <Feed value={client}>
      {children}
      <Announcer />
    </Feed>
  );
}

const untold: FeedState = { calls: null, isPaused: false, endings: 0 };
const nothing = () => () => {};

/** One part of the feed's state; the component renders only when it changes, so it must be primitive or the same object. */
function useFeed<T>(part: (state: FeedState) => T): T {
  const client = useContext(Feed);
  return useSyncExternalStore(
    client?.subscribe ?? nothing,
    () => part(client?.state ?? untold),
    () => part(untold),
  );
}

/** The number of running calls; null until the feed has sent it, and while it is silent. */
export const useLiveCount = (): number | null =>
  useFeed(({ calls, isPaused }) => (isPaused ? null : (calls?.length ?? null)));

/** The running calls, oldest first; `known` came with the page and is used until the feed has sent its own, or while it is silent. */
export function useLiveCalls(known: readonly LiveCall[]): readonly LiveCall[] {
  const calls = useFeed((state) => (state.isPaused ? null : state.calls));
  return calls ?? known;
}

/** One running call; null when the feed does not know it, has not sent anything yet, or is silent. */
export const useLiveCall = (id: string): LiveCall | null =>
  useFeed((state) => (state.isPaused ? null : (state.calls?.find(({ call_id }) => call_id === id) ?? null)));

/** A call of the page may appear in the feed a moment later; a call that stays unknown for longer has ended. */
const unheardFor_ms = second_ms;

/** However many calls end, a page reads its data no more often than this: what runs comes by the feed alone. */
const reloadEvery_ms = 4 * second_ms;

/**
 * For pages of finished or live calls: reads their data again when a call ends, and every few seconds while the feed is
 * silent. `known` are the running calls of the page: one that the feed does not know ended before the feed connected.
 * @param onEnded what to do in place of reading everything again when a call ends; must keep its identity
 */
export function useFreshCalls(known: readonly Pick<LiveCall, "call_id">[], onEnded?: () => void): () => void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const [spaced] = useState(() => new Spaced(reloadEvery_ms, afterTimeout));
  useEffect(() => () => spaced.stop(), [spaced]);
  const refresh = useCallback(
    (work?: () => void) =>
      spaced.want(
        work ??
          (() => {
            expirePages((page) => page === pathname + search);
            revalidate();
          }),
      ),
    [spaced, pathname, search, revalidate],
  );

  const endings = useFeed((state) => state.endings);
  const shown = useRef(endings);
  useEffect(() => {
    if (shown.current === endings) return;
    shown.current = endings;
    refresh(onEnded);
  }, [endings, refresh, onEnded]);

  const calls = useFeed((state) => (state.isPaused ? null : state.calls));
  const isOld =
    calls !== null && known.some(({ call_id }) => !calls.some((call) => call.call_id === call_id));
  useEffect(() => {
    // A new answer that still contains the call is another list: it is checked again.
    if (!isOld || known.length === 0) return;
    const timer = window.setTimeout(refresh, unheardFor_ms, onEnded);
    return () => window.clearTimeout(timer);
  }, [isOld, known, refresh, onEnded]);

  const isPaused = useFeed((state) => state.isPaused);
  useEffect(() => {
    if (!isPaused) return;
    const timer = window.setInterval(() => document.visibilityState === "visible" && refresh(), pollEvery_ms);
    return () => window.clearInterval(timer);
  }, [isPaused, refresh]);
  return refresh;
}

/** A notice that the data shown is not live, while that is so. */
export function LiveNotice() {
  const isPaused = useFeed((state) => state.isPaused);
  return (
    <p role="status" className="text-meta text-warn empty:hidden">
      {isPaused && "Live updates are paused; refreshing every few seconds"}
    </p>
  );
}

/** Pages that show calls, live or finished. */
const showsCalls = /^\/(?:dashboard|dash|analytics|call-history|bookings|campaigns)(?:[/?]|$)/;

/** When a call ends, pages of calls in the browser's cache become stale. */
function useTrueMemory(): void {
  const endings = useFeed((state) => state.endings);
  useEffect(() => {
    if (endings > 0) expirePages((page) => showsCalls.test(page));
  }, [endings]);
}

/** Announces the beginning and end of calls to screen readers; their words are announced on their own pages. */
function Announcer() {
  useTrueMemory();
  const calls = useFeed((state) => state.calls);
  const before = useRef(calls);
  const [words, setWords] = useState("");
  useEffect(() => {
    const known = before.current;
    before.current = calls;
    if (!known || !calls) return;
    const begun = calls.filter((call) => !known.some(({ call_id }) => call_id === call.call_id));
    const over = known.filter((call) => !calls.some(({ call_id }) => call_id === call.call_id));
    if (begun.length + over.length === 0) return;
    setWords(
      [
        ...begun.map((call) => `A call with ${liveCaller(call)} has started.`),
        ...over.map((call) => `The call with ${liveCaller(call)} has ended.`),
      ].join(" "),
    );
  }, [calls]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
