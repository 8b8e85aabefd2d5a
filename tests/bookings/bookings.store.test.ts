/** Appointments as the organization's object keeps them. */
import { expect, test } from "vitest";
import type { BookingRequest } from "#app/bookings/bookings.schema.ts";
import type { BookingRules } from "#app/bookings/calendar-rows.store.ts";
import { newId } from "#app/platform/id.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const zone = "America/New_York";
/** Friday, 20 November 2026, ten in the morning. */
const now = instantOf("2026-11-20", "10:00", zone);
const monday = (clock: string) => instantOf("2026-11-23", clock, zone);

const rules = (more: Partial<BookingRules> = {}): BookingRules => ({
  action_id: newId(),
  time_zone: zone,
  now,
  hours: {
    weekly: {
      mon: [{ from: "08:00", to: "18:00" }],
      tue: [],
      wed: [],
      thu: [],
      fri: [{ from: "08:00", to: "18:00" }],
      sat: [],
      sun: [],
    },
    holidays: [],
  },
  book: {
    kinds: [{ name: "Cleaning", synonyms: [], duration_minutes: 30 }],
    step_minutes: 15,
    notice_minutes: 60,
    horizon_days: 30,
    ask_kind: true,
  },
  ...more,
});

const request = (starts_at: number, more: Partial<BookingRequest> = {}): BookingRequest => ({
  call_id: newId(),
  agent_id: "agent-1",
  kind: "Cleaning",
  starts_at,
  duration_minutes: 30,
  name: "Marta Lindqvist",
  phone_number: "+12125550142",
  email: null,
  notes: "",
  ...more,
});

const book = (
  { store }: Person,
  starts_at: number,
  more: Partial<BookingRequest> = {},
  by: Partial<BookingRules> = {},
) => store.bookings.book(request(starts_at, more), rules(by));

test("a free slot is booked", async () => {
  const owner = await memberOf();
  const answer = await book(owner, monday("15:00"));
  expect(answer).toMatchObject({ ok: true });
  expect(await owner.store.bookings.upcoming(now, 10)).toMatchObject([
    { name: "Marta Lindqvist", starts_at: monday("15:00"), ends_at: monday("15:30") },
  ]);
  expect(answer.ok && (await owner.store.bookings.find(answer.booking_id))?.kind).toBe("Cleaning");
});

test("of twenty who want one slot in the same moment one gets it, and the others learn what is taken", async () => {
  const owner = await memberOf();
  const answers = await Promise.all(Array.from({ length: 20 }, () => book(owner, monday("15:00"))));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers)
    if (!answer.ok)
      expect(answer).toEqual({
        ok: false,
        reason: "slot_taken",
        busy: [{ from: monday("15:00"), to: monday("15:30") }],
      });
});

test("the same step of the same call books once, however often it is taken", async () => {
  const owner = await memberOf();
  const call_id = newId();
  const step = { action_id: "book-1" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => book(owner, monday("15:00"), { call_id }, step)),
  );
  expect(new Set(answers.map((answer) => answer.ok && answer.booking_id)).size).toBe(1);
  expect(await rows(owner, "select id from bookings")).toHaveLength(1);
  expect(await book(owner, monday("16:00"), { call_id }, { action_id: "book-2" })).toMatchObject({
    ok: true,
  });
});

test("an overlap is taken, a neighbour is not", async () => {
  const owner = await memberOf();
  await book(owner, monday("15:00"));
  expect(await book(owner, monday("14:45"))).toMatchObject({ reason: "slot_taken" });
  expect(await book(owner, monday("15:15"))).toMatchObject({ reason: "slot_taken" });
  expect(await book(owner, monday("14:00"), { duration_minutes: 90 })).toMatchObject({
    reason: "slot_taken",
  });
  expect(await book(owner, monday("14:30"))).toMatchObject({ ok: true });
  expect(await book(owner, monday("15:30"))).toMatchObject({ ok: true });
});

test.each([
  ["a time that is past", instantOf("2026-11-20", "09:00", zone)],
  ["sooner than the notice", instantOf("2026-11-20", "10:45", zone)],
  ["beyond the horizon", instantOf("2027-02-01", "10:00", zone)],
  ["a closed day", instantOf("2026-11-24", "10:00", zone)],
  ["before opening", monday("07:45")],
  ["longer than the day is open", monday("17:45")],
  ["between the steps", monday("15:05")],
])("what is not bookable is refused whoever asks: %s", async (_, starts_at) => {
  const owner = await memberOf();
  expect(await book(owner, starts_at)).toMatchObject({ ok: false, reason: "not_bookable" });
  expect(await rows(owner, "select id from bookings")).toEqual([]);
});

test("busy stretches are those that touch the time asked about", async () => {
  const owner = await memberOf();
  for (const clock of ["09:00", "12:00", "15:00"]) await book(owner, monday(clock));
  expect(await owner.store.bookings.busy(monday("09:30"), monday("15:00"))).toEqual([
    { from: monday("12:00"), to: monday("12:30") },
  ]);
  expect(await owner.store.bookings.busy(monday("09:29"), monday("15:01"))).toHaveLength(3);
});

test("one call makes two appointments, and one number has three to come", async () => {
  const owner = await memberOf();
  const clocks = ["09:00", "10:00", "11:00", "12:00"];
  const call_id = newId();
  const withheld = await Promise.all(
    clocks.map((clock) => book(owner, monday(clock), { call_id, phone_number: null })),
  );
  expect(withheld.map((answer) => answer.ok || answer.reason)).toEqual([true, true, "too_many", "too_many"]);
  const ofNumber = await Promise.all(clocks.map((_, at) => book(owner, monday(`1${at + 3}:00`))));
  expect(ofNumber.map((answer) => answer.ok || answer.reason)).toEqual([true, true, true, "too_many"]);
});

test.each([
  ["one line has six appointments to come", "+12125550188", 6],
  ["lines that withhold their number have five in an hour", null, 5],
] as const)("%s, whatever numbers its callers say", async (_, other_number, most) => {
  const owner = await memberOf();
  const answers: unknown[] = [];
  for (let at = 0; at <= most; at++) {
    const call_id = newId();
    const line = other_number === null ? "null" : `'${other_number}'`;
    await rows(
      owner,
      `insert into live_calls (call_id, number_id, direction, other_number, provider, provider_call_id, started_at, expires_at)
       values ('${call_id}', 'number', 'inbound', ${line}, 'twilio', '${call_id}', ${now}, ${now + 1000})`,
    );
    const phone_number = `+1212555020${at}`;
    const answer = await book(owner, monday(`${9 + at}`.padStart(2, "0").concat(":00")), {
      call_id,
      phone_number,
    });
    answers.push(answer.ok || answer.reason);
  }
  expect(answers).toEqual([...Array.from({ length: most }, () => true), "too_many"]);
});

test("calls from browsers make five appointments an hour with one agent, and people who phone are not counted", async () => {
  const owner = await memberOf();
  const web = (at: number, more: Partial<BookingRequest> = {}) =>
    book(owner, monday(`${String(8 + at).padStart(2, "0")}:00`), {
      is_web: true,
      phone_number: `+1212555010${at}`,
      ...more,
    });
  for (let at = 0; at < 5; at++) expect(await web(at)).toMatchObject({ ok: true });
  expect(await web(5)).toMatchObject({ ok: false, reason: "too_many" });
  expect(await web(5, { agent_id: "agent-2" })).toMatchObject({ ok: true });
  expect(await web(6, { is_web: false })).toMatchObject({ ok: true });
  expect(await owner.store.bookings.upcoming(now, 1)).toMatchObject([{ is_web: true }]);
});
