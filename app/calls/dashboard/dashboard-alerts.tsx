// What needs a person's hand: one line each, with the place to go.
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "#app/ui/panel.tsx";
import type { Alert } from "./alerts.ts";

export function AlertsPanel({ alerts }: { readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Panel title="Needs attention" flush>
      <ul aria-label="Needs attention" className="divide-y">
        {alerts.map(({ words, next, to, link }) => (
          <li key={words} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4.5 py-3">
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0 self-center text-warn" />
            <p className="min-w-0 flex-1 basis-60">
              {words} <span className="text-ink-2">{next}</span>
            </p>
            <Link to={to} className="text-brand-text text-control">
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
