/** Recordings of the demo's last calls, at the carrier: the product is told that they are ready, and fetches them as it does every recording. */
import type { Store } from "#app/platform/organization-door.ts";
import type { SpokenSpan } from "./carrier-records.ts";
import type { DemoCall } from "./demo-calls.ts";
import { localSettings } from "./local-bindings.ts";
import type { WorldDoor } from "./world-door.ts";

const howMany = 3;
/** The clinic records its calls for as long as recordings are kept unless something else is chosen. */
const recorded = {
  is_on: true,
  consent: "This call may be recorded. Say so if you'd rather not be.",
  retention_days: 90,
};
const msPerCharacter = 1000 / 15;
/** A caller's words are written when they are over, the agent's when they begin. */
const spanOf = (type: "agent" | "caller", text: string, at: number): SpokenSpan => {
  const length = text.length * msPerCharacter;
  const from = Math.max(0, Math.round(type === "caller" ? at - length : at));
  return { role: type, from, to: Math.round(from + length) };
};

export async function seedRecordings(
  store: Store,
  world: WorldDoor,
  calls: readonly DemoCall[],
  now: number,
): Promise<void> {
  await store.recordings.choose(recorded, now);
  const { TWILIO_ACCOUNT_SID: account_sid } = localSettings("");
  const told = calls.filter(({ call }) => call.answered_at !== null && call.lines.length > 8).slice(-howMany);
  for (const { call } of told) {
    const { id, started_at, answered_at, ended_at, provider, provider_call_id, lines } = call;
    if (answered_at === null || provider_call_id === null) continue;
    const sid = `RE${provider_call_id.slice(2)}`;
    const seconds = Math.round((ended_at - answered_at) / 1000);
    const spoken = lines.flatMap(({ type, text, at_ms }) =>
      type === "agent" || type === "caller" ? [spanOf(type, text, at_ms - (answered_at - started_at))] : [],
    );
    await world.keepRecording({
      sid,
      call_sid: provider_call_id,
      account_sid,
      channels: 2,
      started_at: answered_at,
      duration: seconds,
      spoken: JSON.stringify(spoken),
    });
    const { recordings } = store;
    await recordings.expectRecording({
      id,
      provider,
      provider_call_id,
      number_id: null,
      started_at,
      longest_seconds: 3600,
    });
    const at = { call_id: id, provider, account_id: null, provider_call_id, sid };
    await recordings.reported({ ...at, status: "ready", seconds }, now);
  }
}
