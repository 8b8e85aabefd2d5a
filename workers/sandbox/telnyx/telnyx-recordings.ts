/** Telnyx' recordings, and the storage that holds their sound. */
import type { Recording } from "#workers/sandbox/carrier-records.ts";
import { audioOf } from "#workers/sandbox/twilio-recordings.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { type Asked, notFound, telnyxError } from "./telnyx-wire.ts";

const bucket = "telephony-recorder-prod";

const texmlJson = ({ sid, call_sid, account_sid, channels, duration }: Recording) => ({
  sid,
  call_sid,
  account_sid,
  channels,
  duration: duration === null ? null : String(duration),
  status: duration === null ? "in-progress" : "completed",
  source: "StartCallRecordingAPI",
});

/** Null: the request is for something else. */
export async function recordings({ method, url, body, account, world }: Asked): Promise<Response | null> {
  const [, owner, call, one] =
    /^\/v2\/texml\/Accounts\/([^/]+)\/Calls\/([^/]+)\/Recordings(?:\/([\w-]+))?\.json$/.exec(url.pathname) ??
    [];
  if (owner !== undefined && call !== undefined) {
    if (owner !== account.sid) return notFound();
    const own = (await world.recordingsOf(decodeURIComponent(call))).filter(
      ({ account_sid }) => account_sid === account.sid,
    );
    if (one === undefined)
      return method === "GET"
        ? Response.json({ page: 0, page_size: 20, recordings: own.map(texmlJson) })
        : notFound();
    const recording = own.find(({ sid }) => sid === one);
    const isStop = typeof body === "object" && body !== null && "Status" in body && body.Status === "stopped";
    if (!recording || method !== "POST" || !isStop) return notFound();
    if (recording.duration !== null) return telnyxError(422, "90018", "Recording is not active");
    return Response.json(texmlJson(await world.stopRecording(recording)));
  }
  const [, sid] = /^\/v2\/recordings\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (sid === undefined) return null;
  const recording = await world.recording(sid);
  if (recording?.account_sid !== account.sid) return notFound();
  if (recording.duration === null) return telnyxError(422, "10015", "The recording is not ready");
  if (method === "DELETE") {
    await world.deleteRecording(sid);
    return Response.json({ data: { id: sid, record_type: "recording", status: "deleted" } });
  }
  if (method !== "GET") return notFound();
  const wav = `https://s3.amazonaws.com/${bucket}/${sid}.wav?X-Amz-Expires=600&X-Amz-Signature=${sid}`;
  return Response.json({
    data: {
      id: sid,
      record_type: "recording",
      status: "completed",
      channels: "dual",
      duration_millis: recording.duration * 1000,
      download_urls: { wav },
    },
  });
}

/** GET https://s3.amazonaws.com/…: the sound, under the signed address alone. */
export async function storedSound(request: Request, world: WorldDoor): Promise<Response> {
  const url = new URL(request.url);
  const [, sid] = new RegExp(`^/${bucket}/([\\w-]+)\\.wav$`).exec(url.pathname) ?? [];
  const recording = sid === undefined ? null : await world.recording(sid);
  if (!recording || url.searchParams.get("X-Amz-Signature") !== sid)
    return new Response(null, { status: 403 });
  return audioOf(recording);
}
