/** The list of places beside the page and in the drawer of small screens. */
import { Link, useLocation } from "react-router";
import { isCurrentPlace, type Section } from "./navigation.ts";

export interface PlacesProps {
  readonly sections: readonly Section[];
  /** Muted words at a place's right, by its address: "2 live". */
  readonly counts?: Readonly<Record<string, string>> | undefined;
  /** Called when the person goes to a page: a drawer closes. */
  readonly onGo?: (() => void) | undefined;
}

/** The places as links, in sections; the current one carries `aria-current`. */
export function Places({ sections, counts, onGo }: PlacesProps) {
  const { pathname } = useLocation();
  return sections.map((section) => (
    <div key={section.title ?? "main"} className="grid gap-0.5">
      {section.title !== undefined && (
        <h2 className="px-2 pt-3.5 pb-1 font-medium text-ink-3 text-xs tracking-normal">{section.title}</h2>
      )}
      {section.places.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          onClick={onGo}
          aria-current={isCurrentPlace(place, pathname) ? "page" : undefined}
          className={placeLook}
        >
          <place.icon />
          {place.label}
          {counts?.[place.to] !== undefined && (
            <span className="ml-auto text-ink-3 text-xs tabular-nums">{counts[place.to]}</span>
          )}
        </Link>
      ))}
    </div>
  ));
}

/** The style of lines of the navigation that are not places (a menu, help). */
export const placeLook =
  "flex h-8 max-md:h-11 w-full items-center gap-2.5 rounded-md px-2 text-left text-ink-2 no-underline hover:bg-ink/5 hover:text-ink " +
  "aria-[current]:bg-surface aria-[current]:font-strong aria-[current]:text-ink aria-[current]:shadow-panel aria-[current]:ring-1 aria-[current]:ring-line " +
  "aria-[current]:[&_svg]:text-brand-text";
