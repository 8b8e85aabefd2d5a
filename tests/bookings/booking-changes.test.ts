/** A caller's own appointments in the organization's object: found, moved and cancelled. */
import { expect, test } from "vitest";
import type { BookingRules } from "#app/bookings/calendar-rows.store.ts";
import { newId } from "#app/platform/id.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const zone = "America/New_York";
/** Friday, 20 November 2026, ten in the morning. */
const now = instantOf("2026-11-20", "10:00", zone);
const monday = (clock: string) => instantOf("2026-11-23", clock, zone);
const line = "+12125550142";
const other = "+12125550199";
const day = [{ from: "08:00", to: "18:00" }];

const rules = (more: Partial<BookingRules> = {}): BookingRules => ({
  action_id: newId(),
  time_zone: zone,
  now,
  hours: {
    weekly: { mon: day, tue: [], wed: [], thu: [], fri: day, sat: [], sun: [] },
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

/** @returns the appointment's id */
async function booked({ store }: Person, starts_at: number, phone_number = line): Promise<string> {
  const answer = await store.bookings.book(
    {
      call_id: newId(),
      agent_id: "agent-1",
      kind: "Cleaning",
      starts_at,
      duration_minutes: 30,
      name: "Márta  Lindqvist",
      phone_number,
      email: null,
      notes: "",
    },
    rules(),
  );
  if (!answer.ok) throw new Error(answer.reason);
  return answer.booking_id;
}

const asked = (booking_id: string, more: { call_id?: string; line_number?: string | null } = {}) => ({
  call_id: newId(),
  line_number: line,
  booking_id,
  agent_id: "agent-2",
  found: [booking_id],
  ...more,
});

const starts = async ({ store }: Person) =>
  (await store.bookings.upcoming(now, 10)).map(({ starts_at }) => starts_at);

const marta = { name: "marta lindqvist", phone_number: null };

test("a caller finds the coming appointments under their name and the line's number, the next first; the number alone finds none", async () => {
  const owner = await memberOf();
  const ids = [await booked(owner, monday("15:00")), await booked(owner, monday("09:00"))];
  await booked(owner, monday("12:00"), other);
  const caller = { call_id: newId(), line_number: line };
  const found = await owner.store.bookings.ofCaller(caller, marta, now);
  expect(await owner.store.bookings.ofCaller(caller, null, now)).toEqual([]);
  expect(found.map(({ id }) => id)).toEqual(ids.reverse());
  expect(await owner.store.bookings.ofCaller(caller, marta, monday("09:00"))).toHaveLength(1);
});

test.each<[string, { name: string; phone_number: string } | null, number]>([
  ["a name with its number", { name: "marta lindqvist", phone_number: line }, 1],
  ["a name with another number", { name: "Marta Lindqvist", phone_number: other }, 0],
  ["a number with another name", { name: "Marta Lund", phone_number: line }, 0],
  ["a number with no name", { name: " ", phone_number: line }, 0],
  ["nothing", null, 0],
])("a foreign number finds by %s", async (_, named, count) => {
  const owner = await memberOf();
  await booked(owner, monday("15:00"));
  for (const line_number of [other, null])
    expect(await owner.store.bookings.ofCaller({ call_id: newId(), line_number }, named, now)).toHaveLength(
      count,
    );
});

test("a withheld number finds no appointment that has no number", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  await rows(owner, `update bookings set phone_number = null where id = '${id}'`);
  const caller = { call_id: newId(), line_number: null };
  expect(await owner.store.bookings.ofCaller(caller, marta, now)).toEqual([]);
  expect(
    await owner.store.bookings.move({ ...asked(id, caller), found: [] }, monday("16:00"), rules()),
  ).toMatchObject({
    reason: "not_bookable",
  });
});

test("a moved appointment stands at the new time only, the old one is free at once, and the fact is told once", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  const request = asked(id);
  const step = rules();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.store.bookings.move(request, monday("16:00"), step)),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({
      ok: true,
      starts_at: monday("16:00"),
      busy: [{ from: monday("16:00"), to: monday("16:30") }],
    });
  expect(await starts(owner)).toEqual([monday("16:00")]);
  await booked(owner, monday("15:00"), other);
  const facts = await rows(owner, "select payload from outbox where kind = 'booking.moved'");
  expect(facts.map(({ payload }) => JSON.parse(String(payload)))).toEqual([
    expect.objectContaining({
      v: 1,
      booking_id: id,
      call_id: request.call_id,
      agent_id: "agent-2",
      moved_from: monday("15:00"),
      starts_at: monday("16:00"),
      ends_at: monday("16:30"),
      phone_number: line,
    }),
  ]);
  expect(await rows(owner, 'select kind, "from", "to" from booking_changes')).toEqual([
    { kind: "moved", from: monday("15:00"), to: monday("16:00") },
  ]);
});

test("its own time counts as free for what is moved, another's does not", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  await booked(owner, monday("16:00"), other);
  expect(await owner.store.bookings.move(asked(id), monday("16:00"), rules())).toMatchObject({
    ok: false,
    reason: "slot_taken",
  });
  expect(await owner.store.bookings.move(asked(id), monday("15:45"), rules())).toMatchObject({
    reason: "slot_taken",
  });
  expect(await owner.store.bookings.move(asked(id), monday("15:15"), rules())).toMatchObject({ ok: true });
  expect(await starts(owner)).toEqual([monday("15:15"), monday("16:00")]);
});

test.each([
  ["a time that is past", instantOf("2026-11-20", "09:00", zone)],
  ["sooner than the notice", instantOf("2026-11-20", "10:45", zone)],
  ["beyond the horizon", instantOf("2027-02-01", "10:00", zone)],
  ["a closed day", instantOf("2026-11-24", "10:00", zone)],
  ["longer than the day is open", monday("17:45")],
  ["between the steps", monday("15:05")],
])("no appointment is moved to %s", async (_, starts_at) => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  expect(await owner.store.bookings.move(asked(id), starts_at, rules())).toMatchObject({
    ok: false,
    reason: "not_bookable",
  });
  expect(await starts(owner)).toEqual([monday("15:00")]);
});

test("of two callers who want the time that a third one frees, one gets it", async () => {
  const owner = await memberOf();
  const [freed, first, second] = [
    await booked(owner, monday("15:00")),
    await booked(owner, monday("09:00"), other),
    await booked(owner, monday("10:00"), "+12125550177"),
  ];
  const answers = await Promise.all([
    owner.store.bookings.cancel(asked(freed), rules()),
    owner.store.bookings.move(asked(first, { line_number: other }), monday("15:00"), rules()),
    owner.store.bookings.move(asked(second, { line_number: "+12125550177" }), monday("15:00"), rules()),
  ]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
  expect(answers[2]).toMatchObject({ reason: "slot_taken" });
  expect(await starts(owner)).toEqual([monday("10:00"), monday("15:00")]);
});

test("a cancelled appointment is coming no more and its time is free; the same step again is the same, another one finds nothing", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  const [request, step] = [asked(id), rules()];
  const canceled = { ok: true, starts_at: monday("15:00"), busy: [] };
  expect(await owner.store.bookings.cancel(request, step)).toMatchObject(canceled);
  expect(await owner.store.bookings.cancel(request, step)).toMatchObject(canceled);
  expect(await owner.store.bookings.cancel(request, rules())).toMatchObject({ reason: "not_bookable" });
  expect(await owner.store.bookings.move(request, monday("16:00"), rules())).toMatchObject({
    reason: "not_bookable",
  });
  expect(await starts(owner)).toEqual([]);
  await booked(owner, monday("15:00"), other);
  expect(await rows(owner, "select id from outbox where kind = 'booking.canceled'")).toHaveLength(1);
});

test("a number alone changes nothing: an appointment was found for its name, or made in the call", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  const foreign = { ...asked(id), found: [] };
  for (const line_number of [line, other, null]) {
    expect(await owner.store.bookings.cancel({ ...foreign, line_number }, rules())).toMatchObject({
      reason: "not_bookable",
    });
    expect(
      await owner.store.bookings.move({ ...foreign, line_number }, monday("16:00"), rules()),
    ).toMatchObject({ reason: "not_bookable" });
  }
  expect(await starts(owner)).toEqual([monday("15:00")]);
  expect(
    await owner.store.bookings.move({ ...foreign, found: [id] }, monday("16:00"), rules()),
  ).toMatchObject({ ok: true });
  const [booking] = await owner.store.bookings.upcoming(now, 1);
  const own = { ...asked(id, { call_id: booking?.call_id ?? "" }), found: [] };
  expect(await owner.store.bookings.cancel(own, rules())).toMatchObject({ ok: true });
});

test("what has begun is neither moved nor cancelled", async () => {
  const owner = await memberOf();
  const id = await booked(owner, monday("15:00"));
  const late = rules({ now: monday("15:00") });
  expect(await owner.store.bookings.cancel(asked(id), late)).toMatchObject({ reason: "not_bookable" });
  expect(await owner.store.bookings.move(asked(id), monday("17:00"), late)).toMatchObject({
    reason: "not_bookable",
  });
});
