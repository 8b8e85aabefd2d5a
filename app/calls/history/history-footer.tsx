// Navigation of the call history: newer and older pages, both ends, and continuing a scan.
import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import { useSearchParams } from "react-router";
import { lastPage } from "#app/platform/keyset.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export interface HistoryFooterProps {
  /** Cursors: empty is the first page, null means there is none. */
  readonly newer: string | null;
  readonly older: string | null;
  /** How far back the search went, in words; `older` continues it. */
  readonly searchedBackTo: string | null;
  /** Whether the oldest page can be reached directly. */
  readonly isExact: boolean;
}

export function useCursorLink(): (cursor: string) => string {
  const [query] = useSearchParams();
  return (cursor) => {
    const next = new URLSearchParams(query);
    if (cursor === "") next.delete("cursor");
    else next.set("cursor", cursor);
    return `?${next}`;
  };
}

export function HistoryFooter({ newer, older, searchedBackTo, isExact }: HistoryFooterProps) {
  const leadTo = useCursorLink();
  if (newer === null && older === null) return null;
  return (
    <nav aria-label="More calls" className="flex flex-wrap items-center gap-2 border-t px-4.5 py-3">
      {newer !== null && (
        <>
          <ButtonLink to={leadTo("")} variant="quiet">
            Newest
          </ButtonLink>
          {newer !== "" && (
            <ButtonLink to={leadTo(newer)} rel="prev" icon={<ChevronLeft />}>
              Newer
            </ButtonLink>
          )}
        </>
      )}
      <span className="flex-1" />
      {older !== null && searchedBackTo !== null && (
        <>
          <span className="text-ink-3 text-meta">Searched back to {searchedBackTo}</span>
          <ButtonLink to={leadTo(older)} rel="next" icon={<Search />}>
            Continue searching
          </ButtonLink>
        </>
      )}
      {older !== null && searchedBackTo === null && (
        <>
          <ButtonLink to={leadTo(older)} rel="next">
            Older
            <ChevronRight />
          </ButtonLink>
          {isExact && (
            <ButtonLink to={leadTo(lastPage)} variant="quiet">
              Oldest
            </ButtonLink>
          )}
        </>
      )}
    </nav>
  );
}
