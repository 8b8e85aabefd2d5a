/** Callers who move and cancel their appointments, as whole calls through the sandbox's carrier. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { bookingAgent, clinic, clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { history, rows } from "../support/telephone.ts";

const store = () => storeOf(organizationObject({ id: clinic.id, region: null }, env));
const to = clinicNumbers.find(({ agent }) => agent === bookingAgent)?.phone_number ?? "";
const organization = { organizationId: clinic.id };
const reading = () => ({ now: Date.now(), timeZone: clinic.time_zone, locale: "en-US" });

/** The Wednesday of the week after next, so that it is named the same on every day. */
const today = localDate(Date.now(), clinic.time_zone);
const monday = addDays(today, 14 - ((new Date(`${today}T12:00Z`).getUTCDay() + 6) % 7));
const wednesday = addDays(monday, 2);
const at = (clock: string, date = wednesday) => instantOf(date, clock, clinic.time_zone);
const months = "January February March April May June July August September October November December".split(
  " ",
);
const spoken = (date: string): string => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;

beforeAll(async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
  await runInDurableObject(env.ORGANIZATION.getByName(clinic.id), (_, { storage }) => {
    storage.sql.exec("delete from bookings");
  });
});

type Result = {
  call_sid: string;
  ended_by: string;
  transcript: { role: string; text: string }[];
};

async function script(from: string, ...words: (string | object)[]): Promise<Result> {
  const turns = words.map((say) => (typeof say === "string" ? { say } : say));
  const answer = await post("/phone/calls", { from, to, turns });
  return answer.json();
}

const said = ({ transcript }: Result): string =>
  transcript
    .filter(({ role }) => role === "agent")
    .map(({ text }) => text)
    .join(" ");

async function callOf({ call_sid }: Result) {
  const call = (await history(organization)).find(({ provider_call_id }) => provider_call_id === call_sid);
  if (!call) throw new Error("no such call");
  return call;
}

/** @returns the id of an appointment that was made before the call */
async function booked(phone_number: string, starts_at: number, name = "Marta Lindqvist"): Promise<string> {
  const { hours, actions } = bookingAgent.spec;
  if (!actions.book) throw new Error("the agent books");
  const answer = await store().bookings.book(
    {
      call_id: crypto.randomUUID(),
      agent_id: bookingAgent.id,
      kind: "Cleaning",
      starts_at,
      duration_minutes: 30,
      name,
      phone_number,
      email: null,
      notes: "",
    },
    { action_id: "book-1", hours, book: actions.book, time_zone: clinic.time_zone, now: Date.now() },
  );
  if (!answer.ok) throw new Error(answer.reason);
  return answer.booking_id;
}

const startOf = async (id: string) =>
  (await store().bookings.upcoming(Date.now(), 500)).find((one) => one.id === id)?.starts_at ?? null;

test("a caller found by number moves an appointment; the call is called so, and its page shows it", async () => {
  const from = "+13035550301";
  const id = await booked(from, at("10:00"));
  const result = await script(
    from,
    "I need to move my appointment",
    "Marta Lindqvist",
    `${spoken(wednesday)} at 11`,
    "yes please",
    "no thanks bye",
  );
  expect(await startOf(id)).toBe(at("11:00"));
  const call = await callOf(result);
  expect(call).toMatchObject({
    outcome: "moved",
    booking_id: id,
    summary: expect.stringMatching(/^Moved the appointment to Wednesday, .* at 11:00 am$/),
  });
  const page = await store().calls.find(String(call.id), reading());
  expect(page?.ended).toMatchObject({ outcome: "moved", appointments: [{ person: "Marta Lindqvist" }] });
  expect(page?.lines.map(({ text }) => text)).toContain("Moved the appointment");
  const facts = await rows(organization, "select payload from outbox where kind = 'booking.moved'");
  expect(facts.map(({ payload }) => JSON.parse(String(payload)))).toContainEqual(
    expect.objectContaining({ booking_id: id, call_id: call.id, moved_from: at("10:00") }),
  );
}, 30_000);

test("a caller cancels: the appointment is coming no more, and the call is called so", async () => {
  const from = "+13035550302";
  const id = await booked(from, at("13:00"));
  const before = await store().dashboard.overview({ range: "today", agent: null, number: null }, reading());
  expect(before.appointments.some((one) => one.id === id)).toBe(true);
  const result = await script(
    from,
    "I need to cancel my appointment",
    "Marta Lindqvist",
    "yes",
    "no thanks bye",
  );
  expect(await startOf(id)).toBeNull();
  const call = await callOf(result);
  expect(call).toMatchObject({
    outcome: "canceled",
    booking_id: null,
    summary: expect.stringMatching(/^Cancelled the appointment on Wednesday, .* at 1:00 pm$/),
  });
  const { appointments } = await store().dashboard.overview(
    { range: "today", agent: null, number: null },
    reading(),
  );
  expect(appointments.some((one) => one.id === id)).toBe(false);
  const page = await store().calls.find(String(call.id), reading());
  expect(page?.ended?.appointments).toEqual([]);
}, 30_000);

test("what a call books and cancels again is no booking", async () => {
  const result = await script(
    "+13035550303",
    "I'd like to book a cleaning",
    `${spoken(wednesday)} at 2`,
    "Kay Orr",
    "yes",
    "yes please",
    "oh actually cancel that",
    "yes",
    "no thanks bye",
  );
  expect(said(result)).toMatch(/cancelled/);
  expect(await callOf(result)).toMatchObject({ outcome: "canceled", booking_id: null });
}, 30_000);

test("a line that drops in the middle moves once", async () => {
  const from = "+13035550304";
  const id = await booked(from, at("15:00"));
  await script(
    from,
    `I need to move my appointment to ${spoken(wednesday)} at 4`,
    "Marta Lindqvist",
    { drop_socket: true },
    "yes",
    "no thanks bye",
  );
  expect(await startOf(id)).toBe(at("16:00"));
  expect(
    await rows(organization, `select kind from booking_changes where booking_id = '${id}'`),
  ).toHaveLength(1);
}, 30_000);

test("of callers who want the time that another one frees at once, at most one gets it, and none hears of a move that is not", async () => {
  const thursday = addDays(wednesday, 1);
  const freed = await booked("+13035550310", at("10:00", thursday), "Anna Berg");
  const others = [
    await booked("+13035550311", at("13:00", thursday), "Bertil Berg"),
    await booked("+13035550312", at("14:00", thursday), "Clara Berg"),
  ];
  const [, ...results] = await Promise.all([
    script("+13035550310", "I need to cancel my appointment", "Anna Berg", "yes", "no thanks bye"),
    ...[
      ["+13035550311", "Bertil Berg"],
      ["+13035550312", "Clara Berg"],
    ].map(([from = "", name = ""]) =>
      script(
        from,
        "I need to move my appointment",
        name,
        `${spoken(thursday)} at 10`,
        "yes",
        "no thanks bye",
      ),
    ),
  ]);
  expect(await startOf(freed)).toBeNull();
  const starts = await Promise.all(others.map(startOf));
  expect(new Set(starts).size).toBe(2);
  results.forEach((result, index) => {
    const is_moved = starts[index] === at("10:00", thursday);
    expect(/\b(?:moved to|is now|Done, it's)\b/.test(said(result))).toBe(is_moved);
  });
}, 60_000);

test("a foreign number learns nothing by a name, and nothing is changed", async () => {
  const id = await booked("+13035550305", at("09:00"), "Otto Frank");
  const result = await script(
    "+13035550306",
    "I need to cancel my appointment",
    "Otto Frank",
    "yes",
    "no thanks bye",
  );
  expect(said(result)).not.toMatch(/nine|Wednesday/);
  expect(await startOf(id)).toBe(at("09:00"));
  expect(await callOf(result)).toMatchObject({ outcome: "call_back" });
}, 30_000);
