/** Busy times of the connected calendar: overlapping, all-day and recurring events in other zones keep appointments away. */
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { addDays, instantOf, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { pageText } from "../support/page-form.ts";
import { type Clinic, call, clinic, hangUp, rows } from "../support/telephone.ts";
import { atProvider, connected, eventually } from "./connecting.ts";

const zone = "America/New_York";
const soon = addDays(localDate(Date.now(), zone), 7);
/** A Wednesday, at least a week ahead. */
const wednesday = addDays(soon, (3 - weekdayOf(soon) + 7) % 7);
let house: Clinic;
let account: string;

const at = (date: string, clock: string, of = zone) => ({
  dateTime: new Date(instantOf(date, clock, of)).toISOString(),
  timeZone: of,
});

let made = 0;
const event = (body: Record<string, unknown>) =>
  atProvider({ act: "event", account, event: { id: `event${++made}`, ...body } });

const times = async (date: string): Promise<string[]> => {
  const html = await (await house.get(`/bookings/new?date=${date}`)).text();
  return [...html.matchAll(/<option value="(\d\d:\d\d)"/g)].map(([, clock]) => clock ?? "");
};

const book = (date: string, clock: string) =>
  house.post("/bookings/new", {
    request: newId(),
    agent: house.agentId,
    kind: "Cleaning",
    minutes: "30",
    date,
    clock,
    name: "Greta Halvorsen",
    phone: "212 555 0177",
    notes: "",
  });

/** Reads the calendar now, as the timer does. */
const read = async () => {
  await rows(house, "update timers set due_at = 1 where kind = 'calendar_read'");
  // Any write arms the object's alarm.
  await house.store.integrations.noteSuccess("google_calendar", Date.now());
};

beforeAll(async () => {
  house = await clinic((spec) => {
    const hours = [{ from: "08:00", to: "18:00" }];
    const weekly = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours };
    return { ...spec, hours: { weekly, holidays: [] } };
  });
  account = `${newId()}@clinic.test`;
  await atProvider({ act: "calendar", account, time_zone: "Pacific/Auckland" });
  await event({ summary: "One", start: at(wednesday, "09:00"), end: at(wednesday, "10:30") });
  await event({ summary: "Overlaps it", start: at(wednesday, "10:00"), end: at(wednesday, "11:00") });
  await event({
    summary: "Shown as free",
    transparency: "transparent",
    start: at(wednesday, "13:00"),
    end: at(wednesday, "14:00"),
  });
  await event({
    summary: "Declined",
    attendees: [{ self: true, responseStatus: "declined" }],
    start: at(wednesday, "13:00"),
    end: at(wednesday, "14:00"),
  });
  // Every week at a clock of Berlin, from a week before.
  await event({
    summary: "Weekly, in Berlin",
    start: at(addDays(wednesday, -7), "21:00", "Europe/Berlin"),
    end: at(addDays(wednesday, -7), "22:00", "Europe/Berlin"),
    recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
  });
  // A whole day in Auckland is an afternoon and a morning in New York.
  const thursday = addDays(wednesday, 1);
  await event({
    summary: "All day",
    start: { date: addDays(thursday, 1) },
    end: { date: addDays(thursday, 2) },
  });
  await connected(house, "google_calendar", account);
  await eventually(async () => expect(await rows(house, "select * from busy_times")).not.toEqual([]));
});

test("neither the page nor a booking offers times at which the calendar is busy", async () => {
  const free = await times(wednesday);
  expect(free).toContain("08:30");
  for (const taken of ["09:00", "09:30", "10:00", "10:30"]) expect(free, taken).not.toContain(taken);
  expect(free).toContain("11:00");
  expect(free).toContain("13:00");
  const refused = await book(wednesday, "10:15");
  expect(refused.status).toBe(409);
});

test("the day and the week show busy times as one block each, without what they are about", async () => {
  for (const view of ["day", "week"]) {
    const page = await pageText(await (await house.get(`/bookings?view=${view}&date=${wednesday}`)).text());
    expect(page, view).toMatch(/9:00\D+11:00.am/);
    expect(page, view).toContain("Busy");
    for (const title of ["Overlaps it", "Weekly, in Berlin", "Shown as free"])
      expect(page, view).not.toContain(title);
  }
  const list = await pageText(await (await house.get(`/bookings?view=list&date=${wednesday}`)).text());
  expect(list).not.toContain("Busy in the connected calendar");
  const used = await (await house.get("/integrations/google_calendar")).text();
  expect(used).toContain(`href="/agents/${house.agentId}"`);
});

test("a recurring event of another zone is busy each time", async () => {
  const clock = (date: string) => {
    const berlin = instantOf(date, "21:00", "Europe/Berlin");
    return new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(
      berlin,
    );
  };
  for (const date of [wednesday, addDays(wednesday, 7)])
    expect(await times(date), date).not.toContain(clock(date));
  expect(await times(addDays(wednesday, 14))).toContain(clock(addDays(wednesday, 14)));
});

test("an event that lasts all day is busy from midnight to midnight of the calendar's zone", async () => {
  const thursday = addDays(wednesday, 1);
  const begins = instantOf(addDays(thursday, 1), "00:00", "Pacific/Auckland");
  const [from, to] = [begins, instantOf(addDays(thursday, 2), "00:00", "Pacific/Auckland")];
  for (const date of [thursday, addDays(thursday, 1)]) {
    const free = await times(date);
    for (let minute = 8 * 60; minute <= 17 * 60; minute += 30) {
      const shown = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      const starts = instantOf(date, shown, zone);
      expect(free.includes(shown), `${date} ${shown}`).toBe(starts + 30 * 60_000 <= from || starts >= to);
    }
  }
});

test("an appointment's own event does not keep it from being moved by half its length", async () => {
  const answer = await book(wednesday, "16:30");
  expect(answer.status, await pageText(await answer.clone().text())).toBe(302);
  const id = (answer.headers.get("location") ?? "").replace("/bookings/", "");
  await eventually(async () =>
    expect(await rows(house, `select * from calendar_events where booking_id = '${id}'`)).toHaveLength(1),
  );
  const before = (await house.store.integrations.find("google_calendar"))?.last_sync_at ?? 0;
  await read();
  await eventually(async () =>
    expect((await house.store.integrations.find("google_calendar"))?.last_sync_at).toBeGreaterThan(before),
  );
  expect(await rows(house, "select * from busy_times where event_id like 'bk%'")).toEqual([]);
  const moved = await house.post(`/bookings/${id}`, {
    version: "0",
    request: newId(),
    do: "move",
    date: wednesday,
    clock: "16:45",
  });
  expect(moved.status, await pageText(await moved.clone().text())).toBe(200);
});

test("a call of an agent that books has the calendar read, and what it finds is not offered", async () => {
  await event({ summary: "New", start: at(wednesday, "08:00"), end: at(wednesday, "09:00") });
  await rows(house, `update timers set due_at = ${Date.now() + 200_000} where kind = 'calendar_read'`);
  const placed = await call(house);
  await eventually(async () => expect(await times(wednesday)).not.toContain("08:30"));
  await hangUp(placed);
});
