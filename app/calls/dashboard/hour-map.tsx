// The hours of a week in which calls come: seven rows of twenty-four cells, drawn on the server.
import { Panel } from "#app/ui/panel.tsx";
import type { HourMap } from "./hour-map.ts";

/** As high as a line of the weekdays beside it. */
const row_px = 18;

interface HourPanelProps {
  readonly map: HourMap | null;
  readonly marks: readonly string[];
  /** Of which days. */
  readonly title: string;
}

export function HourPanel({ map, marks, title }: HourPanelProps) {
  return (
    <Panel title="When calls come" aside={<span className="text-ink-3 text-meta">{title}</span>}>
      {map === null ? (
        <p className="text-ink-2">No calls in these days.</p>
      ) : (
        <figure aria-label={map.label} className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-y-1.5">
          <ol aria-hidden="true" className="text-ink-3 text-tiny">
            {map.rows.map((name) => (
              <li key={name} className="h-4.5 leading-4.5">
                {name}
              </li>
            ))}
          </ol>
          <svg
            width="100%"
            height={7 * row_px}
            viewBox={`0 0 24 ${7 * row_px}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {map.rows.map((name, row) => (
              <rect key={name} width="24" y={row * row_px + 1} height={row_px - 2} className="fill-sunken" />
            ))}
            {map.cells.map(({ row, hour, strength, title: words }) => (
              <rect
                key={words}
                x={hour + 0.04}
                width="0.92"
                y={row * row_px + 1}
                height={row_px - 2}
                fillOpacity={strength}
                className="fill-brand-fill"
              >
                <title>{words}</title>
              </rect>
            ))}
          </svg>
          <span />
          <span aria-hidden="true" className="grid grid-cols-4 text-ink-3 text-tiny">
            {marks.map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </span>
        </figure>
      )}
    </Panel>
  );
}
