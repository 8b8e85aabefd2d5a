/** Google Calendar: appointments become events, and the calendar's own events are busy times. */
import { z } from "zod";
import { addDays, instantOf } from "#app/platform/zoned-time.ts";
import { googleAccount, googleOAuth, revokeGoogle } from "./google-account.server.ts";
import { htmlText } from "./html-text.ts";
import { type Adapter, type Answer, anything, ask, type Choice, refusal } from "./provider.server.ts";

const api = "https://www.googleapis.com/calendar/v3";
const mostPages = 10;

const calendarList = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(""),
        primary: z.boolean().default(false),
        accessRole: z.string().default(""),
      }),
    )
    .default([]),
});

const eventsOf = (calendarId: string): string => `${api}/calendars/${encodeURIComponent(calendarId)}/events`;

async function calendars(token: string): Promise<Answer<(Choice & { isPrimary: boolean })[]>> {
  const answer = await ask({ url: `${api}/users/me/calendarList?maxResults=250`, token }, calendarList);
  if (!answer.ok) return answer;
  const writable = answer.value.items.filter(({ accessRole }) => ["owner", "writer"].includes(accessRole));
  return {
    ok: true,
    value: writable.map(({ id, summary, primary }) => ({
      id,
      label: summary || id,
      url: null,
      isPrimary: primary,
    })),
  };
}

export const googleCalendar: Adapter = {
  provider: "google_calendar",
  oauth: googleOAuth([
    "https://www.googleapis.com/auth/calendar.events",
    "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
  ]),
  takesKey: false,
  account: async (_token, given) => googleAccount(given),
  choices: calendars,
  async firstTarget(token) {
    const answer = await calendars(token);
    if (!answer.ok) return answer;
    const first = answer.value.find(({ isPrimary }) => isPrimary) ?? answer.value[0] ?? null;
    return { ok: true, value: first && { id: first.id, label: first.label, url: null } };
  },
  async test(token, { target }) {
    if (target === null) return refusal("missing", "No calendar is chosen.");
    const answer = await ask({ url: `${eventsOf(target.id)}?maxResults=1&fields=timeZone`, token }, anything);
    return answer.ok ? { ok: true, value: null } : answer;
  },
  // Appointments are not told one by one: the calendar is brought to what stands (calendar-sync.server.ts).
  tell: async () => refusal("refused", "A calendar is told of appointments alone."),
  revoke: revokeGoogle,
};

export type CalendarEvent = {
  id: string;
  summary: string;
  description: string;
  /** ms UTC */
  from: number;
  to: number;
};

const bodyOf = ({ id, summary, description, from, to }: CalendarEvent) => ({
  id,
  summary,
  description: htmlText(description),
  status: "confirmed",
  start: { dateTime: new Date(from).toISOString() },
  end: { dateTime: new Date(to).toISOString() },
});

/**
 * Writes an event, whether or not it is there: its id is ours, so a second try writes the same one. An event that someone
 * deleted there is taken back by writing it.
 */
export async function putEvent(
  token: string,
  calendarId: string,
  event: CalendarEvent,
): Promise<Answer<string>> {
  const url = eventsOf(calendarId);
  const json = bodyOf(event);
  const made = await ask(
    { url, method: "POST", token, json, accepts: [409] },
    z.object({ id: z.string().optional() }),
  );
  if (!made.ok) return made;
  if (made.value.id === event.id) return { ok: true, value: event.id };
  const written = await ask(
    { url: `${url}/${event.id}`, method: "PUT", token, json },
    z.object({ id: z.string() }),
  );
  return written.ok ? { ok: true, value: written.value.id } : written;
}

/** Deletes an event; one that is gone already is as good. */
export async function deleteEvent(token: string, calendarId: string, id: string): Promise<Answer<string>> {
  const url = `${eventsOf(calendarId)}/${id}`;
  const gone = await ask({ url, method: "DELETE", token, accepts: [404, 410] }, anything);
  return gone.ok ? { ok: true, value: id } : gone;
}

const moment = z.object({
  dateTime: z.iso.datetime({ offset: true }).optional(),
  /** Of an event that lasts all day. */
  date: z.iso.date().optional(),
});
const eventPage = z.object({
  timeZone: z.string().default("UTC"),
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string(),
        status: z.string().default("confirmed"),
        transparency: z.string().default("opaque"),
        eventType: z.string().default("default"),
        start: moment.optional(),
        end: moment.optional(),
        attendees: z
          .array(z.object({ self: z.boolean().default(false), responseStatus: z.string().default("") }))
          .default([]),
      }),
    )
    .default([]),
});

export type BusyEvent = { event_id: string; from: number; to: number };

type Page = z.output<typeof eventPage>;

const instant = ({ dateTime, date }: z.output<typeof moment>, timeZone: string): number | null => {
  if (dateTime !== undefined) return Date.parse(dateTime);
  return date === undefined ? null : instantOf(date, "00:00", timeZone);
};

/** The busy times among events: without those that are canceled, shown as free, declined, or only say where someone works. */
export function busyIn({ items, timeZone }: Page): BusyEvent[] {
  return items.flatMap(({ id, status, transparency, eventType, start, end, attendees }) => {
    const isFree =
      status === "cancelled" ||
      transparency === "transparent" ||
      eventType === "workingLocation" ||
      attendees.some(({ self, responseStatus }) => self && responseStatus === "declined");
    const from = start && instant(start, timeZone);
    const lastDay = start?.date !== undefined && end?.date === undefined ? addDays(start.date, 1) : undefined;
    const to = end && instant(lastDay === undefined ? end : { date: lastDay }, timeZone);
    return isFree || from == null || to == null || to <= from ? [] : [{ event_id: id, from, to }];
  });
}

/**
 * The busy times of a calendar between two instants (ms UTC). Google expands recurring events (`singleEvents`), and says
 * the calendar's zone, in which days that are busy as a whole begin and end.
 */
export async function readBusy(
  token: string,
  calendarId: string,
  from: number,
  to: number,
): Promise<Answer<BusyEvent[]>> {
  const found: BusyEvent[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const url = new URL(eventsOf(calendarId));
    const wanted = {
      singleEvents: "true",
      timeMin: new Date(from).toISOString(),
      timeMax: new Date(to).toISOString(),
      maxResults: "2500",
      fields:
        "timeZone,nextPageToken,items(id,status,transparency,eventType,start,end,attendees(self,responseStatus))",
    };
    for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
    if (pageToken !== undefined) url.searchParams.set("pageToken", pageToken);
    const answer = await ask({ url, token }, eventPage);
    if (!answer.ok) return answer;
    found.push(...busyIn(answer.value));
    pageToken = answer.value.nextPageToken;
    if (pageToken === undefined) return { ok: true, value: found };
  }
  // Thousands of events in two months: those that were read count.
  return { ok: true, value: found };
}
