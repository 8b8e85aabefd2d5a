/** Brings the connected calendar to what stands: an event for each appointment, and its busy times into our own calendar. */
import type { Booking } from "#app/bookings/booking-terms.ts";
import { day_ms } from "#app/platform/durations.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { eventIdOf } from "./event-id.ts";
import { deleteEvent, putEvent, readBusy } from "./google-calendar.server.ts";
import type { Answer } from "./provider.server.ts";
import { isPassing } from "./provider.server.ts";
import { withConnection } from "./tokens.server.ts";

/** As far ahead as any agent books, and a day on each side for zones. */
const readAhead_ms = 368 * day_ms;
const readBehind_ms = day_ms;
/** How many appointments one reading catches up; the next follows in minutes. */
const mostCaughtUp = 50;
/** A change that comes while an event is written is written after it. */
const mostRounds = 3;

const storeIn = (env: Env, organizationId: string) =>
  storeOf(organizationObject({ id: organizationId, region: null }, env));

const eventFor = ({ id, kind, name, phone_number, email, notes, starts_at, ends_at }: Booking) => ({
  id: eventIdOf(id),
  summary: name ? `${kind}: ${name}` : kind,
  description: [phone_number, email, notes].filter(Boolean).join("\n"),
  from: starts_at,
  to: ends_at,
});

/** @throws Error when the provider may answer later: whatever asked comes again */
function orLater<Value>(answer: Answer<Value> | null): void {
  if (answer && !answer.ok && isPassing(answer))
    throw new Error(`The calendar does not answer: ${answer.said}`);
}

/**
 * Brings the event of one appointment to what stands now. Facts may come late, twice and in another order, so what a fact
 * says does not count; after writing, the appointment is read once more.
 */
export async function syncBooking(env: Env, organizationId: string, booking_id: string): Promise<void> {
  const store = storeIn(env, organizationId);
  const found = await store.integrations.find("google_calendar");
  if (!found || found.status === "expired") return;
  if (!found.settings.writes_bookings || found.settings.target === null) return;
  for (let round = 0; round < mostRounds; round++) {
    const [booking, event] = await Promise.all([
      store.bookings.find(booking_id),
      store.integrations.eventOf(booking_id),
    ]);
    if (!booking || (event !== null && event.version === booking.version)) return;
    const isGone = booking.status === "canceled";
    if (isGone && event === null) return;
    const deed = {
      id: `calendar:${booking_id}:${booking.version}`,
      provider: "google_calendar" as const,
      action: isGone ? "calendar.deleted" : "calendar.written",
      subject_id: booking_id,
    };
    await store.integrations.beginDeed(deed, Date.now());
    const answer = await withConnection(
      env,
      organizationId,
      "google_calendar",
      async ({ access, credential }) => {
        const calendar_id = event?.calendar_id ?? credential.settings.target?.id;
        if (calendar_id === undefined) return { ok: true, value: null };
        const written = isGone
          ? await deleteEvent(access, calendar_id, eventIdOf(booking_id))
          : await putEvent(access, calendar_id, eventFor(booking));
        return written.ok ? { ok: true, value: { calendar_id, event_id: written.value } } : written;
      },
    );
    orLater(answer);
    const now = Date.now();
    if (!answer?.ok) {
      const error = answer?.said ?? null;
      await store.integrations.endDeed(deed.id, { state: "failed", outside_id: null, error }, now);
      return;
    }
    if (answer.value === null) return;
    const end = { state: "done" as const, outside_id: answer.value.event_id, error: null };
    await store.integrations.endDeed(deed.id, end, now);
    await store.integrations.keepEvent({ booking_id, ...answer.value, version: booking.version }, now);
  }
}

/** Writes what the calendar lacks, then reads its busy times. */
export async function readCalendar(env: Env, organizationId: string): Promise<void> {
  const store = storeIn(env, organizationId);
  const found = await store.integrations.find("google_calendar");
  if (!found || found.status === "expired") return;
  const now = Date.now();
  if (found.settings.writes_bookings)
    for (const id of await store.integrations.unsynced(now, mostCaughtUp))
      await syncBooking(env, organizationId, id);
  if (!found.settings.respects_busy || found.settings.target === null) {
    await store.integrations.busyRead([]);
    return;
  }
  const { id } = found.settings.target;
  const answer = await withConnection(env, organizationId, "google_calendar", ({ access }) =>
    readBusy(access, id, now - readBehind_ms, now + readAhead_ms),
  );
  if (answer?.ok) await store.integrations.busyRead(answer.value);
}
