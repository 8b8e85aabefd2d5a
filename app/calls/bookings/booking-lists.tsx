/** Appointments as lists: a day, the seven days of a week, or the coming ones by day. */
import { Link } from "react-router";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { type BookingShown, type DayShown, entriesOf, statusWords } from "./bookings-view.ts";

/** The status of an appointment; one that simply stands has none to tell. */
export function StatusTag({ status }: Pick<BookingShown, "status">) {
  if (status === "booked") return null;
  return <Tag tone={status === "canceled" ? "neutral" : "warn"}>{statusWords[status]}</Tag>;
}

const busyWords = "Busy in the connected calendar";

/** A day, or several days one below the other. */
export function DayLists({ days }: { readonly days: readonly DayShown[] }) {
  return days.map((day) => (
    <Panel
      key={day.date}
      title={`${day.name}, ${day.label}`}
      aside={day.isToday && <Tag tone="brand">Today</Tag>}
      flush
    >
      {day.bookings.length === 0 && (
        <p className="px-4.5 py-3.25 text-ink-2 not-last:border-b">No appointments that day.</p>
      )}
      {day.bookings.length + day.blocks.length > 0 && (
        <Rows label={`${day.name}, ${day.label}`}>
          {entriesOf(day).map((entry) =>
            "id" in entry ? (
              <BookingRow key={entry.id} booking={entry} />
            ) : (
              <Row key={entry.key} title={busyWords} aside={<time>{entry.time}</time>} />
            ),
          )}
        </Rows>
      )}
    </Panel>
  ));
}

function BookingRow({ booking }: { readonly booking: BookingShown }) {
  const { id, who, kind, time, exactly, phone, notes, call_id } = booking;
  return (
    <Row
      title={<span className={cx(booking.status === "canceled" && "line-through")}>{who}</span>}
      to={`/bookings/${id}`}
      aside={<time title={exactly}>{time}</time>}
      note={
        <>
          {phone ?? (call_id === null ? "Booked by hand" : "No number")}
          {call_id !== null && (
            <>
              {" · "}
              <Link to={`/call-history/${call_id}`} className="relative z-1 text-ink-2 underline">
                Call
              </Link>
            </>
          )}
        </>
      }
      action={<StatusTag status={booking.status} />}
    >
      {kind}
      {notes !== "" && <span className="line-clamp-2 wrap-anywhere text-ink-3">{notes}</span>}
    </Row>
  );
}

/** Seven columns, four beside each other where they are too narrow; on phones seven short lists. */
export function WeekGrid({ days }: { readonly days: readonly DayShown[] }) {
  return (
    <Panel label="Week" flush>
      <div className="grid max-md:divide-y md:grid-cols-4 md:divide-x lg:grid-cols-7">
        {days.map((day) => (
          <section
            key={day.date}
            aria-label={`${day.name}, ${day.label}`}
            className="min-w-0 md:max-lg:border-b lg:min-h-60"
          >
            <h2 className={cx("border-b bg-sunken px-3 py-2 text-meta", day.isToday && "text-brand-text")}>
              <Link to={`?view=day&date=${day.date}`} className="text-inherit no-underline hover:underline">
                <span className="block font-strong">{day.name}</span>
                <span className="text-ink-3">{day.isToday ? `${day.label}, today` : day.label}</span>
              </Link>
            </h2>
            <ul className="grid gap-1.5 p-1.5 empty:hidden">
              {entriesOf(day).map((entry) =>
                "id" in entry ? (
                  <li key={entry.id}>
                    <WeekItem booking={entry} />
                  </li>
                ) : (
                  <li
                    key={entry.key}
                    title={busyWords}
                    className="grid gap-0.5 rounded-md border border-dashed px-2 py-1.5 text-ink-2 text-meta"
                  >
                    <span className="tabular-nums">{entry.time}</span>
                    <span>Busy</span>
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  );
}

function WeekItem({ booking: { id, who, kind, time, status } }: { readonly booking: BookingShown }) {
  const stands = status === "booked";
  return (
    <Link
      to={`/bookings/${id}`}
      className={cx(
        "grid min-h-11 gap-0.5 rounded-md px-2 py-1.5 text-meta no-underline",
        stands ? "bg-brand-soft text-brand-text" : "bg-sunken text-ink-2",
      )}
    >
      <span className="tabular-nums">{time}</span>
      <span className={cx("truncate font-strong", status === "canceled" && "line-through")}>{who}</span>
      <span className="truncate">{stands ? kind : `${kind}: ${statusWords[status]}`}</span>
    </Link>
  );
}
