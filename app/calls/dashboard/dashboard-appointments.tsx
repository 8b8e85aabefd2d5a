// The next appointments: a calendar leaf, the kind, the person, and the call that made it.
import { Link } from "react-router";
import type { Appointment } from "#app/calls/call-facts.ts";
import { DayTile } from "#app/ui/day-tile.tsx";
import { Panel } from "#app/ui/panel.tsx";

export interface AppointmentsPanelProps {
  readonly appointments: readonly (Appointment & { id: string; name: string; call_id: string | null })[];
}

export function AppointmentsPanel({ appointments }: AppointmentsPanelProps) {
  if (appointments.length === 0) return null;
  return (
    <Panel title="Upcoming appointments" flush>
      <ul className="divide-y">
        {appointments.map(({ id, name, title, date, when, month, day, call_id, is_web }) => (
          <li key={id} className="relative flex items-center gap-3.5 px-4.5 py-3.25 has-[a]:hover:bg-sunken">
            <DayTile month={month} day={day} />
            <div className="min-w-0 flex-1">
              <div className="flex items-baseline gap-3">
                {call_id === null ? (
                  <b className="min-w-0 flex-1 truncate font-strong">{name}</b>
                ) : (
                  <Link
                    to={`/call-history/${call_id}`}
                    className="min-w-0 flex-1 truncate font-strong text-ink no-underline after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                )}
                <span className="shrink-0 text-ink-3 text-meta">{title}</span>
              </div>
              <p className="text-ink-3 text-meta">
                <span className="sr-only">{date}: </span>
                <span className="inline-block first-letter:uppercase">{when}</span>
                {is_web && " · Made on the website"}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
