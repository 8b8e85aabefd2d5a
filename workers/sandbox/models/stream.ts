/** Streams a turn in a provider's dialect, at its pace, with its faults. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { argumentsOf, type Dialect, piecesOf } from "./dialects.ts";
import type { Pace, Turn } from "./script.ts";

/** Longer than any bound of ours, and then it gives up. */
const endless = 20_000;

/** An answer breaks, stops or never comes: what no list of pieces can say. */
type Step = string | "break" | "stay";

function* steps(turn: Turn, dialect: Dialect, input: number): Generator<Step, void, void> {
  if (turn.fault === "malformed") return void (yield "data: {no json\n\n");
  if (turn.fault === "odd") return void (yield 'data: {"choices":"none","type":7}\n\n');
  yield* dialect.begin();
  if (turn.fault === "silent") return void (yield "stay");
  const pieces = piecesOf(turn.say);
  const isCut = turn.fault === "cut" || turn.fault === "broken";
  for (const piece of isCut ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces)
    yield* dialect.text(piece);
  if (turn.fault === "cut") return;
  if (turn.fault === "broken") return void (yield "break");
  if (turn.fault === "error") return void (yield* dialect.error());
  if (turn.fault === "endless") for (let at = 0; at < endless; at++) yield* dialect.text(" and so on");
  const calls = turn.calls.map((call) => ({ name: call.name, arguments: argumentsOf(call) }));
  for (const [index, call] of calls.entries()) yield* dialect.call(index, call);
  if (turn.fault === "endless_call") {
    yield* dialect.call(calls.length, { name: "endless", arguments: '{"text":"' });
    for (let at = 0; at < endless; at++) yield* dialect.more(calls.length, "and so on ");
  }
  const end = turn.end === "stop" && calls.length > 0 ? "calls" : turn.end;
  yield* dialect.end(end, { input, output: pieces.length + calls.length });
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The body of a streamed answer. `ended` is told once: whether it was read to its end, or the other side went away. */
export function streamed(
  turn: Turn,
  dialect: Dialect,
  { pace, input }: { pace: Pace; input: number },
  ended: (outcome: "finished" | "aborted") => void,
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  const between = pace.tokens_per_second > 0 ? second_ms / pace.tokens_per_second : 0;
  const left = steps(turn, dialect, input);
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const pause = isFirst ? pace.first_token_ms : between;
        isFirst = false;
        if (pause > 0) await wait(pause);
        const { done, value } = left.next();
        if (done || value === "break") ended("finished");
        if (done) return controller.close();
        if (value === "break") return controller.error(new Error("Network connection lost."));
        // Only the other side's going away ends it; without a timer the runtime would take it for hung.
        if (value === "stay") return wait(minute_ms);
        controller.enqueue(utf8.encode(value));
      },
      cancel: () => ended("aborted"),
    },
    { highWaterMark: 0 },
  );
}
