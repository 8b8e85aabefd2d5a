/** The web vitals that browsers measure: their names, their limits, and what a value is worth. */
import { second_ms } from "#app/platform/durations.ts";

type Limits = {
  /** Up to here a value is good, in milliseconds; of CLS, which has no unit, as it is. */
  readonly good: number;
  /** Above it a value is poor. */
  readonly poor: number;
  /** Above it a value is told as a warning. */
  readonly critical: number;
};

export const vitalLimits = {
  LCP: { good: 2500, poor: 4000, critical: 4000 },
  INP: { good: 200, poor: 500, critical: 500 },
  CLS: { good: 0.1, poor: 0.25, critical: 0.25 },
  FCP: { good: 1800, poor: 3000, critical: 3000 },
  TTFB: { good: 800, poor: 1800, critical: 1500 },
  FID: { good: 100, poor: 300, critical: 300 },
} as const satisfies Record<string, Limits>;

export type VitalName = keyof typeof vitalLimits;
export const vitalNames = ["LCP", "INP", "CLS", "FCP", "TTFB", "FID"] as const satisfies readonly VitalName[];

export const devices = ["phone", "tablet", "desktop"] as const;
export type Device = (typeof devices)[number];

export type Rating = "good" | "fair" | "poor";

export function ratingOf(name: VitalName, value: number): Rating {
  const { good, poor } = vitalLimits[name];
  if (value <= good) return "good";
  return value <= poor ? "fair" : "poor";
}

export const isCritical = (name: VitalName, value: number): boolean => value > vitalLimits[name].critical;

/** "2,430 ms"; of CLS "0.08". */
export const vitalWords = (name: VitalName, value: number): string =>
  name === "CLS" ? value.toFixed(2) : `${Math.round(value).toLocaleString("en-US")} ms`;

/** A browser keeps this many values, and sends no more at once. */
export const mostVitals = 100;

/** A resource that takes longer is told as a warning. */
export const slowResource_ms = second_ms;

/** Where browsers send them (`app/error-logs/browser-vitals.route.ts`). */
export const vitalsPath = "/reports/vitals";
