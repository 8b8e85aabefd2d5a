// The counted part of the dashboard: four figures, the days of the range, the latest calls.
import { Link } from "react-router";
import type { CallRow } from "#app/calls/call-row.ts";
import { CallTable } from "#app/calls/history/call-table.tsx";
import { BarChart, ChartLegend } from "#app/ui/bar-chart.tsx";
import { Change, Figures } from "#app/ui/figures.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { DashboardChart } from "./dashboard-chart.ts";
import type { DashboardFigure } from "./dashboard-words.ts";

export function DashboardFigures({ figures }: { readonly figures: readonly DashboardFigure[] }) {
  return (
    <Figures
      label="Figures"
      items={figures.map(({ label, value, note, to }) => ({
        label,
        value:
          to === null ? (
            value
          ) : (
            <Link to={to} className="text-inherit no-underline hover:underline">
              {value}
            </Link>
          ),
        // Room for two lines: a note that gets shorter while calls come moves nothing below.
        note: (
          <span className="block min-h-[2lh]">
            {note.change !== null && <Change better={note.isBetter}>{note.change}</Change>} {note.words}
          </span>
        ),
      }))}
    />
  );
}

export function CallsChart({ chart: { title, ...chart } }: { readonly chart: DashboardChart }) {
  return (
    <Panel
      title={`Calls, ${title.toLowerCase()}`}
      aside={
        <ChartLegend
          of={[
            ["strong", "Booked"],
            ["soft", "Answered"],
            ["bad", "Missed"],
          ]}
        />
      }
    >
      <BarChart {...chart} />
    </Panel>
  );
}

export function LatestCalls({ calls }: { readonly calls: readonly CallRow[] }) {
  return (
    <Panel
      title="Latest calls"
      flush
      aside={
        <Link to="/call-history" className="text-ink-2 text-meta no-underline hover:text-ink">
          All calls
        </Link>
      }
    >
      <CallTable calls={calls} caption="Latest calls" isShort />
    </Panel>
  );
}
