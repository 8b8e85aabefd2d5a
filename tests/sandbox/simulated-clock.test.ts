/// <reference types="@cloudflare/vitest-plugin/types" />
/** The clock that a script tells: in real storage, because a call must go on in its time when its object is restarted. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type ClockStorage, SimulatedClock, toldTime } from "#workers/simulated-clock.ts";

const start = Date.UTC(2026, 10, 21, 12);
const nobody = async () => undefined;

let objects = 0;
const inStorage = (run: (storage: DurableObjectStorage) => Promise<void>): Promise<void> => {
  objects += 1;
  const stub = env.ORGANIZATION.getByName(`clock ${objects}`);
  return runInDurableObject(stub, (_object, state) => run(state.storage));
};

/** A call that sets a timer again and again, and notes when it was woken. */
function ticking(storage: ClockStorage, every_ms: number, times: number) {
  const clock = new SimulatedClock(storage);
  const woken: number[] = [];
  return {
    clock,
    woken,
    wake: async () => {
      woken.push((clock.now() ?? 0) - start);
      await clock.wakeAt(woken.length < times ? (clock.now() ?? 0) + every_ms : null);
    },
  };
}

test("a call lives in real time until it is told another", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    expect([clock.now(), clock.isDriven, clock.ring()]).toEqual([null, false, true]);
    await clock.advance(start, nobody);
    expect([clock.now(), clock.isDriven, clock.ring()]).toEqual([start, true, false]);
  }));

test("timers fire in their order at the very moment they are due, however far the time jumps", () =>
  inStorage(async (storage) => {
    const { clock, woken, wake } = ticking(storage, 8000, 4);
    await clock.advance(start, wake);
    await clock.wakeAt(start + 8000);
    await clock.advance(start + 20_000, wake);
    expect(woken).toEqual([8000, 16_000]);
    expect(JSON.parse(clock.answer(null))).toEqual({
      type: "sandbox-clock",
      now: start + 20_000,
      next: start + 24_000,
    });
    await clock.advance(start + 100_000, wake);
    expect(woken).toEqual([8000, 16_000, 24_000, 32_000]);
  }));

test("the time never goes back", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    await clock.advance(start + 5000, nobody);
    await clock.advance(start, nobody);
    expect(clock.now()).toBe(start + 5000);
  }));

test("a timer that sets itself anew for the same moment does not stop the time", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    await clock.advance(start, nobody);
    await clock.wakeAt(start + 1);
    await clock.advance(start + 1000, () => clock.wakeAt(start + 1));
    expect(clock.now()).toBe(start + 1000);
  }));

test("while a script tells the time no real alarm rings; what was armed before becomes its timer", () =>
  inStorage(async (storage) => {
    const armed = Date.now() + 90_000;
    await storage.setAlarm(armed);
    const clock = new SimulatedClock(storage);
    await clock.advance(armed - 1000, nobody);
    expect(await storage.getAlarm()).toBeNull();
    expect(JSON.parse(clock.answer(null))).toMatchObject({ next: armed });
  }));

test("when the script has gone, the real alarm stands in for as long as the wait would have been", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    await clock.advance(start, nobody);
    await clock.wakeAt(start + 20_000);
    const before = Date.now();
    await clock.release();
    const alarm = (await storage.getAlarm()) ?? 0;
    expect(alarm - before).toBeGreaterThanOrEqual(20_000);
    expect(clock.ring()).toBe(true);
    expect(clock.now()).toBe(start + 20_000);
    await storage.deleteAlarm();
  }));

test("an object that was restarted goes on in the same time", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    await clock.advance(start, nobody);
    await clock.wakeAt(start + 8000);
    await clock.advance(start + 3000, nobody);
    clock.persist();
    const restarted = new SimulatedClock(storage);
    expect(restarted.now()).toBe(start + 3000);
    expect(JSON.parse(restarted.answer(null))).toMatchObject({ next: start + 8000 });
  }));

test("a call that has deleted itself is not brought back by its clock", () =>
  inStorage(async (storage) => {
    const clock = new SimulatedClock(storage);
    await clock.advance(start, nobody);
    await storage.deleteAll();
    clock.persist();
    await clock.wakeAt(start + 8000);
    await clock.release();
    expect([...storage.kv.list()]).toEqual([]);
    expect(clock.now()).toBeNull();
  }));

test("only the script's own frames tell the time", () => {
  expect(toldTime('{"type":"sandbox-clock","now":5}')).toBe(5);
  for (const frame of [
    '{"type":"prompt","voicePrompt":"sandbox-clock"}',
    '"sandbox-clock"',
    '{"type":"sandbox-clock"}',
    "{",
    "",
  ])
    expect(toldTime(frame)).toBeNull();
  expect(toldTime(new ArrayBuffer(8))).toBeNull();
});
