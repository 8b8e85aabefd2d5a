/** Why there is nothing to play, in words. */
import type { ShownRecording } from "./recording.schema.ts";

export const recordingWords: Readonly<Record<Exclude<ShownRecording["status"], "stored">, string>> = {
  on_its_way: "The recording is on its way from the phone carrier. Reload the page in a minute.",
  declined: "The caller didn't want to be recorded, so there's no recording.",
  absent: "The phone carrier has no recording of this call. It may have been too short.",
  failed: "The phone carrier didn't hand over the recording within a day, so we stopped asking for it.",
  deleted: "The recording of this call was deleted.",
};
