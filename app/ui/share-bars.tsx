/** Parts of a whole as a list: each with its figure, a bar of its share, and where it leads. */
import { Link } from "react-router";
import type { ShareBar } from "./share-bar.ts";

export function ShareBars({ label, bars }: { readonly label: string; readonly bars: readonly ShareBar[] }) {
  // Two labels can read the same.
  const keyed = bars.map((bar, place) => ({ ...bar, key: String(place) }));
  return (
    <ul aria-label={label} className="grid gap-3">
      {keyed.map(({ key, label: words, value, share, to }) => (
        <li key={key} className="grid gap-1">
          <span className="flex items-baseline justify-between gap-4 text-control">
            <span className="wrap-anywhere min-w-0">
              {to === null ? (
                words
              ) : (
                <Link to={to} className="text-inherit no-underline hover:underline">
                  {words}
                </Link>
              )}
            </span>
            <span className="shrink-0 text-ink-2 tabular-nums">{value}</span>
          </span>
          <svg width="100%" height="6" aria-hidden="true" className="block overflow-clip rounded-full">
            <rect width="100%" height="6" className="fill-sunken" />
            <rect width={`${share}%`} height="6" className="fill-brand-fill" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
