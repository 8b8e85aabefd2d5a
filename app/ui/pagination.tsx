/** Pages of a long list: newer and older, as links that keep every filter. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "./button.tsx";

export interface PaginationProps {
  /** The content of the list: "calls". */
  readonly of: string;
  /** The parameter that holds its cursor, where a page has two lists. */
  readonly name?: string | undefined;
  /** The labels of the links, for a list that is not in the order of time. */
  readonly words?: { readonly newer: string; readonly older: string } | undefined;
  /** The cursor of the page before this one; `""` is the first page; absent when this is the first. */
  readonly newer?: string | undefined;
  /** The cursor of the next page; absent when this is the last. */
  readonly older?: string | undefined;
}

const ofTime = { newer: "Newer", older: "Older" };

export function Pagination({ of, name = "cursor", words = ofTime, newer, older }: PaginationProps) {
  const [query] = useSearchParams();
  const leadTo = (cursor: string) => {
    const next = new URLSearchParams(query);
    // The message about what was just done is shown once.
    next.delete("done");
    if (cursor === "") next.delete(name);
    else next.set(name, cursor);
    return `?${next}`;
  };
  if (newer === undefined && older === undefined) return null;
  return (
    <nav aria-label={`More ${of}`} className="flex justify-between gap-3 border-t px-4.5 py-3">
      {newer === undefined ? (
        <span />
      ) : (
        <ButtonLink to={leadTo(newer)} rel="prev" icon={<ChevronLeft />}>
          {words.newer}
        </ButtonLink>
      )}
      {older !== undefined && (
        <ButtonLink to={leadTo(older)} rel="next">
          {words.older}
          <ChevronRight />
        </ButtonLink>
      )}
    </nav>
  );
}
