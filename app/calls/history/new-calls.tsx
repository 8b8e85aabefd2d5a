/** Calls that end while the list is open: they are read by themselves, and each stands in the list once, where it belongs. */
import { useCallback, useEffect, useMemo } from "react";
import { useFetcher } from "react-router";
import type { CallRow } from "#app/calls/call-row.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import type { LiveCall } from "#app/calls/live/live-feed.schema.ts";
import type { NewCalls } from "./new-calls-told.ts";

type ListShown = {
  readonly calls: readonly CallRow[];
  readonly sentence: string;
  readonly live: readonly LiveCall[];
  readonly query: { readonly cursor: string };
  /** The list's filters as the end of an address. */
  readonly asked: string;
  readonly older: string | null;
  readonly hasCalls: boolean;
  readonly lastSeq: number;
};

/** What the first page of a list shows: what came with it, and what ended since. Other pages are read anew. */
export function useNewCalls(page: ListShown): Pick<ListShown, "calls" | "sentence"> {
  const { calls, sentence, asked, older, lastSeq } = page;
  const { load, data } = useFetcher<NewCalls | null>();
  const address = `/call-history/new${asked}${asked ? "&" : "?"}after=${lastSeq}${older === null ? `&shown=${calls.length}` : ""}`;
  const read = useCallback(() => void load(address), [load, address]);
  const canAdd = page.hasCalls && page.query.cursor === "";
  const refresh = useFreshCalls(page.live, canAdd ? read : undefined);
  const news = canAdd && data?.asked === asked && data.after === lastSeq ? data : null;
  const isTooMany = news !== null && news.calls === null;
  useEffect(() => {
    if (isTooMany) refresh();
  }, [isTooMany, refresh]);
  return useMemo(() => {
    const last = older === null ? "" : (calls.at(-1)?.id ?? "");
    // What began before the last call of this page stands on a later one.
    const added = news?.calls?.filter(({ id }) => id > last) ?? [];
    if (added.length === 0) return { calls, sentence: news?.sentence ?? sentence };
    const all = [...added, ...calls].sort((one, other) => (one.id < other.id ? 1 : -1));
    return { calls: all, sentence: news?.sentence ?? sentence };
  }, [calls, sentence, older, news]);
}
