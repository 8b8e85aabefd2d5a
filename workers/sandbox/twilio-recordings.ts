/** Twilio's recordings: those of a call, stopping one, and its sound. */
import { z } from "zod";
import { type Recording, spokenSpan } from "./carrier-records.ts";
import { soundOf } from "./recording-sound.ts";
import { pageOf, type RestRequest } from "./twilio-numbers.ts";
import { notFound, pageJson, recordingJson, twilioError } from "./twilio-wire.ts";

const spans = z.array(spokenSpan);

/** A recording's sound, of either carrier; `duration` is known. */
export const audioOf = ({ duration, spoken }: Recording): Response =>
  new Response(soundOf(duration ?? 0, spans.parse(JSON.parse(spoken))), {
    headers: { "content-type": "audio/x-wav" },
  });

/** Calls/{CA}/Recordings.json, and Calls/{CA}/Recordings/{RE}.json, where Status=stopped stops it. */
export async function callRecordings(
  { method, fields, account, world, pathname }: RestRequest,
  call_sid: string,
  sid: string | undefined,
): Promise<Response> {
  const own = (await world.recordingsOf(call_sid)).filter((one) => one.account_sid === account.sid);
  if (sid === undefined) {
    if (method !== "GET") return twilioError(405, 20004, "Method not allowed");
    const { page, pageSize } = pageOf(fields);
    const rows = own.slice(0, pageSize).map(recordingJson);
    return Response.json(pageJson("recordings", rows, { pathname, page, pageSize, hasMore: false }));
  }
  const recording = own.find((one) => one.sid === sid);
  if (!recording || method !== "POST") return notFound(pathname);
  if (fields.get("Status") !== "stopped") return twilioError(400, 21218, "Invalid Status");
  if (recording.duration !== null) return twilioError(400, 21220, "Recording is not in progress");
  return Response.json(recordingJson(await world.stopRecording(recording)));
}

/** Recordings/{RE}.json, and its sound. */
export async function oneRecording(request: RestRequest, sid: string, extension: string): Promise<Response> {
  const { method, account, world, pathname } = request;
  const recording = await world.recording(sid);
  if (!recording || recording.account_sid !== account.sid) return notFound(pathname);
  if (method === "DELETE") {
    if (recording.duration === null) return twilioError(409, 20409, "The recording is in progress");
    await world.deleteRecording(sid);
    return new Response(null, { status: 204 });
  }
  if (extension === "json") return Response.json(recordingJson(recording));
  if (extension !== "wav" || recording.duration === null) return notFound(pathname);
  return audioOf(recording);
}
