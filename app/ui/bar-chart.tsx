/** Draws a stacked bar chart from given geometry: bars and labels keep their size, and the room between them is the browser's. */
import { Link } from "react-router";
import type { Bar, BarTone, ChartGeometry } from "./bar-geometry.ts";
import { cx } from "./cx.ts";

const fills: Record<BarTone, string> = {
  strong: "fill-brand-fill",
  soft: "fill-bar-soft",
  bad: "fill-bad/55",
};

const swatches: Record<BarTone, string> = {
  strong: "bg-brand-fill",
  soft: "bg-bar-soft",
  bad: "bg-bad/55",
};

export interface BarChartProps extends ChartGeometry {
  /** The whole chart in a sentence, for screen readers: "Calls per day, last 14 days: 42 today, …". */
  readonly label: string;
}

export function BarChart({ label, height, lines, bars }: BarChartProps) {
  return (
    <figure aria-label={label} className="@container flex">
      <svg width="28" height={height} aria-hidden="true" className="flex-none">
        {lines.map((line) => (
          <text key={line.label} x="0" y={line.y + 4} fontSize="11.5" className="fill-ink-3">
            {line.label}
          </text>
        ))}
      </svg>
      <div className="relative min-w-0 flex-1">
        <svg width="100%" height={height} aria-hidden="true" className="absolute">
          {lines.map((line) => (
            <line key={line.label} x1="0" x2="100%" y1={line.y} y2={line.y} className="stroke-line" />
          ))}
        </svg>
        <ol className="relative flex">
          {bars.map((bar) => (
            <li key={bar.title} className="min-w-0 flex-1">
              <Column bar={bar} height={height} />
              {bar.label !== undefined && (
                <span
                  aria-hidden="true"
                  className={cx(
                    "-mx-8 block text-center text-ink-3 text-tiny",
                    bar.isLabelWide && "@max-[34rem]:hidden",
                  )}
                >
                  {bar.label}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

/** The whole column reacts to the pointer, not only its colored part. */
function Column({ bar, height }: { readonly bar: Bar; readonly height: number }) {
  const drawing = (
    <svg
      viewBox={`0 0 26 ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mx-auto w-3/5 max-w-6.5"
    >
      {bar.parts.map((part) => (
        <rect
          key={part.tone}
          width="26"
          y={part.y}
          height={part.height}
          rx={Math.min(part.tone === "bad" ? 2 : 4, part.height / 2)}
          className={fills[part.tone]}
        />
      ))}
    </svg>
  );
  if (bar.to === undefined)
    return (
      <span role="img" title={bar.title} aria-label={bar.title} className="block">
        {drawing}
      </span>
    );
  // The filters of the call history lead to the same calls by keyboard, in fewer stops than a month has days.
  return (
    <Link
      to={bar.to}
      tabIndex={-1}
      title={bar.title}
      aria-label={bar.title}
      className="block rounded-sm hover:bg-sunken"
    >
      {drawing}
    </Link>
  );
}

/** The meaning of the colors, for a panel's aside. */
export function ChartLegend({ of }: { readonly of: ReadonlyArray<readonly [tone: BarTone, words: string]> }) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-ink-3 text-meta">
      {of.map(([tone, words]) => (
        <li key={tone} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${swatches[tone]}`} />
          {words}
        </li>
      ))}
    </ul>
  );
}
