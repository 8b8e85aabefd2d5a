// Whom a campaign will not call, by cause, with examples.
import { Link } from "react-router";
import { Panel } from "#app/ui/panel.tsx";
import type { BlockedCause } from "./campaign-view.ts";

export function BlockedPanel({ blocked }: { readonly blocked: readonly BlockedCause[] }) {
  return (
    <Panel title="Not called, and why" flush={blocked.length > 0}>
      {blocked.length === 0 ? (
        <p className="text-ink-2">Everyone in the audience can be called.</p>
      ) : (
        <ul className="divide-y">
          {blocked.map(({ cause, title, what, count, to, examples }) => (
            <li key={cause} className="grid gap-1 px-4.5 py-3.25">
              <div className="flex items-baseline justify-between gap-4">
                <b className="min-w-0 font-strong">{title}</b>
                <span className="shrink-0 tabular-nums">{count}</span>
              </div>
              <p className="text-control text-ink-2">{what}</p>
              {to !== undefined && (
                <p className="text-meta">
                  <Link to={to} aria-label={`See who: ${title}`}>
                    See who
                  </Link>
                </p>
              )}
              {examples.length > 0 && (
                <p className="wrap-anywhere text-ink-3 text-meta">
                  {"For example: "}
                  {examples.map(({ key, words, to }, place) => (
                    <span key={key}>
                      {place > 0 && ", "}
                      {to === null ? (
                        words
                      ) : (
                        <Link to={to} className="underline">
                          {words}
                        </Link>
                      )}
                    </span>
                  ))}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
