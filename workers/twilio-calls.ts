/** Answers Twilio's webhooks of a call: it comes in, its session ends, its transfer ends, its status changes. */
import { z } from "zod";
import { ownerOf } from "#app/calls/answering.server.ts";
import type { Admission, Arrival } from "#app/calls/live/live-calls.schema.ts";
import { Database } from "#app/platform/d1.server.ts";
import { publicOrigin } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { capacity, capacityAccount } from "#app/telephony/carrier-lines.server.ts";
import { beginCall, newToken } from "./begin-call.ts";
import { callSession } from "./call-door.ts";
import type { NextStep } from "./call-facts.ts";
import { dialActionForm, relayActionForm, statusForm, voiceForm } from "./carriers/twilio-forms.ts";
import { dial, hangUp, type RelayOrder, reject, relay, sayAndHangUp } from "./carriers/twiml.ts";
import type { Webhook as VerifiedPost, WebhookContext } from "./webhook-provider.ts";

/** What Twilio posts: a form's fields. */
export type Fields = Record<string, string>;
/** A post of Twilio's; its address names the call. */
type Webhook = VerifiedPost<Fields>;

const provider = "twilio";
const language = "en-US";
const twiml = (document: string): Response =>
  new Response(document, {
    headers: { "content-type": "text/xml; charset=utf-8", "cache-control": "no-store" },
  });

/** Carriers open relay sockets over TLS only, so the address is always `wss:` (docs/telephony.md, "Call markup"). */
const relayOrder = (
  { settings }: WebhookContext,
  call_id: string,
  secret: string,
  agent: RelayOrder["agent"],
): RelayOrder => ({
  url: `wss://${settings.PUBLIC_HOST}/relay/twilio/${call_id}/${secret}`,
  action: `${publicOrigin(settings)}/webhooks/twilio/relay-action/${call_id}`,
  agent,
});

/** A call comes in. The same call announced twice is one call, with a fresh address each time. */
export async function answerVoice({ content }: Webhook, context: WebhookContext): Promise<Response> {
  const { env, settings } = context;
  const form = voiceForm.parse(content);
  const owner =
    form.Direction === "inbound" ? await ownerOf(new Database(env.DB, new Timing()), form.To) : null;
  if (!owner) return twiml(reject());
  context.owner.organization_id = owner.organization.id;
  const arrival: Arrival = {
    ...owner,
    provider,
    provider_call_id: form.CallSid,
    capacity_account: capacityAccount(settings),
    direction: "inbound",
    our_number: form.To,
    other_number: form.From,
    now: Date.now(),
  };
  const begun = await beginCall(
    arrival,
    { account_lines: settings.TWILIO_LINES, organization_lines: null },
    env,
  );
  if (!begun.ok) return refused(begun);
  const { call, secret } = begun;
  context.owner.call_id = call.id;
  const { voice, languages, follows_language } = call.agent.spec;
  const agent = { voice, languages, follows_language, language: languages[0] };
  return twiml(relay(relayOrder(context, call.id, secret, agent)));
}

const refused = (admission: Extract<Admission, { ok: false }>): Response =>
  twiml(admission.say === null ? hangUp() : sayAndHangUp(admission.say, language));

/** A relay session ended: the next step depends on why (docs/telephony.md, "End of a session"). */
export async function answerRelayAction(webhook: Webhook, context: WebhookContext): Promise<Response> {
  const { CallSid, CallStatus } = relayActionForm.parse(webhook.content);
  const id = z.uuid().parse(webhook.id);
  const { secret, token } = await newToken();
  const report = { provider_call_id: CallSid, status: CallStatus };
  return answerNextStep(await callSession(context.env, id).relayEnded(report, token), id, secret, context);
}

/** The attempt to put a caller through is over. */
export async function answerDialAction(webhook: Webhook, context: WebhookContext): Promise<Response> {
  const { CallSid, CallStatus, DialCallStatus } = dialActionForm.parse(webhook.content);
  const id = z.uuid().parse(webhook.id);
  const { secret, token } = await newToken();
  const answered = DialCallStatus === "completed" || DialCallStatus === "answered";
  const report = { provider_call_id: CallSid, status: CallStatus, answered };
  return answerNextStep(await callSession(context.env, id).dialEnded(report, token), id, secret, context);
}

function answerNextStep(next: NextStep, call_id: string, secret: string, context: WebhookContext): Response {
  switch (next.do) {
    case "hang_up":
      return twiml(hangUp());
    case "say":
      return twiml(sayAndHangUp(next.words, next.language));
    case "relay":
      return twiml(relay(relayOrder(context, call_id, secret, next)));
    case "dial": {
      const action = `${publicOrigin(context.settings)}/webhooks/twilio/dial-action/${call_id}`;
      return twiml(dial({ to: next.to, caller_id: next.caller_id, action, seconds: next.seconds }));
    }
  }
}

/** How far a call has come. Reports come late, twice and out of order. */
export async function answerStatus({ content }: Webhook, context: WebhookContext): Promise<Response> {
  const { env, settings } = context;
  const form = statusForm.parse(content);
  const ours = form.Direction.startsWith("outbound") ? form.From : form.To;
  const owner = await ownerOf(new Database(env.DB, new Timing()), ours);
  if (owner) {
    context.owner.organization_id = owner.organization.id;
    const store = storeOf(organizationObject(owner.organization, env));
    const report = { provider, provider_call_id: form.CallSid, status: form.CallStatus };
    const { call_id, is_ending } = await store.live.report(report);
    context.owner.call_id = call_id;
    if (call_id !== null && is_ending) {
      const isKnown = await callSession(env, call_id).carrierEnded(form.CallStatus, form.CallDuration);
      // The call was admitted but its object was never created, so nothing else will end it.
      if (!isKnown) {
        await store.live.giveUp(call_id, Date.now());
        await capacity(env, capacityAccount(settings)).release(call_id);
      }
    }
  }
  return new Response(null, { status: 204 });
}
