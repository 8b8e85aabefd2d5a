/** Where the bars of a stacked chart stand: pure arithmetic, so that a server can draw what a browser only shows. */

/** `strong` is the brand's fill at the foot, `soft` a tint of it, `bad` stands apart at the top. */
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
  /** What a pointer resting on it is told. */
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

const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** The next round number from `most` on whose half is whole: 2, 4, 6, 8, 10, 20, 30, 40, 50, 60, 80, 100, 200 … */
export function ceiling(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    const found = steps.map((step) => step * unit).find((value) => value >= most && value % 2 === 0);
    if (found !== undefined) return found;
  }
}

/** A chart of this size in SVG units; wide ones are drawn 700 × 210, those for phones 340 × 210 with fewer days. */
export function stackedBars(days: readonly StackedDay[], width: number, height: number): ChartGeometry {
  const most = ceiling(Math.max(...days.map((day) => day.strong + day.soft + day.bad), 0));
  const floor = height - foot;
  const scale = (floor - top) / most;
  const pitch = (width - left) / Math.max(days.length, 1);
  const barWidth = Math.min(26, pitch * 0.62);
  // Labels go under every day that keeps 44 units of room, counted from the last, which is today.
  const every = Math.max(1, Math.ceil(44 / pitch));
  return {
    width,
    height,
    lines: [0, most / 2, most].map((value) => ({ y: round(floor - value * scale), label: String(value) })),
    bars: days.map((day, place) => ({
      x: round(left + place * pitch + (pitch - barWidth) / 2),
      width: round(barWidth),
      label: (days.length - 1 - place) % every === 0 ? day.label : undefined,
      title: day.title,
      parts: stack(day, floor, scale),
    })),
  };
}

function stack(day: StackedDay, floor: number, scale: number): BarPart[] {
  const parts: BarPart[] = [];
  let y = floor;
  for (const tone of ["strong", "soft", "bad"] as const) {
    const whole = day[tone] * scale;
    if (whole === 0) continue;
    // A part that is there is seen, however small; the space between two comes out of the upper one.
    const height = Math.max(1.5, parts.length > 0 ? whole - gap : whole);
    y -= parts.length > 0 ? height + gap : height;
    parts.push({ tone, y: round(y), height: round(height) });
  }
  return parts;
}

const round = (value: number) => Math.round(value * 10) / 10;
