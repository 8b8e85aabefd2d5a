/** Tasks of recordings: brings one from its carrier into the bucket and deletes it there, or deletes it in both places. Doing a task twice changes nothing. */
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { CarrierRecordings } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import type { AtCarrier } from "./recording.schema.ts";
import { recordingKey } from "./recording-files.server.ts";
import { keepAudio } from "./store-audio.server.ts";

/** What the queue tries again. */
class Untaken extends Error {}

const recordingsAt = async (
  env: Env,
  { provider, account_id }: Pick<AtCarrier, "provider" | "account_id">,
): Promise<CarrierRecordings | null> => {
  const db = new Database(env.DB, new Timing());
  const account = await credentialsOf(db, settings(env), { carrier: provider, account_id });
  return account?.client.recordings ?? null;
};

/** The object lives already: it has sent the task. */
const storeFor = (env: Env, id: string) => storeOf(organizationObject({ id, region: null }, env));

/** @throws while the carrier or the bucket fails: the queue tries again, until the object gives it up */
export async function fetchRecording(env: Env, organizationId: string, call_id: string): Promise<void> {
  const { recordings } = storeFor(env, organizationId);
  const job = await recordings.fetchJob(call_id, Date.now());
  if (!job) return;
  const carrier = await recordingsAt(env, job);
  // The account was removed, and with it the way to its recordings.
  if (!carrier) return recordings.gaveUp(call_id, Date.now());
  const sid = job.sid ?? (await findAt(carrier, job.provider_call_id));
  // The object looks again later.
  if (sid === null) return;
  if (sid === "none") return recordings.foundNone(call_id, Date.now());
  const answer = await carrier.audio(sid);
  if (!answer.ok) {
    // Not there yet, or not any more: the object looks again later, for a day.
    if (answer.reason === "refused") return;
    throw new Untaken(`the carrier gave no recording: ${answer.reason}`);
  }
  const key = recordingKey(organizationId, call_id);
  const kept = await keepAudio(env, key, answer.file);
  if (!kept.ok) return recordings.gaveUp(call_id, Date.now());
  const { bytes, content_type, wav } = kept;
  const file = { sid, bytes, content_type, seconds: wav.seconds, peaks: wav.peaks };
  const isWanted = await recordings.stored(call_id, file, Date.now());
  if (!isWanted) await env.FILES.delete(key);
  const gone = await carrier.delete(sid);
  if (!gone.ok && gone.reason !== "refused") throw new Untaken("the carrier did not delete the recording");
}

/** The id of a call's recording that is ready; null: not yet; "none": the carrier has none of it. */
async function findAt(carrier: CarrierRecordings, provider_call_id: string): Promise<string | "none" | null> {
  const found = await carrier.ofCall(provider_call_id);
  if (!found.ok) throw new Untaken(`the carrier did not say what it has: ${found.reason}`);
  const ready = found.recordings.find(({ status }) => status === "ready");
  if (ready) return ready.sid;
  return found.recordings.length > 0 && found.recordings.every(({ status }) => status === "absent")
    ? "none"
    : null;
}

type Removed = AtCarrier & { call_id: string };

/** @throws while the carrier or the bucket fails */
export async function removeRecording(env: Env, organizationId: string, removed: Removed): Promise<void> {
  const { call_id, provider_call_id, sid } = removed;
  await env.FILES.delete(recordingKey(organizationId, call_id));
  const carrier = await recordingsAt(env, removed);
  if (!carrier) return;
  const found = await carrier.ofCall(provider_call_id);
  if (!found.ok && found.reason !== "refused") throw new Untaken("the carrier did not say what it has");
  const known = found.ok ? found.recordings.filter((one) => one.status !== "absent") : [];
  const ids = new Set([...(sid === null ? [] : [sid]), ...known.map((one) => one.sid)]);
  for (const id of ids) {
    const isGoing = known.some((one) => one.sid === id && one.status === "going");
    const stopped = isGoing ? await carrier.stop(provider_call_id, id) : { ok: true };
    const gone = await carrier.delete(id);
    // One that still runs, or is being written, cannot be deleted yet; another refusal stands.
    const isLeft = !gone.ok && (isGoing || gone.reason !== "refused");
    if (!stopped.ok || isLeft) throw new Untaken("the carrier did not delete the recording");
  }
}
