/** Sends a text that waits in its thread, once: claimed, handed to the carrier, and settled with what that said. */
import { Database } from "#app/platform/d1.server.ts";
import { settings as settingsOf } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import type { SendOutcome } from "#app/texts/texts.schema.ts";
import { callAddress } from "./carriers/call-address.ts";

type Owner = { id: string; region: string | null };
/** `busy`: the carrier takes nothing now, and the text is queued again. `none`: there was nothing to send. */
export type Delivery = { is: "sent" | "failed" | "unknown" | "busy" | "none"; why: string | null };

/** A text whose carrier does not answer may have been sent: it is not sent again, and a report may still tell. */
export async function sendText(env: Env, owner: Owner, text_id: string): Promise<Delivery> {
  const store = storeOf(organizationObject(owner, env));
  const { sending } = await store.texts.claim(text_id, Date.now());
  if (!sending) return { is: "none", why: null };
  const outcome = await handOver(env, sending);
  const { status, why } = await store.texts.sent(text_id, outcome, Date.now());
  if (outcome.ok) return { is: "sent", why: null };
  if (status === "queued") return { is: "busy", why };
  return { is: status === "unknown" ? "unknown" : "failed", why };
}

type Sending = NonNullable<Awaited<ReturnType<ReturnType<typeof storeOf>["texts"]["claim"]>>["sending"]>;

async function handOver(env: Env, sending: Sending): Promise<SendOutcome> {
  const { id, text, our_number, other_number, provider, account_id } = sending;
  const settings = settingsOf(env);
  const account = await credentialsOf(new Database(env.DB, new Timing()), settings, {
    carrier: provider,
    account_id,
  });
  if (!account)
    return { ok: false, reason: "refused", why: "The number's account can't be used.", has_opted_out: false };
  const status_url = await callAddress(settings, account, "message-status", id);
  const answer = await account.client.message({ to: other_number, from: our_number, text, status_url });
  if (answer.ok) return { ok: true, provider_message_id: answer.provider_message_id };
  const { reason, why, has_opted_out } = answer;
  return { ok: false, reason: reason === "taken" ? "refused" : reason, why, has_opted_out };
}

/** The task. @throws while the carrier takes nothing, so that it comes again */
export async function sendWaiting(env: Env, organization_id: string, text_id: string): Promise<void> {
  // The object lives already: it asked for this.
  const { is } = await sendText(env, { id: organization_id, region: null }, text_id);
  if (is === "busy") throw new Error("the carrier takes no messages now");
}
