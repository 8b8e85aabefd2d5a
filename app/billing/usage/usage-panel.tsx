/** The usage panel of /subscription: bars of what the plan includes, the days of the period, and where it leads. */
import { BarChart } from "#app/ui/bar-chart.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { UsagePanel as Shown } from "./usage-shown.ts";
import type { UsageBar } from "./usage-words.ts";

const fills = { usual: "fill-brand-fill", amber: "fill-warn" } as const;

function Bar({ label, words, filled, tone }: UsageBar) {
  return (
    <li className="grid gap-1.5">
      <p className="flex justify-between gap-4 text-control">
        <span className="text-ink-3">{label}</span>
        <span className="text-right tabular-nums">{words}</span>
      </p>
      {/* The words say the same: the bar is for the eye. */}
      <svg width="100%" height="6" aria-hidden="true" className="rounded-full bg-sunken">
        <rect width={`${filled}%`} height="6" rx="3" className={fills[tone]} />
      </svg>
    </li>
  );
}

export function UsagePanel({ usage }: { readonly usage: Omit<Shown, "cap"> }) {
  const { range, bars, notes, chart } = usage;
  return (
    <Panel title="Usage" aside={<span className="text-ink-3 text-meta">{range}</span>}>
      <div className="grid gap-5">
        <ul className="grid gap-4 md:grid-cols-2 md:gap-x-8">
          {bars.map((bar) => (
            <Bar key={bar.label} {...bar} />
          ))}
        </ul>
        {notes.length > 0 && (
          <div className="grid gap-1 text-control text-ink-2">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        )}
        {chart !== null && <BarChart {...chart} />}
      </div>
    </Panel>
  );
}
