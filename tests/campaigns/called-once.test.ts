/** Who is called is who the contact is now, at the number of now, and once in a campaign. */
import { expect, test } from "vitest";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { merge } from "#app/campaigns/people.store.ts";
import { archive } from "#app/contacts/contact-file.store.ts";
import * as doNotCall from "#app/contacts/do-not-call.store.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { always, author, begin, dialingWorld, once } from "./dialing-world.ts";

const [first, second, third] = ["+12125551234", "+12125551235", "+12125551236"] as const;
type World = ReturnType<typeof dialingWorld>;

/** Every attempt of a tick asks for its call. @returns the numbers that are called, and the attempts of their calls */
const dialled = (world: World, now: number) =>
  world.tick(now).flatMap((id) => {
    const to = world.ask(id, now + second_ms);
    return to === null ? [] : [{ id, to }];
  });

/** Ticks until a time, every ten minutes. @returns the numbers that are called */
const dialledUntil = (world: World, from: number, to: number): string[] => {
  const numbers: string[] = [];
  for (let at = from; at < to; at += 10 * minute_ms)
    numbers.push(...dialled(world, at).map(({ to: number }) => number));
  return numbers;
};

const late = { ...always, ends_on: "2026-12-30" };

function answeredBy(world: World, now: number): void {
  for (const { id } of dialled(world, now)) world.over(id, "completed", "customer_hangup", now + minute_ms);
  world.tick(now + 2 * minute_ms);
}

test("a number that is corrected between lease and call is not called; the new one is", () => {
  const world = dialingWorld();
  const id = world.contact(first);
  world.campaign();
  const [attempt = ""] = world.tick(begin);
  world.save(second, { id }, begin + 500);
  world.agree(id, begin + 600);
  expect(world.ask(attempt, begin + second_ms)).toBeNull();
  expect(dialled(world, begin + 2 * second_ms).map(({ to }) => to)).toEqual([second]);
});

test("a zone that is corrected between lease and call counts", () => {
  const world = dialingWorld();
  const id = world.contact(first);
  world.campaign();
  const [attempt = ""] = world.tick(begin);
  world.save(first, { id, time_zone: "Asia/Tokyo" }, begin + 500);
  expect(world.ask(attempt, begin + second_ms)).toBeNull();
});

test("a contact that comes back to the audience with another number is called at that one", () => {
  const world = dialingWorld();
  const id = world.contact(first);
  const campaign = world.campaign({ schedule: late });
  const [attempt = ""] = world.tick(begin);
  archive(world.db, [id], begin + 500);
  expect(world.ask(attempt, begin + second_ms)).toBeNull();
  expect(world.leads(campaign)).toMatchObject([{ state: "done", result: "left_audience" }]);
  world.memory.sqlite.prepare("update contacts set archived_at = null where id = ?").run(id);
  world.save(second, { id }, begin + minute_ms);
  world.agree(id, begin + minute_ms);
  expect(dialledUntil(world, begin + hour_ms, begin + 2 * hour_ms)).toEqual([second]);
});

test("calling again those who were not reached asks who they are now", () => {
  const world = dialingWorld();
  const [gone, moved] = [world.contact(first), world.contact(second)];
  const campaign = world.campaign({ attempts: once });
  for (const { id } of dialled(world, begin)) world.over(id, "no_answer", "no_answer", begin + minute_ms);
  world.tick(begin + 2 * minute_ms);
  expect(world.leads(campaign)).toMatchObject([{ result: "no_answer" }, { result: "no_answer" }]);
  const tomorrow = begin + day_ms;
  world.save(third, { id: moved }, tomorrow);
  world.agree(moved, tomorrow);
  const again = campaigns.clone(world.db, campaign, "Again", { ...author, now: tomorrow }, true) ?? "";
  campaigns.start(world.db, again, { ...author, now: tomorrow }, "2000-01-01");
  const attempts = world.tick(tomorrow);
  archive(world.db, [gone], tomorrow + 10);
  expect(attempts.map((id) => world.ask(id, tomorrow + second_ms)).filter((to) => to !== null)).toEqual([
    third,
  ]);
  expect(world.leads(again)).toMatchObject([
    { contact_id: gone, result: "left_audience" },
    { contact_id: moved },
  ]);
});

test("a number that was called stays called when it comes in again as another contact", () => {
  const world = dialingWorld();
  const old = world.contact(first);
  const campaign = world.campaign({ schedule: late });
  answeredBy(world, begin);
  archive(world.db, [old], begin + hour_ms);
  const fresh = world.contact(first, {}, begin + hour_ms);
  expect(dialledUntil(world, begin + day_ms, begin + 3 * day_ms)).toEqual([]);
  expect(world.leads(campaign).find(({ contact_id }) => contact_id === fresh)).toMatchObject({
    state: "done",
    result: "called_before",
  });
});

test("of two contacts that become one, who was called is not called again", () => {
  const world = dialingWorld();
  const called = world.contact(first);
  const campaign = world.campaign({ schedule: late });
  answeredBy(world, begin);
  const other = world.contact(second, {}, begin + hour_ms);
  world.tick(begin + hour_ms);
  expect(world.leads(campaign)).toHaveLength(2);
  expect(merge(world.db, { into: other, from: called }, { ...author, now: begin + 2 * hour_ms }).ok).toBe(
    true,
  );
  expect(dialledUntil(world, begin + 2 * hour_ms, begin + 3 * day_ms)).toEqual([]);
  expect(world.leads(campaign)).toMatchObject([
    { contact_id: other, state: "done", result: "answered", attempts: 1 },
  ]);
  const counts = world.memory.sqlite.prepare(
    "select state, result, leads from campaign_counts where leads <> 0",
  );
  expect(counts.all()).toMatchObject([{ state: "done", result: "answered", leads: 1 }]);
});

test("what is leased for one of two contacts that become one is not called besides the other's call", () => {
  const world = dialingWorld();
  const [one, other] = [world.contact(first), world.contact(second)];
  world.campaign({ schedule: late });
  const [leased = "", asked = ""] = world.tick(begin);
  const [from, into] = world.ask(asked, begin + second_ms) === first ? [one, other] : [other, one];
  merge(world.db, { into, from }, { ...author, now: begin + 2 * second_ms });
  expect(world.ask(leased, begin + 3 * second_ms)).toBeNull();
});

test("leads come back when consent is given, their number comes off the list, or the last day moves", () => {
  const world = dialingWorld();
  const silent = world.save(first);
  world.contact(second);
  doNotCall.bar(world.db, { phone_number: second, source: "import", now: begin });
  const campaign = world.campaign({ schedule: late });
  expect(world.tick(begin)).toEqual([]);
  expect(world.leads(campaign)).toMatchObject([{ result: "no_consent" }, { result: "do_not_call" }]);
  world.agree(silent, begin + minute_ms);
  expect(dialledUntil(world, begin + hour_ms, begin + 2 * hour_ms)).toEqual([first]);
});

test("when the last day is over for a lead and a later one is chosen, the lead is called", () => {
  const world = dialingWorld();
  world.contact(first);
  const evening = instantOf("2026-11-04", "22:00", "America/New_York");
  const campaign = world.campaign({ schedule: { ...always, ends_on: "2026-11-04" } }, evening);
  world.tick(evening);
  expect(world.leads(campaign)).toMatchObject([{ state: "done", result: "calling_hours" }]);
  const draft = campaigns.find(world.db, campaign)?.draft;
  if (!draft) throw new Error("no campaign");
  const now = evening + minute_ms;
  campaigns.update(world.db, campaign, { ...draft, schedule: late }, { ...author, now });
  expect(dialledUntil(world, now, evening + 12 * hour_ms)).toEqual([first]);
});

test("a zone that no clock knows stops its own lead alone", () => {
  const world = dialingWorld();
  const lost = world.contact(first);
  world.contact(second);
  world.memory.sqlite.prepare("update contacts set time_zone = 'Mars/Base' where id = ?").run(lost);
  const campaign = world.campaign();
  expect(dialled(world, begin).map(({ to }) => to)).toEqual([second]);
  expect(world.leads(campaign)).toMatchObject([
    { state: "done", result: "unknown_place" },
    { state: "calling" },
  ]);
});
