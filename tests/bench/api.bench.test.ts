/**
 * A page of calls through the API beside the least that answers the same: a key looked up, the rows read in the
 * organization's object, and JSON. Prints what it measures and judges nothing.
 */
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { keyOf } from "../api/arrange.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { memberOf, origin, type Person } from "../support/people.ts";

const times = 200;
const rows = 25;

/** A Worker without pages that answers the same JSON. */
async function bare(request: Request, { organizationId, store }: Person): Promise<Response> {
  const key = (request.headers.get("authorization") ?? "").slice(7);
  const row = await env.DB.prepare(
    "select secret_hash from api_keys where prefix = ? and organization_id = ?",
  )
    .bind(key.slice(0, 16), organizationId)
    .first<{ secret_hash: string }>();
  if (row?.secret_hash !== (await sha256(key))) return new Response(null, { status: 401 });
  const found = await store.apiRows.callsAfter(everything, "UTC", null, rows);
  return Response.json({ data: found.rows, next_cursor: found.next });
}

const everything = callHistoryQuery.parse({});

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

test("a page of calls", async () => {
  const person = await memberOf();
  const key = await keyOf(person);
  for (let made = 0; made < 2 * rows; made++) await ended(person, finishedCall());
  const request = () =>
    new Request(`${origin}/api/v1/calls?limit=${rows}`, { headers: { authorization: `Bearer ${key}` } });
  const ours: number[] = [];
  const least: number[] = [];
  const timed = async (into: number[], answer: () => Promise<Response>) => {
    const start = performance.now();
    const response = await answer();
    await response.text();
    into.push(performance.now() - start);
    expect(response.status).toBe(200);
  };
  // In turns, so that what else the machine does falls on both.
  for (let asked = 0; asked < times; asked++) {
    await timed(ours, () => exports.default.fetch(request()));
    await timed(least, () => bare(request(), person));
  }
  console.log(
    `BENCH ${JSON.stringify({ figure: "API, a page of calls, p50 against the least that answers it", value: median(ours) / median(least), unit: "×", budget: "≤ 1.3" })}`,
  );
  console.log(`API p50 ${median(ours).toFixed(2)} ms, the least ${median(least).toFixed(2)} ms`);
});
