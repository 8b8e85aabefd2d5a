/** Ninety days as bars: full for a day without failures, shorter where checks failed, a stub where there were none. */
import type { ShownService } from "./status-words.ts";
import type { BarTone } from "./uptime.ts";

const height = 28;
const step = 4;

/** Color never says it alone: the height differs too. */
const looks: Readonly<Record<BarTone, { fill: string; height: number }>> = {
  none: { fill: "fill-line-strong", height: 4 },
  good: { fill: "fill-good", height },
  some: { fill: "fill-warn", height: 20 },
  bad: { fill: "fill-bad", height: 12 },
};

export function UptimeBars({ service: { bars, label } }: { readonly service: ShownService }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * step - 1} ${height}`}
      preserveAspectRatio="none"
      className="h-7 w-full"
    >
      {bars.map(({ day, tone, title }, place) => (
        <rect
          key={day}
          x={place * step}
          y={height - looks[tone].height}
          width={step - 1}
          height={looks[tone].height}
          className={looks[tone].fill}
        >
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
}
