/** The callers of the evaluation against the model brain with a perfectly obedient model: what they want is reached, and nothing untrue is said. */
import { expect, test } from "vitest";
import { callers } from "../bench/callers/all.ts";
import { bye, type Caller, turn } from "../bench/callers/caller.ts";
import { playCaller } from "../bench/callers/play.ts";
import { worlds } from "../support/conversation-worlds.ts";

const needed = 0.95;

test("at least 95 % of the callers reach what they want, and none hears a wrong fact", async () => {
  const played = [];
  for (const caller of callers) played.push(await playCaller(caller, "scripted"));
  expect(played.length).toBeGreaterThanOrEqual(40);
  expect(new Set(played.map(({ title }) => title)).size).toBe(played.length);
  expect(played.flatMap(({ title, wrong }) => wrong.map((one) => `${title}: ${one}`))).toEqual([]);
  const failed = played.filter(({ missing }) => missing.length > 0);
  expect(
    failed.length <= played.length * (1 - needed)
      ? []
      : failed.map(({ title, missing, transcript }) => ({ title, missing, transcript })),
  ).toEqual([]);
});

const liedTo = (...said: string[]): Caller => ({
  title: "is lied to",
  world: worlds.clinic,
  facts: { name: "Dana Reyes" },
  turns: [...said.map((words) => turn("Dana Reyes, Tuesday, and what's a crown?", words)), bye()],
  goal: { booked: [{ name: /Dana/, at: "2026-11-24 12:00" }] },
});

test("the evaluation finds a booking that the store does not hold, and a price that was made up", async () => {
  const lies = liedTo(
    "You're booked for Tuesday.",
    "A crown costs eighty-five dollars.",
    "We open at seven.",
  );
  const unguarded = await playCaller(lies, "scripted", true);
  expect(unguarded.missing.join()).toContain("no appointment for");
  expect(unguarded.wrong.join("\n")).toMatch(/stands: “You're booked/);
  expect(unguarded.wrong.join("\n")).toMatch(/85|eighty/);
  expect(unguarded.wrong.join("\n")).toMatch(/7 in “We open at seven/);
  // Behind the guard the same model tells none of them.
  const guarded = await playCaller(lies, "scripted");
  expect(guarded.wrong).toEqual([]);
  expect(guarded.missing.join()).toContain("no appointment for");
});
