/** What the pages of /bookings show. */
import type { AgentCalendar } from "#app/bookings/booking-terms.ts";
import { durationOf } from "#app/bookings/calendar.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { callBackWithoutPerson } from "#app/calls/scrub/scrub.ts";
import { isVisiting } from "#app/membership/actor.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { missing } from "#app/platform/errors.ts";
import { ago, counted } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { bookingsQuery, timesQuery } from "./bookings-query.schema.ts";
import { bookingShown, byDay, daysOf, rangeOf, spanWords, turned } from "./bookings-view.ts";
import { ownFeed } from "./calendar-feed.server.ts";
import { freeTimes, rulesInWords } from "./free-times.ts";

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

const readingOf = ({ organization, may }: Member) => ({
  now: Date.now(),
  timeZone: organization.timeZone,
  locale: organization.locale,
  showsPersons: may("calls.read_persons"),
});

/** /bookings: the appointments of a day, a week or a month, the agents' rules, and the member's feed. */
export async function bookingsPage(member: Member, request: Request, context: Context) {
  const { store, organization, may, by } = member;
  const reading = readingOf(member);
  const { view, date: asked } = bookingsQuery.parse(queryOf(request));
  const today = localDate(reading.now, reading.timeZone);
  const date = asked ?? today;
  const days = daysOf(view, date, reading.locale);
  const { from, to } = rangeOf(days, reading.timeZone);
  const [rows, blocked, calendars, callBacks, feed] = await Promise.all([
    store.bookings.within(from, to),
    view === "list" ? [] : store.bookings.outsideBusy(from, to),
    store.bookings.calendars(reading.now),
    store.callBacks.list(reading),
    isVisiting(member) ? null : ownFeed(context.get(database), organization.id, by.id),
  ]);
  const shown = rows.map((booking) => bookingShown(booking, reading));
  const standing = shown.filter(({ status }) => status === "booked").length;
  return {
    view,
    date,
    today,
    before: turned(view, date, -1),
    after: turned(view, date, 1),
    span: spanWords(days, reading.locale),
    days: byDay(view, days, shown, blocked, reading),
    isEmpty: shown.length === 0,
    sentence: counted(standing, "appointment", "appointments", reading.locale),
    timeZone: reading.timeZone,
    rules: calendars.map((calendar) => rulesInWords(calendar, reading)),
    linksAgents: may("agents.write") && !isHidden(member.hiddenSections, "agents"),
    callBacks: reading.showsPersons ? callBacks : callBacks.map(callBackWithoutPerson),
    canSettle: may("messages.write"),
    canWrite: may("bookings.write"),
    canShowPersons: reading.showsPersons,
    canFeed: !isVisiting(member),
    feed: feed && { showsPersons: feed.shows_persons, made: ago(feed.created_at, reading.now, reading) },
  };
}

const toList = { to: "/bookings", label: "Bookings" };

/** /bookings/:bookingId: one appointment, and the times to which it can be moved. */
export async function bookingPage(member: Member, request: Request, id: string) {
  const { store, may } = member;
  const reading = readingOf(member);
  const booking = await store.bookings.find(id);
  if (!booking) throw missing("appointment", toList);
  const today = localDate(reading.now, reading.timeZone);
  const own = localDate(booking.starts_at, reading.timeZone);
  const date = timesQuery.parse(queryOf(request)).date ?? (own < today ? today : own);
  const { from, to } = rangeOf([date], reading.timeZone);
  const [calendars, busy] = await Promise.all([
    store.bookings.calendars(reading.now),
    store.bookings.busy(from, to),
  ]);
  const calendar = calendars.find(({ id: agent }) => agent === booking.agent_id) ?? null;
  const minutes = (booking.ends_at - booking.starts_at) / minute_ms;
  return {
    booking: bookingShown(booking, reading),
    agent: calendar?.name ?? null,
    times: calendar && freeTimes(calendar, busy, { date, minutes, own: booking }, reading),
    rules: calendar && rulesInWords(calendar, reading),
    linksAgents: may("agents.write") && !isHidden(member.hiddenSections, "agents"),
    date,
    request: newId(),
    canWrite: may("bookings.write"),
    showsPersons: reading.showsPersons,
  };
}

/** So far ahead a day with a free time is looked for. */
const daysAhead = 31;

/** /bookings/new: the agents that book, the kinds of one of them, and the free times of a day: the next that has any. */
export async function newBookingPage(member: Member, request: Request) {
  const { store } = member;
  const reading = readingOf(member);
  const query = timesQuery.parse(queryOf(request));
  const today = localDate(reading.now, reading.timeZone);
  const asked = query.date ?? today;
  const days = query.date ? [query.date] : Array.from({ length: daysAhead }, (_, n) => addDays(today, n));
  const { from, to } = rangeOf(days, reading.timeZone);
  const [calendars, busy] = await Promise.all([
    store.bookings.calendars(reading.now),
    store.bookings.busy(from, to),
  ]);
  const calendar = calendars.find(({ id }) => id === query.agent) ?? calendars[0] ?? null;
  const timesOn = (date: string, minutes: number) =>
    calendar ? freeTimes(calendar, busy, { date, minutes }, reading) : [];
  const kind = calendar && chosenOf(calendar, query.kind, (minutes) => minutes);
  const date = (kind && days.find((day) => timesOn(day, kind.times).length > 0)) ?? asked;
  return {
    agents: calendars.map(({ id, name }) => ({ value: id, label: name })),
    date,
    request: newId(),
    chosen: calendar && chosenOf(calendar, query.kind, (minutes) => timesOn(date, minutes)),
  };
}

/** What was chosen of an agent's calendar. */
function chosenOf<Times>(
  { id, book }: AgentCalendar,
  asked: string | null,
  timesOf: (minutes: number) => Times,
) {
  const kind = book.kinds.find(({ name }) => name === asked)?.name ?? book.kinds[0]?.name ?? "";
  const minutes = durationOf(book.kinds, kind) ?? 30;
  const kinds = book.kinds.map(({ name, duration_minutes }) => ({
    value: name,
    label: `${name} (${duration_minutes} min)`,
  }));
  return { agent: id, kind, kinds, minutes, times: timesOf(minutes) };
}
