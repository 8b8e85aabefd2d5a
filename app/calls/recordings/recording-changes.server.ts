/** What the form of a call's player becomes: the verb, and its outcome. */
import type { Actor } from "#app/membership/actor.ts";
import { missing } from "#app/platform/errors.ts";
import { deleteRecording } from "./recording-verbs.server.ts";

export const isRecordingChange = (form: FormData): boolean => form.get("do") === "delete_recording";

/** @throws a 404 answer where there is no audio */
export async function changeRecording(actor: Actor, call_id: string) {
  const { ok } = await deleteRecording(actor, { call_id });
  if (!ok) throw missing("recording", { to: `/call-history/${call_id}`, label: "This call" });
  return null;
}
