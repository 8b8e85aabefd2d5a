/** Draws a stacked bar chart from given geometry: pure SVG, one for wide screens and one, redrawn, for phones. */
import type { BarTone, ChartGeometry } from "./bar-geometry.ts";

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

export interface BarChartProps {
  /** The whole chart in a sentence, for screen readers: "Calls a day, last 14 days: 42 today, of which …". */
  readonly label: string;
  readonly wide: ChartGeometry;
  readonly narrow: ChartGeometry;
}

export function BarChart({ label, wide, narrow }: BarChartProps) {
  return (
    <>
      <Drawing label={label} geometry={wide} className="w-full max-md:hidden" />
      <Drawing label={label} geometry={narrow} className="w-full md:hidden" />
    </>
  );
}

function Drawing(props: {
  readonly label: string;
  readonly geometry: ChartGeometry;
  readonly className: string;
}) {
  const { width, height, lines, bars } = props.geometry;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={props.label} className={props.className}>
      {lines.map((line) => (
        <g key={line.label}>
          <line x1="30" x2={width} y1={line.y} y2={line.y} className="stroke-line" />
          <text x="0" y={line.y + 4} fontSize="11.5" className="fill-ink-3">
            {line.label}
          </text>
        </g>
      ))}
      {bars.map((bar) => (
        <g key={bar.x}>
          <title>{bar.title}</title>
          {/* The whole column reacts to the pointer, not only its colored part. */}
          <rect x={bar.x} width={bar.width} y="0" height={height} className="fill-transparent" />
          {bar.parts.map((part) => (
            <rect
              key={part.tone}
              x={bar.x}
              width={bar.width}
              y={part.y}
              height={part.height}
              rx={Math.min(part.tone === "bad" ? 2 : 4, part.height / 2)}
              className={fills[part.tone]}
            />
          ))}
          {bar.label !== undefined && (
            <text
              x={bar.x + bar.width / 2}
              y={height - 10}
              textAnchor="middle"
              fontSize="11.5"
              className="fill-ink-3"
            >
              {bar.label}
            </text>
          )}
        </g>
      ))}
    </svg>
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
