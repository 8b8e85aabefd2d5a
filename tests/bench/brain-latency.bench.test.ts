/**
 * How long a caller waits for the agent's first words: from the frame with the final words to the first text frame, over
 * real sockets inside workerd, with a hundred calls going on. Callers speak when they like, a turn every few seconds each,
 * as people do. Prints what it measures and judges nothing.
 */
import { beforeAll, test } from "vitest";
import { type Call, call, clinic, hangUp } from "../support/telephone.ts";

const callsAtOnce = 100;
/** A clinic's plan carries 25 calls. */
const clinics = 4;
const spreadMs = 4000;
const words = [
  "hi I'd like to book a cleaning",
  "do you have anything tomorrow afternoon",
  "actually make that thursday at half past ten",
  "my name is Marta Lindqvist",
  "what are your opening hours by the way",
  "yes that's right",
  "no that's all thank you",
];

let placed: Call[] = [];

/** Deterministic, so that two runs measure the same thing. */
function* pauses(seed: number): Generator<number> {
  for (let n = seed + 1; ; n = (n * 48_271) % 2_147_483_647) yield (n / 2_147_483_647) * spreadMs;
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Says something and gives the milliseconds until the first word of the answer. */
async function wait({ relay }: Call, text: string): Promise<number> {
  const frames = relay.frames.length;
  const began = performance.now();
  relay.send({ type: "prompt", voicePrompt: text, lang: "en", last: true });
  await relay.until(() => relay.frames.length > frames);
  const waited = performance.now() - began;
  await relay.turn(relay.turns.length - (relay.frames.at(-1)?.last ? 1 : 0));
  return waited;
}

const print = (figure: string, value: number, unit: string, budget: string) =>
  console.log(`\nBENCH ${JSON.stringify({ figure, value: Math.round(value * 100) / 100, unit, budget })}`);

beforeAll(async () => {
  const desks = await Promise.all(Array.from({ length: clinics }, () => clinic()));
  for (const desk of desks)
    placed = placed.concat(
      await Promise.all(Array.from({ length: callsAtOnce / clinics }, () => call(desk))),
    );
}, 300_000);

test("the wait for the first word with a hundred calls at once", async () => {
  const waits: number[] = [];
  const talk = async (caller: Call, seed: number) => {
    const pause = pauses(seed * 7919);
    for (const text of words) {
      await after(pause.next().value ?? 0);
      waits.push(await wait(caller, text));
    }
  };
  await Promise.all(placed.map(talk));
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  print(`final words to first text frame, ${callsAtOnce} calls at once, median`, at(0.5), "ms", "< 5");
  print(`final words to first text frame, ${callsAtOnce} calls at once, p99`, at(0.99), "ms", "< 25");
  await Promise.all(placed.map(hangUp));
}, 300_000);
