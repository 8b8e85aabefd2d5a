/** Plays a recording from the bucket to those who may read who called. */
import { depsOf } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { rangeOf } from "./byte-range.ts";
import { recordingKey } from "./recording-files.server.ts";

/** @throws a 404 answer for a call of another organization, and for one without audio */
export async function audioOf(request: Request, context: Context, callId: string): Promise<Response> {
  const member = permitted(context, "calls.read_persons");
  const audio = await audioOfCall(member, depsOf(context).env, callId, {
    range: request.headers.get("range"),
    isDownload: new URL(request.url).searchParams.has("download"),
  });
  if (!audio) throw faultResponse("not_found");
  return audio;
}

type Wanted = { readonly range: string | null; readonly isDownload: boolean };

/** The audio of a call, whole or a part; a download is audited. Null: the call, or its audio, is not there. */
export async function audioOfCall(
  actor: Pick<Actor, "store" | "organization" | "record">,
  env: Env,
  callId: string,
  { range: asked, isDownload }: Wanted,
): Promise<Response | null> {
  const known = await actor.store.recordings.playable(callId);
  if (!known) return null;
  const { bytes, content_type, started_at } = known;
  const range = rangeOf(asked, bytes);
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
  const key = recordingKey(actor.organization.id, callId);
  const file = await env.FILES.get(key, range ? { range } : {});
  if (!file) return null;
  if (isDownload) {
    const day = new Date(started_at).toISOString().slice(0, 10);
    const end = content_type === "audio/mpeg" ? "mp3" : "wav";
    headers.set("content-disposition", `attachment; filename="call-${day}-${callId.slice(-8)}.${end}"`);
    await actor.record("recording.downloaded", callId);
  }
  headers.set("content-length", String(range?.length ?? bytes));
  if (range)
    headers.set("content-range", `bytes ${range.offset}-${range.offset + range.length - 1}/${bytes}`);
  return new Response(file.body, { status: range ? 206 : 200, headers });
}
