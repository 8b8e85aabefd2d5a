/** Plays a recording from the bucket to members who may read who called. */
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { rangeOf } from "./byte-range.ts";
import { recordingKey } from "./recording-files.server.ts";

/** @throws a 404 answer for a call of another organization, and for one without audio */
export async function audioOf(request: Request, context: Context, callId: string): Promise<Response> {
  const member = permitted(context, "calls.read_persons");
  const known = await member.store.recordings.playable(callId);
  if (!known) throw faultResponse("not_found");
  const { env } = depsOf(context);
  const { bytes, content_type, started_at } = known;
  const range = rangeOf(request.headers.get("range"), bytes);
  const headers = new Headers({
    "accept-ranges": "bytes",
    "content-type": content_type,
    // A deleted recording must not be played from a browser's cache.
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  if (range === "unmet") {
    headers.set("content-range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const key = recordingKey(member.organization.id, callId);
  const file = await env.FILES.get(key, range ? { range } : {});
  if (!file) throw faultResponse("not_found");
  if (new URL(request.url).searchParams.has("download")) {
    const day = new Date(started_at).toISOString().slice(0, 10);
    const end = content_type === "audio/mpeg" ? "mp3" : "wav";
    headers.set("content-disposition", `attachment; filename="call-${day}-${callId.slice(-8)}.${end}"`);
    await member.record("recording.downloaded", callId);
  }
  headers.set("content-length", String(range?.length ?? bytes));
  if (range)
    headers.set("content-range", `bytes ${range.offset}-${range.offset + range.length - 1}/${bytes}`);
  return new Response(file.body, { status: range ? 206 : 200, headers });
}
