/** What members decide about recordings: whether calls are recorded, and that the audio of one call goes. */
import { z } from "zod";
import { type Verb, verb } from "#app/membership/verb.ts";
import { recordingSettings } from "./recording.schema.ts";

/** Turns recording on or off, and says what callers hear and how long audio is kept. */
export const chooseRecording: Verb<typeof recordingSettings, [], { ok: true }> = verb(
  {
    verb: "recordings.choose",
    permission: "organization.write",
    section: "calls",
    worksUnpaid: true,
    input: recordingSettings,
  },
  async (actor, wanted) => {
    await actor.store.recordings.choose(wanted, Date.now());
    const { is_on, retention_days } = wanted;
    await actor.record("recordings.changed", actor.organization.id, { is_on, retention_days });
    return { ok: true };
  },
);

const callChoice = z.object({ call_id: z.string().min(1).max(100) });

/** Deletes the audio of one call; the call and its words stay. */
export const deleteRecording: Verb<typeof callChoice, [], { ok: boolean }> = verb(
  {
    verb: "recordings.delete",
    permission: "organization.write",
    section: "calls",
    worksUnpaid: true,
    input: callChoice,
  },
  async (actor, { call_id }) => {
    const ok = await actor.store.recordings.deleteAudio(call_id, Date.now());
    if (ok) await actor.record("recording.deleted", call_id);
    return { ok };
  },
);
