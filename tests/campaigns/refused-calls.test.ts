/** Calls that come to nothing cost their contacts nothing, and what a campaign may spend or do is kept to. */
import { expect, test } from "vitest";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { author, begin, dialingWorld } from "./dialing-world.ts";

const numberOf = (n: number) => `+1212555${String(2000 + n)}`;

test("numbers that the carrier does not call are done, and break no campaign", () => {
  const world = dialingWorld();
  for (let n = 0; n < 12; n++) world.contact(numberOf(n));
  const campaign = world.campaign();
  for (let at = begin; at < begin + minute_ms; at += 5 * second_ms)
    for (const id of world.tick(at)) {
      world.ask(id, at);
      world.over(id, "failed", "carrier_blocked", at + second_ms);
    }
  const done = world.leads(campaign).filter(({ state }) => state === "done");
  expect(done.length).toBeGreaterThan(10);
  for (const lead of done) expect(lead.result).toBe("country_blocked");
  expect(campaigns.find(world.db, campaign)).toMatchObject({ status: "finished", faults: 0, asked: 0 });
});

test("a call for which the carrier has no line is no attempt, and goes out later on the same day", () => {
  const world = dialingWorld();
  world.contact(numberOf(0));
  const campaign = world.campaign();
  const [attempt = ""] = world.tick(begin);
  world.ask(attempt, begin + second_ms);
  world.over(attempt, "failed", "no_line", begin + 2 * second_ms);
  world.tick(begin + 3 * second_ms);
  expect(world.leads(campaign)).toMatchObject([{ state: "waiting", attempts: 0 }]);
  expect(campaigns.find(world.db, campaign)).toMatchObject({ faults: 0, asked: 0 });
  const [again = ""] = world.tick(begin + minute_ms);
  expect(world.ask(again, begin + minute_ms)).toBe(numberOf(0));
});

test("a budget holds while no call has ended, and after the first that no one answered", () => {
  const world = dialingWorld();
  for (let n = 0; n < 40; n++) world.contact(numberOf(n));
  const campaign = world.campaign({ budget_micros: 100_000 });
  const open: string[] = [];
  const dial = (from: number) => {
    for (let at = from; at < from + 5 * minute_ms; at += second_ms)
      for (const id of world.tick(at)) if (world.ask(id, at) !== null) open.push(id);
  };
  dial(begin);
  expect(open).toHaveLength(5);
  world.over(open[0] ?? "", "no_answer", "no_answer", begin + 6 * minute_ms);
  dial(begin + 6 * minute_ms);
  expect(open).toHaveLength(6);
  expect(campaigns.find(world.db, campaign)?.status).toBe("running");
});

test("a zone of another country than the number's allows only what both allow", () => {
  const world = dialingWorld();
  world.contact(numberOf(0), { time_zone: "Europe/London" });
  world.contact(numberOf(1), { time_zone: "America/Los_Angeles" });
  const night = instantOf("2026-11-05", "03:30", "America/New_York");
  const campaign = world.campaign({}, night);
  expect(world.tick(night)).toEqual([]);
  expect(world.leads(campaign)).toMatchObject([{ result: "calling_hours" }, { result: "calling_hours" }]);
  // Nine in New York, six in Los Angeles, two in London.
  const morning = instantOf("2026-11-05", "09:00", "America/New_York");
  const called = world.tick(morning).map((id) => world.ask(id, morning));
  expect(called).toEqual([numberOf(0)]);
});

test.each(["paused", "not agreed to"])(
  "a call that waits for its turn is not placed any more when it is %s",
  (what) => {
    const world = dialingWorld();
    world.contact(numberOf(0));
    const campaign = world.campaign();
    const [attempt = ""] = world.tick(begin);
    expect(world.ask(attempt, begin + second_ms)).toBe(numberOf(0));
    expect(world.lookAgain(attempt, numberOf(0), begin + 2 * second_ms)).toBeNull();
    if (what === "paused") campaigns.pause(world.db, campaign, begin + 3 * second_ms);
    else world.memory.sqlite.prepare("update consents set revoked_at = ?").run(begin + 3 * second_ms);
    expect(world.lookAgain(attempt, numberOf(0), begin + 4 * second_ms)).toBe("not_leased");
    expect(world.leads(campaign)).toMatchObject([
      what === "paused" ? { state: "waiting", attempts: 0 } : { state: "done", result: "consent_revoked" },
    ]);
    expect(campaigns.find(world.db, campaign)).toMatchObject({ asked: 0 });
    if (what !== "paused") return;
    campaigns.start(world.db, campaign, { ...author, now: begin + minute_ms }, "2000-01-01");
    const [again = ""] = world.tick(begin + minute_ms);
    expect(world.ask(again, begin + minute_ms)).toBe(numberOf(0));
  },
);
