/** Computes the bars of a stacked chart: pure arithmetic, so that a server can draw what a browser only shows. */
import { scaleBand, scaleLinear } from "d3-scale";

/** `strong` is the brand's fill at the bottom, `soft` a tint of it, `bad` is separate at the top. */
export type BarTone = "strong" | "soft" | "bad";

export interface BarPart {
  readonly tone: BarTone;
  readonly y: number;
  readonly height: number;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  /** Under the axis; most days have none, so that labels do not touch. */
  readonly label?: string | undefined;
  /** The tooltip. */
  readonly title: string;
  readonly parts: readonly BarPart[];
}

export interface ChartGeometry {
  readonly width: number;
  readonly height: number;
  readonly lines: ReadonlyArray<{ readonly y: number; readonly label: string }>;
  readonly bars: readonly Bar[];
}

export interface StackedDay {
  readonly label: string;
  readonly title: string;
  /** Counts from the foot upwards. */
  readonly strong: number;
  readonly soft: number;
  readonly bad: number;
}

const top = 18;
const foot = 32;
const left = 34;
const gap = 2;
const widestBar = 26;

/** The vertical scale: from the foot to a round number that holds the highest day, never under two calls. */
function heights(days: readonly StackedDay[], floor: number) {
  const most = Math.max(2, ...days.map((day) => day.strong + day.soft + day.bad));
  return scaleLinear().domain([0, most]).nice(2).range([floor, top]);
}

/** A chart of this size in SVG units; wide ones are drawn 700 × 210, those for phones 340 × 210 with fewer days. */
export function stackedBars(days: readonly StackedDay[], width: number, height: number): ChartGeometry {
  const floor = height - foot;
  const y = heights(days, floor);
  const x = scaleBand<number>()
    .domain(days.map((_, place) => place))
    .range([left, width])
    .padding(0.38);
  const barWidth = Math.min(widestBar, x.bandwidth());
  // Labels go under every day that keeps 44 units of room, counted from the last, which is today.
  const every = Math.max(1, Math.ceil(44 / Math.max(x.step(), 1)));
  return {
    width,
    height,
    lines: y
      .ticks(2)
      .filter(Number.isInteger)
      .map((value) => ({ y: round(y(value)), label: String(value) })),
    bars: days.map((day, place) => ({
      x: round((x(place) ?? left) + (x.bandwidth() - barWidth) / 2),
      width: round(barWidth),
      label: (days.length - 1 - place) % every === 0 ? day.label : undefined,
      title: day.title,
      parts: stack(day, floor, floor - y(1)),
    })),
  };
}

function stack(day: StackedDay, floor: number, scale: number): BarPart[] {
  const parts: BarPart[] = [];
  let y = floor;
  for (const tone of ["strong", "soft", "bad"] as const) {
    const whole = day[tone] * scale;
    if (whole === 0) continue;
    // A part that exists is visible, however small; the gap between two parts is taken from the upper one.
    const height = Math.max(1.5, parts.length > 0 ? whole - gap : whole);
    y -= parts.length > 0 ? height + gap : height;
    parts.push({ tone, y: round(y), height: round(height) });
  }
  return parts;
}

const round = (value: number) => Math.round(value * 10) / 10;
