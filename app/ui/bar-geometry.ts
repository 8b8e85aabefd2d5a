/** Computes the bars of a stacked chart: pure arithmetic, so that a server can draw what a browser only shows. */
import { scaleLinear } from "d3-scale";

/** `strong` is the brand's fill at the bottom, `soft` a tint of it, `bad` is separate at the top. */
export type BarTone = "strong" | "soft" | "bad";

export interface BarPart {
  readonly tone: BarTone;
  readonly y: number;
  readonly height: number;
}

export interface Bar {
  /** Under the axis; most days of a long range have none, so that labels do not touch. */
  readonly label?: string | undefined;
  /** Whether the label has room only in a wide chart. */
  readonly isLabelWide: boolean;
  /** The tooltip. */
  readonly title: string;
  /** Where the bar leads. */
  readonly to?: string | undefined;
  readonly parts: readonly BarPart[];
}

export interface ChartGeometry {
  /** Of the bars, px. Their width is the browser's to choose. */
  readonly height: number;
  readonly lines: ReadonlyArray<{ readonly y: number; readonly label: string }>;
  readonly bars: readonly Bar[];
}

export interface StackedDay {
  readonly label: string;
  readonly title: string;
  readonly to?: string | undefined;
  /** Counts from the foot upwards. */
  readonly strong: number;
  readonly soft: number;
  readonly bad: number;
}

const height = 168;
/** Room for half the topmost line's label. */
const top = 8;
const floor = height - 8;
const gap = 2;
/** How many labels fit beside each other on a phone, and in a panel of a desktop's width. */
const narrowLabels = 6;
const wideLabels = 12;

/** The vertical scale: from the foot to a round number that holds the highest day, never under two calls. */
function heights(days: readonly StackedDay[]) {
  const most = Math.max(2, ...days.map((day) => day.strong + day.soft + day.bad));
  return scaleLinear().domain([0, most]).nice(2).range([floor, top]);
}

/** A chart of these days: heights in px, and which labels fit. */
export function stackedBars(days: readonly StackedDay[]): ChartGeometry {
  const y = heights(days);
  // Counted from the last, which is today; each narrow label is a wide one too.
  const everyWide = Math.max(1, Math.ceil(days.length / wideLabels));
  const everyNarrow = everyWide * Math.max(1, Math.ceil(days.length / everyWide / narrowLabels));
  return {
    height,
    lines: y
      .ticks(2)
      .filter(Number.isInteger)
      .map((value) => ({ y: round(y(value)), label: String(value) })),
    bars: days.map((day, place) => {
      const fromLast = days.length - 1 - place;
      return {
        label: fromLast % everyWide === 0 ? day.label : undefined,
        isLabelWide: fromLast % everyNarrow !== 0,
        title: day.title,
        to: day.to,
        parts: stack(day, floor - y(1)),
      };
    }),
  };
}

function stack(day: StackedDay, scale: number): BarPart[] {
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
