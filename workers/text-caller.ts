/** Texts to the caller of a call: what the agent writes during it, and the confirmation of appointments once it is over. */
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { asText } from "#app/texts/segments.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import type { CallProgress } from "./call-facts.ts";
import { sendText } from "./send-text.ts";

type SendSms = Extract<Action, { type: "send_sms" }>;

const failed = (why: string): Outcome => ({ ok: false, reason: "failed", why });

/** The two numbers of a call that can be texted; null: it has none. */
const lineOf = ({ id, type, our_number, other_number, agent }: PreparedCall, now: number) =>
  type === "phone" && our_number !== null && other_number !== null
    ? { call_id: id, agent_id: agent.id, our_number, other_number, now }
    : null;

/** Sends a text now, and tells truly what the carrier said. */
export async function textCaller(action: SendSms, call: PreparedCall, env: Env): Promise<Outcome> {
  const line = lineOf(call, Date.now());
  if (!call.agent.spec.actions.send_texts) return failed("this agent sends no texts");
  if (!line) return failed("this call has no number that can be texted");
  const store = storeOf(organizationObject(call.organization, env));
  const kept = await store.texts.fromCall({ ...line, action_id: action.id, text: asText(action.text) });
  if (kept.text_id === null) return failed(kept.why);
  const { is, why } = await sendText(env, call.organization, kept.text_id);
  if (is === "sent") return { ok: true };
  if (is === "none") return failed("it was not sent twice");
  return failed(why ?? "the carrier did not take it");
}

/** Confirms what a call booked or moved, where its agent does. */
export async function confirmByText(
  call: PreparedCall,
  { appointments }: Pick<CallProgress, "appointments">,
  language: "en-US" | "es-US",
  store: Store,
): Promise<void> {
  const line = lineOf(call, Date.now());
  const made = Object.entries(appointments).flatMap(([id, { is }]) => (is === "canceled" ? [] : [id]));
  if (!line || made.length === 0 || !call.agent.spec.actions.confirm_by_text) return;
  const { name, time_zone, locale } = call.organization;
  await store.texts.confirm({
    ...line,
    booking_ids: made,
    organization: { name, time_zone, locale },
    language,
  });
}
