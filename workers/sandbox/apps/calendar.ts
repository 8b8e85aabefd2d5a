/** Plays Google's Calendar API: calendars of an account, and their events with all-day and recurring ones. */
import { z } from "zod";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { bearerOf } from "./bearer.ts";

export const googleFailure = (status: number, message: string): Response =>
  Response.json({ error: { code: status, message } }, { status });

const moment = z.object({
  dateTime: z.string().optional(),
  date: z.string().optional(),
  timeZone: z.string().optional(),
});
export const calendarEvent = z.looseObject({
  id: z.string().regex(/^[a-v0-9]{5,1024}$/),
  status: z.string().default("confirmed"),
  start: moment,
  end: moment,
  /** Only `RRULE:FREQ=DAILY` and `WEEKLY` with a `COUNT` are played. */
  recurrence: z.array(z.string()).optional(),
});
type Event = z.output<typeof calendarEvent>;
const calendarBody = z.object({ timeZone: z.string() });

const instant = ({ dateTime, date }: z.output<typeof moment>, zone: string): number =>
  dateTime === undefined ? instantOf(date ?? "", "00:00", zone) : Date.parse(dateTime);

/** Each time of a recurring event, at the same clock of its zone. */
function expanded(event: Event, zone: string): Event[] {
  const rule = event.recurrence?.find((line) => line.startsWith("RRULE:"));
  if (!rule) return [event];
  const step = rule.includes("FREQ=WEEKLY") ? 7 : 1;
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 1);
  const own = event.start.timeZone ?? zone;
  const moved = ({ dateTime, date, ...rest }: z.output<typeof moment>, days: number) => {
    if (dateTime === undefined) return { ...rest, date: addDays(date ?? "", days) };
    const at = Date.parse(dateTime);
    const day = addDays(localDate(at, own), days);
    return { ...rest, dateTime: new Date(instantOf(day, localClock(at, own), own)).toISOString() };
  };
  const { recurrence: _, ...single } = event;
  return Array.from({ length: count }, (_one, i) => ({
    ...single,
    id: `${event.id}_${i}`,
    recurringEventId: event.id,
    start: moved(event.start, i * step),
    end: moved(event.end, i * step),
  }));
}

/** Where events of a calendar that is not the account's own are kept. */
const kindOf = (calendarId: string, account: string): string =>
  calendarId === account || calendarId === "primary" ? "event" : `event:${calendarId}`;

async function listed(world: WorldDoor, account: string, kind: string, url: URL): Promise<Response> {
  const [calendar] = await world.apps.things(account, "calendar");
  const timeZone = calendar ? calendarBody.parse(JSON.parse(calendar.body)).timeZone : "UTC";
  const wanted = (name: string, otherwise: number) =>
    Date.parse(url.searchParams.get(name) ?? "") || otherwise;
  const from = wanted("timeMin", 0);
  const to = wanted("timeMax", Number.MAX_SAFE_INTEGER);
  const events = (await world.apps.things(account, kind)).map(({ body }) =>
    calendarEvent.parse(JSON.parse(body)),
  );
  const items = events
    .filter(({ status }) => status !== "cancelled")
    .flatMap((event) =>
      url.searchParams.get("singleEvents") === "true" ? expanded(event, timeZone) : [event],
    )
    .filter((event) => instant(event.end, timeZone) > from && instant(event.start, timeZone) < to);
  // A few events to a page, so that pages have to be turned.
  const size = Math.min(Number(url.searchParams.get("maxResults") ?? 250), 20);
  const first = Number(url.searchParams.get("pageToken") ?? 0);
  const next = first + size < items.length ? { nextPageToken: String(first + size) } : {};
  return Response.json({
    kind: "calendar#events",
    timeZone,
    items: items.slice(first, first + size),
    ...next,
  });
}

async function changed(
  request: Request,
  world: WorldDoor,
  { account, kind, id }: { account: string; kind: string; id: string | undefined },
): Promise<Response> {
  if (id !== undefined && request.method === "DELETE") {
    const before = await world.apps.thing(account, kind, id);
    if (!before) return googleFailure(404, "Not Found");
    const event = calendarEvent.parse(JSON.parse(before.body));
    if (event.status === "cancelled") return googleFailure(410, "Resource has been deleted");
    await world.apps.put({ ...before, body: JSON.stringify({ ...event, status: "cancelled" }) });
    return new Response(null, { status: 204 });
  }
  const read = calendarEvent.safeParse({
    ...(await request.json<object>()),
    ...(id !== undefined && { id }),
  });
  if (!read.success) return googleFailure(400, "Invalid resource id value.");
  const event = read.data;
  const before = await world.apps.thing(account, kind, event.id);
  if (id === undefined && before) return googleFailure(409, "The requested identifier already exists.");
  if (id !== undefined && !before) return googleFailure(404, "Not Found");
  await world.apps.put({ account, kind, id: event.id, body: JSON.stringify(event) });
  return Response.json(event);
}

/** Answers www.googleapis.com. */
export async function calendarApi(request: Request, world: WorldDoor): Promise<Response> {
  const url = new URL(request.url);
  const account = await world.apps.accountOf("google", bearerOf(request), Date.now());
  if (account === null) return googleFailure(401, "Invalid Credentials");
  if (url.pathname === "/calendar/v3/users/me/calendarList")
    return Response.json({
      items: [
        { id: account, summary: account, primary: true, accessRole: "owner" },
        { id: "team@group.calendar.google.com", summary: "Team", accessRole: "writer" },
        { id: "holidays@group.v.calendar.google.com", summary: "Holidays", accessRole: "reader" },
      ],
    });
  const [, calendar, id] =
    /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  if (calendar === undefined) return googleFailure(404, "Not Found");
  const kind = kindOf(decodeURIComponent(calendar), account);
  if (request.method === "GET") return listed(world, account, kind, url);
  return changed(request, world, { account, kind, id });
}
