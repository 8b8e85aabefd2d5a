/** The hours of an organization: its week with lunch breaks, and its closed days, as the opening hours that calls are routed by. */
import type { CallingHours } from "./calling-hours.schema.ts";
import type { OpeningHours } from "./opening-hours.schema.ts";
import { isOpen } from "./opening-hours.ts";
import { weekdays } from "./week.schema.ts";

const wholeDay = { from: "00:00", to: "24:00" };

/** @param week null: no hours are set, and only closed days are closed. @param closed local dates, YYYY-MM-DD */
export function organizationHours(week: CallingHours | null, closed: readonly string[]): OpeningHours {
  const stretches = (day: (typeof weekdays)[number]) =>
    week === null ? [wholeDay] : week[day].map(({ opens, closes }) => ({ from: opens, to: closes }));
  const [mon, tue, wed, thu, fri, sat, sun] = weekdays.map(stretches);
  return {
    weekly: {
      mon: mon ?? [],
      tue: tue ?? [],
      wed: wed ?? [],
      thu: thu ?? [],
      fri: fri ?? [],
      sat: sat ?? [],
      sun: sun ?? [],
    },
    holidays: [...closed],
  };
}

export type Route = "agent" | "other" | "fallback" | "message";

/** Where a call goes at an instant (ms UTC): to the agent while the organization is open, else where it is sent then. */
export const routeAt = (hours: OpeningHours, when_closed: Route, at: number, zone: string): Route =>
  when_closed === "agent" || isOpen(hours, at, zone) ? "agent" : when_closed;
