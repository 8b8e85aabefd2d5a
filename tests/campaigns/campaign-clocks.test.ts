/** Campaigns over midnight, over the change of clocks, over four zones, and with numbers whose zone is not known. */
import { expect, test } from "vitest";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { whyNot } from "#app/campaigns/why-not.store.ts";
import { keepSetting } from "#app/object/settings.store.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { always, begin, dialingWorld, once } from "./dialing-world.ts";

type World = ReturnType<typeof dialingWorld>;

const inNewYork = (day: string, time: string): number => instantOf(day, time, "America/New_York");

/** @returns the numbers that leave for the carrier at a moment; no one answers */
const dialled = (world: World, now: number): string[] =>
  world.tick(now).flatMap((id) => {
    const to = world.ask(id, now);
    if (to === null) return [];
    world.over(id, "no_answer", "no_answer", now + second_ms);
    return [to];
  });

/** Every quarter of an hour of a time. @returns when each number was called */
function calledFrom(world: World, from: number, to: number): Record<string, number[]> {
  const called: Record<string, number[]> = {};
  for (let at = from; at < to; at += 15 * minute_ms)
    for (const number of dialled(world, at)) {
      called[number] ??= [];
      called[number].push(at);
    }
  return called;
}

test("over midnight: the organization's day begins anew, a person's own day and the campaign go on", () => {
  // Midnight in New York is seven in the evening in Honolulu.
  const [first, second] = ["+18082002000", "+18082002001"];
  const world = dialingWorld();
  keepSetting(world.db, "dial_caps", {
    per_day: 1,
    per_minute: 10,
    number_per_day: 1,
    number_in_14_days: 14,
  });
  const from = inNewYork("2026-11-04", "23:45");
  world.contact(first, {}, from - hour_ms);
  world.contact(second, {}, from - minute_ms);
  const again = { times: 3, after_minutes: 10 };
  const retry = { no_answer: again, busy: again, voicemail: again, failed: again };
  const campaign = world.campaign({ attempts: { most: 4, retry } }, from);
  const midnight = inNewYork("2026-11-05", "00:00");
  expect(dialled(world, from)).toEqual([first]);
  expect(dialled(world, midnight - minute_ms)).toEqual([]);
  expect(dialled(world, midnight)).toEqual([second]);
  // In Honolulu it is still the day on which both were called.
  expect(calledFrom(world, midnight + 15 * minute_ms, midnight + 2 * hour_ms)).toEqual({});
  expect(campaigns.find(world.db, campaign)).toMatchObject({ status: "running", asked: 2 });
  const days = world.memory.sqlite.prepare("select day, asked from dial_days order by day").all();
  expect(days).toMatchObject([
    { day: "2026-11-04", asked: 1 },
    { day: "2026-11-05", asked: 1 },
  ]);
});

test.each([
  ["summer time ends", "2026-10-31", "2026-11-01", "2026-11-01T13:00:00Z", 25],
  ["summer time begins", "2026-03-07", "2026-03-08", "2026-03-08T12:00:00Z", 23],
])(
  "%s at night: the next morning begins at eight on the clock, and a day's call is one of that day",
  (_, before, after, morning, hours) => {
    const to = "+12122002000";
    const world = dialingWorld();
    const from = inNewYork(before, "08:00");
    world.contact(to, {}, from - hour_ms);
    const again = { times: 3, after_minutes: 15 };
    const retry = { no_answer: again, busy: again, voicemail: again, failed: again };
    world.campaign({ attempts: { most: 3, retry } }, from);
    const called = calledFrom(world, from, inNewYork(after, "21:00"));
    expect(called).toEqual({ [to]: [from, Date.parse(morning)] });
    expect(Date.parse(morning) - from).toBe(hours * hour_ms);
  },
);

test("over four zones: each phone rings from eight to nine of its own place", () => {
  const people = {
    "+12122002000": "America/New_York",
    "+13122002000": "America/Chicago",
    "+13032002000": "America/Denver",
    "+12132002000": "America/Los_Angeles",
  };
  const world = dialingWorld();
  for (const to of Object.keys(people)) world.contact(to);
  world.campaign({ attempts: once });
  const called = calledFrom(world, inNewYork("2026-11-05", "07:00"), inNewYork("2026-11-05", "13:00"));
  expect(called).toEqual(
    Object.fromEntries(
      Object.entries(people).map(([to, zone]) => [to, [instantOf("2026-11-05", "08:00", zone)]]),
    ),
  );
  const late = dialingWorld();
  for (const to of Object.keys(people)) late.contact(to);
  const evening = inNewYork("2026-11-04", "21:00");
  late.campaign({ attempts: once }, evening);
  expect(dialled(late, evening).toSorted()).toEqual(Object.keys(people).slice(1).toSorted());
});

test("a number whose zone is not known isn't called, says so, and is within hours once its zone is set", () => {
  const to = "+18002002000";
  const world = dialingWorld();
  const contact = world.contact(to);
  world.campaign({ attempts: once, schedule: { ...always, ends_on: "2026-12-30" } });
  expect(dialled(world, begin)).toEqual([]);
  expect(whyNot(world.db, contact, begin)).toMatchObject([{ cause: "unknown_place", next_at: null }]);
  const zone = "America/Los_Angeles";
  world.save(to, { id: contact, time_zone: zone }, begin + minute_ms);
  const night = instantOf("2026-11-04", "23:00", zone);
  const called = calledFrom(world, night, instantOf("2026-11-05", "12:00", zone));
  expect(called).toEqual({ [to]: [instantOf("2026-11-05", "08:00", zone)] });
});
