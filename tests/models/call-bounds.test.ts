/** How often one call may ask language models. */
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Json } from "#app/platform/json.ts";
import { BrowserFrames } from "#workers/browser-frames.ts";
import { CallBounds } from "#workers/models/call-bounds.ts";

/** A clock that stands still until a test moves it, and a book in memory. */
function world() {
  const waits: { at: number; call: () => void }[] = [];
  const kept = new Map<string, Json>();
  const clock = { at: 1_000_000 };
  const book = {
    put: (key: string, value: Json) => void kept.set(key, value),
    fact: <T>(key: string, shape: z.ZodType<T>): T | null =>
      kept.has(key) ? shape.parse(kept.get(key)) : null,
  };
  const bounds = () =>
    new CallBounds(book, {
      now: () => clock.at,
      later(ms, call) {
        const wait = { at: clock.at + ms, call };
        waits.push(wait);
        return () => void waits.splice(waits.indexOf(wait), 1);
      },
    });
  const pass = (ms: number) => {
    clock.at += ms;
    for (const wait of waits.filter(({ at }) => at <= clock.at)) wait.call();
  };
  return { bounds, pass, waits };
}

const said = { messages: [{ role: "user" as const, text: "Hello" }] };
const never = () => new AbortController().signal;

test("requests of a call begin a second apart; words that come meanwhile take the place of those that wait", async () => {
  const { bounds, pass, waits } = world();
  const call = bounds();
  await call.begin(said, never());
  const first = new AbortController();
  const waiting = call.begin(said, first.signal);
  expect(waits).toHaveLength(1);
  first.abort();
  await expect(waiting).rejects.toThrow();
  const merged = call.begin(said, never());
  pass(1000);
  await merged;
});

test("a tool's result and the next model are asked for at once", async () => {
  const { bounds, waits } = world();
  const call = bounds();
  await call.begin(said, never());
  await call.begin({ messages: [{ role: "tool", id: "1", name: "find_times", result: "{}" }] }, never());
  call.failed();
  await call.begin(said, never());
  expect(waits).toHaveLength(0);
});

test("a call asks no model after 200 requests, or after fifty cents, also in a restarted object", async () => {
  const { bounds, pass } = world();
  for (let count = 0; count < 200; count++) {
    await bounds().begin(said, never());
    pass(1000);
  }
  await expect(bounds().begin(said, never())).rejects.toMatchObject({ kind: "rate_limited" });
  const other = world();
  other.bounds().aborted(500_000);
  await expect(other.bounds().begin(said, never())).rejects.toMatchObject({ kind: "rate_limited" });
});

test("what an aborted request cost stands with the next answer", () => {
  const { bounds } = world();
  const call = bounds();
  call.aborted(70);
  expect(call.paid(30)).toBe(100);
  expect(call.paid(30)).toBe(30);
});

test("a browser says five things at once, and then one every two seconds", () => {
  const frames = new BrowserFrames();
  const at = 1_000_000;
  const say = (ms: number) => frames.promptRefusal(at + ms);
  for (let count = 0; count < 5; count++) expect(say(0)).toBeNull();
  expect(say(0)).toBe(1008);
  expect(say(2000)).toBeNull();
  expect(say(2000)).toBe(1008);
});
