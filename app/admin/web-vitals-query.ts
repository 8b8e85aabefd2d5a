/** What /admin/web-vitals shows, in its address and in its rows. */
import { type Device, devices, type Rating, type VitalName } from "#app/monitoring/vitals.ts";

export const periods = [1, 7, 28, 90] as const;

export type VitalsQuery = {
  readonly days: (typeof periods)[number];
  readonly device: Device | null;
  readonly release: string | null;
  readonly route: string | null;
};

const text = (asked: URLSearchParams, name: string): string | null =>
  (asked.get(name) ?? "").slice(0, 200) || null;

/** Unknown values are as if absent. */
export function vitalsQueryOf(url: string): VitalsQuery {
  const asked = new URL(url).searchParams;
  return {
    days: periods.find((one) => String(one) === asked.get("days")) ?? 7,
    device: devices.find((one) => one === asked.get("device")) ?? null,
    release: text(asked, "release"),
    route: text(asked, "route"),
  };
}

/** The address with one choice changed. */
export function vitalsAddress(query: VitalsQuery, change: Partial<VitalsQuery>): string {
  const chosen = { ...query, ...change };
  const params = new URLSearchParams({ days: String(chosen.days) });
  for (const name of ["device", "release", "route"] as const) {
    const value = chosen[name];
    if (value !== null) params.set(name, value);
  }
  return `/admin/web-vitals?${params}`;
}

/** `shown`: null where nothing was measured. */
export type VitalCell = { readonly shown: string | null; readonly rating: Rating | null };
export type VitalRow = {
  readonly name: string;
  readonly visits: number;
  readonly cells: Readonly<Record<VitalName, VitalCell>>;
};
