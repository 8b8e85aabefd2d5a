/** The first values of a target's form, each a text, by the name of its field. Pure; without zod, so that the page can use it. */
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { usualRing_s } from "./transfer-terms.schema.ts";

export type TargetValues = Readonly<Record<string, string>>;

type Stretch = { readonly from: string; readonly to: string };
type Target = {
  readonly name: string;
  readonly shown: string;
  readonly use_when: string;
  readonly mode: string;
  readonly ring_seconds: number;
  readonly hours: { readonly weekly: Readonly<Record<Weekday, readonly Stretch[]>> } | null;
  readonly time_zone: string;
};

const workdays: readonly Weekday[] = ["mon", "tue", "wed", "thu", "fri"];
const shown = (clock: string) => (clock === "24:00" ? "00:00" : clock);

/** `target` null: a new one, open on workdays once its hours are switched on. */
export function targetValues(target: Target | null, time_zone: string): TargetValues {
  const weekly = target?.hours?.weekly;
  const days = weekdays.flatMap((day): [string, string][] => {
    const stretches = weekly?.[day] ?? [];
    const isOpen = weekly ? stretches.length > 0 : workdays.includes(day);
    return [
      [`${day}_open`, isOpen ? "on" : ""],
      [`${day}_from`, stretches[0]?.from ?? "09:00"],
      [`${day}_to`, shown(stretches.at(-1)?.to ?? "17:00")],
    ];
  });
  const broken = weekly && weekdays.map((day) => weekly[day]).find((stretches) => stretches.length > 1);
  return {
    name: target?.name ?? "",
    phone_number: target?.shown ?? "",
    use_when: target?.use_when ?? "",
    mode: target?.mode ?? "announced",
    ring_seconds: String(target?.ring_seconds ?? usualRing_s),
    open: target?.hours ? "hours" : "always",
    time_zone: target?.hours ? target.time_zone : time_zone,
    break_from: broken?.[0]?.to ?? "",
    break_to: broken?.[1]?.from ?? "",
    ...Object.fromEntries(days),
  };
}
