/** Owns the path to a page: where it stands, each step but the last a link. */
import { Link } from "react-router";

export interface Crumb {
  readonly label: string;
  readonly to?: string | undefined;
}

export function Breadcrumbs({ path }: { readonly path: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5">
        {path.map((crumb, place) => (
          <li
            key={crumb.label}
            // The first and the last tell where one is: names between them give way.
            className="flex min-w-0 items-center gap-1.5 text-ink-2 not-last:not-first:min-w-12 not-last:not-first:shrink-99 not-last:first:shrink-0"
          >
            {place > 0 && (
              <span aria-hidden="true" className="text-ink-3">
                /
              </span>
            )}
            {crumb.to === undefined ? (
              <span className="truncate" {...(place === path.length - 1 && { "aria-current": "page" })}>
                {crumb.label}
              </span>
            ) : (
              <Link to={crumb.to} className="truncate text-ink-2 no-underline hover:text-ink">
                {crumb.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
