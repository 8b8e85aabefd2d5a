/** The index of a long page or form: beside it where there is room, above it elsewhere; the current section is marked. */
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Tag } from "./tag.tsx";

export interface IndexLine {
  /** The id of the section that it leads to. */
  readonly id: string;
  readonly label: string;
  /** How many errors are in the section. */
  readonly wrong?: number | undefined;
}

export interface SectionIndexProps {
  readonly label: string;
  readonly lines: readonly IndexLine[];
  /** The current section's id. */
  readonly current: string;
  readonly onChoose?: ((id: string, event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
}

export function SectionIndex({ label, lines, current, onChoose }: SectionIndexProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-0.5 lg:sticky lg:top-18 lg:grid lg:content-start">
      {lines.map(({ id, label: words, wrong = 0 }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={current === id ? "true" : undefined}
          onClick={(event) => onChoose?.(id, event)}
          className="flex min-h-8 items-center gap-2 whitespace-nowrap rounded-md px-2.5 text-ink-2 no-underline hover:bg-ink/5 hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-strong aria-[current]:text-brand-text max-md:min-h-11"
        >
          {words}
          {wrong > 0 && <Tag tone="bad">{wrong === 1 ? "1 error" : `${wrong} errors`}</Tag>}
        </a>
      ))}
    </nav>
  );
}

/** The part of the window, from the top, in which a section begins to be read. */
const readingLine = 0.3;

/**
 * The section that is being read: the last one whose top is in the upper third of the window, at the page's end the
 * last one. One that was chosen in the index stays the current one until the reader scrolls.
 * @param ids in the order of the page; constant
 */
export function useSectionInView(ids: readonly string[]): [string, (id: string) => void] {
  const [current, setCurrent] = useState(ids[0] ?? "");
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    const look = () => {
      if (chosen.current !== null) return setCurrent(chosen.current);
      const { innerHeight, scrollY } = window;
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const above = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight * readingLine;
      });
      setCurrent((isAtEnd && scrollY > 0 ? ids.at(-1) : above.at(-1)) ?? ids[0] ?? "");
    };
    const release = () => {
      chosen.current = null;
    };
    const named = ids.find((id) => `#${id}` === window.location.hash);
    if (named !== undefined) chosen.current = named;
    look();
    window.addEventListener("scroll", look, { passive: true });
    for (const kind of ["wheel", "touchmove", "keydown"])
      window.addEventListener(kind, release, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      for (const kind of ["wheel", "touchmove", "keydown"]) window.removeEventListener(kind, release);
    };
  }, [ids]);
  const choose = (id: string) => {
    chosen.current = id;
    setCurrent(id);
  };
  return [current, choose];
}
