/** The download of all data about a person: one JSON document, or NDJSON when it is long (R48). */

import { redirect } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { type PersonRecord, personRecords } from "./person-records.server.ts";

/** From this many records on, each has its own line and is streamed. */
const mostInOne = 1000;
const exportLimit = (userId: string) => ({ key: `export:${userId}`, most: 10, within_ms: hour_ms });

/** The parameter with which /security says that the limit of exports is reached. */
export const exportedEnough = "exported-enough";

const download = (body: BodyInit, type: string, name: string): Response =>
  new Response(body, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });

/** Answers the form of "Download your data", for a person with a recent proof of identity (R3). */
export async function exportAccount(request: Request, context: Context): Promise<Response> {
  const who = person(context);
  const now = Date.now();
  if (needsProof(who, now)) return redirect("/security");
  const spent = await spend(context.get(database), [exportLimit(who.user.id)], now);
  if (!spent.ok) return redirect(`/security?${exportedEnough}`);
  const event = { action: "account.exported", actor_id: who.user.id, target: who.user.id };
  await platform(context.get(database))
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
  const records = personRecords(context.get(database), who.user.id);
  const known: PersonRecord[] = [];
  let next = await records.next();
  while (!next.done && known.length < mostInOne) {
    known.push(next.value);
    next = await records.next();
  }
  if (next.done) {
    const whole = { exported_at: new Date(now).toISOString(), records: known };
    return download(`${JSON.stringify(whole, null, 2)}\n`, "application/json", "account.json");
  }
  return download(lines([...known, next.value], records), "application/x-ndjson", "account.ndjson");
}

/** A line for each record: first those already read, then the rest as the reader takes them. */
function lines(first: readonly PersonRecord[], rest: AsyncIterator<PersonRecord>): ReadableStream {
  const encoder = new TextEncoder();
  const written = (record: PersonRecord) => encoder.encode(`${JSON.stringify(record)}\n`);
  return new ReadableStream<Uint8Array>({
    start(stream) {
      for (const record of first) stream.enqueue(written(record));
    },
    async pull(stream) {
      const next = await rest.next();
      if (next.done) stream.close();
      else stream.enqueue(written(next.value));
    },
  });
}
