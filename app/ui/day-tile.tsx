/** A day as a leaf of a calendar. */

/** `month` in three letters ("NOV"), `day` of the month; both already in the right time zone. The text beside it says the date. */
export function DayTile({ month, day }: { readonly month: string; readonly day: number }) {
  return (
    <div aria-hidden="true" className="w-13 shrink-0 overflow-clip rounded-lg border text-center">
      <span className="block bg-brand-fill py-px font-semibold text-brand-on-fill text-tiny uppercase tracking-wide">
        {month}
      </span>
      <span className="block font-semibold text-title/7.5 tabular-nums">{day}</span>
    </div>
  );
}
