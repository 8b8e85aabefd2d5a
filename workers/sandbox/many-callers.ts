/** Many callers at once: scripted calls that begin together, and what each of them waited for, line by line as it happens. */
import { z } from "zod";
import { newSid } from "./carrier-records.ts";
import { readJson } from "./json.ts";
import type { Lap } from "./stopwatch.ts";
import { phoneNumber, turn } from "./turns.ts";

export const mostCallers = 100;

const order = z.strictObject({
  to: phoneNumber,
  callers: z.number().int().min(1).max(mostCallers),
  turns: z.array(turn).max(20),
});

/** A line of the answer. `caller` counts from 0. */
export type CallerNews =
  | ({ type: "lap"; caller: number } & Lap)
  | { type: "over"; caller: number; status: string; error: string | null };

type Lines = { getByName(name: string): { fetch(request: Request): Promise<Response> } };

/** Numbers of callers: 555-0100 to 0199 are reserved for fiction. */
const numberOf = (caller: number): string => `+1303555${String(100 + caller).padStart(4, "0")}`;

/** Answers with one line of JSON for each event of every call; it ends with the last call. */
export async function manyCallers(
  request: Request,
  lines: Lines,
  wait: (work: Promise<unknown>) => void,
): Promise<Response> {
  const read = await readJson(request, order);
  if (!read.ok) return read.response;
  const { to, callers, turns } = read.value;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const write = (text: string) => writer.write(encoder.encode(text)).catch(() => undefined);
  const call = async (caller: number) => {
    const call_sid = newSid("CA");
    const body = JSON.stringify({ from: numberOf(caller), to, turns, call_sid });
    const answer = await lines
      .getByName(call_sid)
      .fetch(new Request(`https://line/measured?caller=${caller}`, { method: "POST", body }));
    for await (const piece of answer.body ?? []) await writer.write(piece).catch(() => undefined);
  };
  const failed = (caller: number) => (error: unknown) =>
    write(`${JSON.stringify({ type: "over", caller, status: "failed", error: String(error) })}\n`);
  const all = Array.from({ length: callers }, (_, caller) => call(caller).catch(failed(caller)));
  wait(Promise.all(all).then(() => writer.close().catch(() => undefined)));
  return new Response(readable, { headers: { "content-type": "application/x-ndjson" } });
}
