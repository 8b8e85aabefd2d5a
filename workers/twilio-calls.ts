/** Answers Twilio's webhooks of a call: it comes in, its session ends, its transfer ends, its status changes. */
import { z } from "zod";
import { ownerOf } from "#app/calls/answering.server.ts";
import type { Admission, Arrival, PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { publicOrigin } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { capacity, capacityAccount } from "#app/telephony/carrier-lines.server.ts";
import { callSession } from "./call-door.ts";
import type { NextStep, RelayToken } from "./call-facts.ts";
import { dialActionForm, relayActionForm, statusForm, voiceForm } from "./carriers/twilio-forms.ts";
import { dial, hangUp, type RelayOrder, reject, relay, sayAndHangUp } from "./carriers/twiml.ts";
import { reportObjectError } from "./object-errors.ts";
import type { Webhook as VerifiedPost, WebhookContext } from "./webhook-provider.ts";

/** What Twilio posts: a form's fields. */
export type Fields = Record<string, string>;
/** A post of Twilio's; its address names the call. */
type Webhook = VerifiedPost<Fields>;

const provider = "twilio";
const language = "en-US";
/** A relay address opens for one minute. */
const token_ms = minute_ms;
/** How much longer than its longest duration a call may hold a line before it is given up. */
const leaseGrace_ms = 30 * minute_ms;

const twiml = (document: string): Response =>
  new Response(document, {
    headers: { "content-type": "text/xml; charset=utf-8", "cache-control": "no-store" },
  });

async function newToken(): Promise<{ secret: string; token: RelayToken }> {
  const secret = randomToken(32);
  return { secret, token: { hash: await sha256(secret), expires_at: Date.now() + token_ms } };
}

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
  const store = storeOf(organizationObject(owner.organization, env));
  const arrival: Arrival = {
    provider,
    provider_call_id: form.CallSid,
    capacity_account: capacityAccount(settings),
    direction: "inbound",
    our_number: form.To,
    other_number: form.From,
    tier: owner.tier,
    subscription_status: owner.subscription_status,
    organization: owner.organization,
    is_deleted: owner.is_deleted,
    is_suspended: owner.is_suspended,
    is_unpaid: owner.is_unpaid,
    cap_reached: owner.cap_reached,
    is_over_ceiling: owner.is_over_ceiling,
    lower_limits: owner.lower_limits,
    granted_limits: owner.granted_limits,
    now: Date.now(),
  };
  const admission = await store.live.admit(arrival);
  if (!admission.ok) return refused(admission);
  const { call } = admission;
  context.owner.call_id = call.id;
  const account = capacity(env, arrival.capacity_account);
  const { secret, token } = await newToken();
  try {
    const lease = await account.lease({
      call_id: call.id,
      organization_id: arrival.organization.id,
      direction: arrival.direction,
      account_lines: settings.TWILIO_LINES,
      now: arrival.now,
      expires_at: leaseEnd(call),
    });
    if (!lease.ok) return refused(await store.live.refuse(arrival, lease.reason));
    await callSession(env, call.id).prepare(call, token);
  } catch (error) {
    // Both lines are returned, the organization's and the account's; one that cannot be returned now becomes free by
    // itself.
    const given = [store.live.refuse(arrival, "no_line"), account.release(call.id)];
    const kept = (await Promise.allSettled(given)).filter((one) => one.status === "rejected");
    const organization_id = arrival.organization.id;
    for (const { reason } of kept)
      await reportObjectError(env, { error: reason, where: "call/line", organization_id, call_id: call.id });
    throw error;
  }
  const { voice, languages } = call.agent.spec;
  return twiml(relay(relayOrder(context, call.id, secret, { voice, language: languages[0] })));
}

const refused = (admission: Admission): Response =>
  twiml(admission.ok || admission.say === null ? hangUp() : sayAndHangUp(admission.say, language));

const leaseEnd = ({ started_at, longest_seconds }: PreparedCall): number =>
  started_at + longest_seconds * 1000 + leaseGrace_ms;

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
      return twiml(sayAndHangUp(next.words, language));
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
