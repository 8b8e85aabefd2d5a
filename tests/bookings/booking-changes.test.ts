/** Appointments that callers find, move and cancel: only their own, each step once, and never onto a taken time. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { script } from "../models/asking.ts";
import { type Clinic, call, clinic, newNumber, rows } from "../support/telephone.ts";

const hour = 3_600_000;
const withModel = (): Promise<Clinic> =>
  clinic((spec) => ({
    ...spec,
    model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 2500 },
  }));

/** A full hour, so many days ahead (ms UTC). */
const inDays = (days: number, hours = 0): number =>
  Math.ceil(Date.now() / hour) * hour + days * 24 * hour + hours * hour;

async function booked(owner: Clinic, phone_number: string, starts_at: number, name = "Marta Lindqvist") {
  const { book } = owner.spec.actions;
  if (!book) throw new Error("does not book");
  const answer = await owner.store.bookings.book(
    {
      call_id: newId(),
      agent_id: owner.agentId,
      kind: "Appointment",
      starts_at,
      duration_minutes: 30,
      name,
      phone_number,
      email: null,
      notes: "",
    },
    { action_id: newId(), hours: owner.spec.hours, book, time_zone: "America/New_York", now: Date.now() },
  );
  if (!answer.ok) throw new Error(answer.reason);
  return answer.booking_id;
}

const startOf = async (owner: Clinic, id: string) =>
  (await owner.store.bookings.upcoming(0, 20)).find((one) => one.id === id)?.starts_at ?? null;

const rules = ({ spec }: Clinic) => {
  if (!spec.actions.book) throw new Error("does not book");
  return { hours: spec.hours, book: spec.actions.book, time_zone: "America/New_York" };
};

test("an appointment is found by the line's number, or by a number with the name on it; a name alone finds nothing", async () => {
  const owner = await clinic();
  const line = newNumber();
  const id = await booked(owner, line, inDays(1));
  const find = (caller: { line: string | null; told?: string; name?: string }) =>
    owner.store.bookingChanges.ofCaller({ told: null, name: null, ...caller }, Date.now());
  expect(await find({ line })).toMatchObject([
    { booking_id: id, duration_minutes: 30, name: "Marta Lindqvist" },
  ]);
  expect(await find({ line: newNumber(), told: line, name: "marta lindqvist" })).toHaveLength(1);
  expect(await find({ line: newNumber(), name: "Marta Lindqvist" })).toEqual([]);
  expect(await find({ line: newNumber(), told: line })).toEqual([]);
  expect(await find({ line: null, told: line, name: "Somebody Else" })).toEqual([]);
});

test("a move frees the old time, keeps the length, happens once, and obeys the calendar", async () => {
  const owner = await clinic();
  const line = newNumber();
  const id = await booked(owner, line, inDays(1));
  const other = await booked(owner, newNumber(), inDays(1, 1));
  const step = {
    booking_id: id,
    call_id: newId(),
    caller: { line, told: null, name: null },
    now: Date.now(),
  };
  const move = (action_id: string, starts_at: number, more = {}) =>
    owner.store.bookingChanges.move({ ...step, action_id, starts_at, ...more }, rules(owner));
  expect(await move("a", inDays(1, 1))).toMatchObject({ ok: false, reason: "slot_taken" });
  expect(await move("b", inDays(400))).toMatchObject({ ok: false, reason: "not_bookable" });
  const foreign = { caller: { line: newNumber(), told: null, name: null } };
  expect(await move("c", inDays(2), foreign)).toMatchObject({ ok: false, reason: "not_bookable" });
  // Half an hour on: its own old time does not stand in its way.
  expect(await move("d", inDays(1) + hour / 4)).toEqual({ ok: true });
  expect(await move("e", inDays(2))).toEqual({ ok: true });
  expect(await move("e", inDays(3))).toEqual({ ok: true });
  expect(await startOf(owner, id)).toBe(inDays(2));
  expect(await startOf(owner, other)).toBe(inDays(1, 1));
  await booked(owner, newNumber(), inDays(1));
  const facts = await rows(owner, "select id from outbox where kind = 'booking.moved'");
  expect(facts).toHaveLength(2);
});

test("of two callers who want one freed time, one gets it", async () => {
  const owner = await clinic();
  const lines = [newNumber(), newNumber()];
  const ids = await Promise.all(lines.map((line, at) => booked(owner, line, inDays(1, at))));
  const answers = await Promise.all(
    lines.map((line, at) =>
      owner.store.bookingChanges.move(
        {
          booking_id: ids[at] ?? "",
          call_id: newId(),
          action_id: "move",
          caller: { line, told: null, name: null },
          starts_at: inDays(2),
          now: Date.now(),
        },
        rules(owner),
      ),
    ),
  );
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

test("a cancelled appointment leaves the calendar once, and only its caller cancels it", async () => {
  const owner = await clinic();
  const line = newNumber();
  const id = await booked(owner, line, inDays(1));
  const step = { booking_id: id, call_id: newId(), now: Date.now() };
  const cancel = (action_id: string, from: string) =>
    owner.store.bookingChanges.cancel({ ...step, action_id, caller: { line: from, told: null, name: null } });
  expect(await cancel("a", newNumber())).toBe(false);
  expect(await cancel("b", line)).toBe(true);
  expect(await cancel("b", line)).toBe(true);
  expect(await cancel("c", line)).toBe(false);
  expect(await startOf(owner, id)).toBeNull();
  await booked(owner, newNumber(), inDays(1));
  expect(await rows(owner, "select id from outbox where kind = 'booking.canceled'")).toHaveLength(1);
});

test("on the phone a model finds, the code asks, and the appointment is moved, then cancelled", async () => {
  const owner = await withModel();
  const line = newNumber();
  const id = await booked(owner, line, inDays(3));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", name: "", base_url: "", provider: "openai", key });
  const calls = (name: string, given: Record<string, unknown>) => ({ calls: [{ name, arguments: given }] });
  await script(key, [
    calls("find_appointments", {}),
    calls("move_appointment", { appointment: "A1", when: "tomorrow at ten in the morning" }),
    calls("find_appointments", {}),
    calls("cancel_appointment", { appointment: "A1" }),
  ]);
  const placed = await call(owner, line);
  const before = await startOf(owner, id);
  await placed.relay.say("I need to move my appointment to tomorrow at ten in the morning");
  expect(await startOf(owner, id)).toBe(before);
  await placed.relay.say("yes");
  const moved = await startOf(owner, id);
  expect(moved).not.toBe(before);
  expect(moved).not.toBeNull();
  await placed.relay.say("actually, cancel it altogether");
  expect(await startOf(owner, id)).toBe(moved);
  await placed.relay.say("yes please");
  expect(await startOf(owner, id)).toBeNull();
});
