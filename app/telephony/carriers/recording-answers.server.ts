/** What the carriers' REST APIs of recordings have in common: their lists, and a file that is read as it comes. */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { outboundStream } from "#app/platform/outbound.server.ts";
import type { CarrierAnswer, CarrierRecording } from "./carrier.schema.ts";
import { reasonOf, silent } from "./request.server.ts";

/** A file is fetched by a queue: until its first byte this long, and in all as long as an hour of audio may need. */
const begins_ms = 30 * second_ms;
const whole_ms = 600 * second_ms;

export const listed = z.object({
  recordings: z.array(
    z.object({
      sid: z.string(),
      status: z.string(),
      duration: z.coerce.number().nullish(),
    }),
  ),
});

const stati: Readonly<Record<string, CarrierRecording["status"]>> = { completed: "ready", absent: "absent" };

/** A carrier's list in our terms; a status that is not known is one of a recording that is not there yet. */
export const inOurTerms = ({ recordings }: z.infer<typeof listed>): CarrierRecording[] =>
  recordings.map(({ sid, status, duration }) => ({
    sid,
    status: stati[status] ?? "going",
    seconds: duration === null || duration === undefined || duration < 0 ? null : duration,
  }));

/** A file at a listed host. Never throws. */
export async function fileAt(
  url: string | URL,
  headers: HeadersInit,
): Promise<CarrierAnswer<{ file: Response }>> {
  try {
    const signal = AbortSignal.timeout(whole_ms);
    const file = await outboundStream(url, { method: "GET", headers }, { patience: begins_ms, signal });
    if (file.ok) return { ok: true, file };
    await file.body?.cancel();
    return { ok: false, reason: reasonOf(file.status), why: null };
  } catch (error) {
    log("warn", "recording_silent", { host: new URL(url).hostname, message: String(error) });
    return silent;
  }
}
