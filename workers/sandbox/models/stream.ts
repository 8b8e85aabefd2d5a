/** Streams a turn in a provider's dialect, at its pace, with its faults. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { argumentsOf, type Dialect, piecesOf } from "./dialects.ts";
import type { Pace, Streamed, Turn } from "./script.ts";

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
  if (turn.fault === "open_call") {
    yield* dialect.call(calls.length, { name: "open", arguments: '{"text":"' });
    return void (yield "stay");
  }
  const end = turn.end === "stop" && calls.length > 0 ? "calls" : turn.end;
  yield* dialect.end(end, { input, output: pieces.length + calls.length });
}

/** Between two comments. */
const breath_ms = 20;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const utf8 = new TextEncoder();

/** Waits, and keeps the connection busy with comments, so that it is seen when the other side goes away. */
async function breathe(writer: WritableStreamDefaultWriter<Uint8Array>, ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (let left = ms; left > 0; left = until - Date.now()) {
    await wait(Math.min(left, breath_ms));
    if (left > breath_ms) await writer.write(utf8.encode(": waiting\n\n"));
  }
}

/** Writes a streamed answer into the body of a response. */
export async function stream(
  turn: Turn,
  dialect: Dialect,
  { pace, input }: { pace: Pace; input: number },
  writable: WritableStream<Uint8Array>,
): Promise<Streamed> {
  const writer = writable.getWriter();
  let first_at: number | null = null;
  const ended = (outcome: Streamed["outcome"]): Streamed => ({ outcome, first_at, ended_at: Date.now() });
  const between = pace.tokens_per_second > 0 ? second_ms / pace.tokens_per_second : 0;
  try {
    await breathe(writer, pace.first_token_ms);
    first_at = Date.now();
    for (const step of steps(turn, dialect, input)) {
      if (step === "break") {
        await writer.abort(new Error("Network connection lost."));
        return ended("finished");
      }
      if (step === "stay") await breathe(writer, minute_ms);
      else await writer.write(utf8.encode(step));
      await breathe(writer, between);
    }
    await writer.close();
    return ended("finished");
  } catch {
    return ended("aborted");
  }
}
