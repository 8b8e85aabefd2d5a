/** Answers carriers' webhooks of a call: it comes in, its session ends, its transfer ends, its status changes. */
import { z } from "zod";
import { ownerOf } from "#app/calls/answering.server.ts";
import type { Admission, Arrival, CallOrganization } from "#app/calls/live/live-calls.schema.ts";
import { Database } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { holdWords } from "#app/telephony/transfers/introduction-words.ts";
import { beginCall, newToken } from "./begin-call.ts";
import { callSession } from "./call-door.ts";
import type { NextStep } from "./call-facts.ts";
import {
  answerConference,
  answerIntroduced,
  answerIntroduction,
  answerLegStatus,
  answerWhisper,
  answerWhisperKey,
} from "./carrier-legs.ts";
import { callAddress } from "./carriers/call-address.ts";
import { answerRecording, recordingOrder } from "./carriers/call-recording.ts";
import { type CarrierContext, type CarrierPost, markup } from "./carriers/carrier-post.ts";
import type { CallReport, CarrierWire, RelayOrder } from "./carriers/carrier-wire.ts";
import { roomOf } from "./conference.ts";
import { answerForwardAction, putThrough } from "./forwarded-calls.ts";

export type CarrierRoute = {
  answer(post: CarrierPost, context: CarrierContext): Promise<Response>;
  /** What the carrier is told when the answer fails through no fault of the post. */
  failed(wire: CarrierWire): Response;
};

const language = "en-US";

/** Carriers open relay sockets over TLS only, so the address is always `wss:` (docs/telephony.md, "Call markup"). */
export async function relayOrder(
  { settings, account }: CarrierContext,
  call_id: string,
  secret: string,
  agent: RelayOrder["agent"],
  recording: RelayOrder["recording"] = null,
): Promise<RelayOrder> {
  const own = account.id === null ? "" : `/${account.id}`;
  return {
    url: `wss://${settings.PUBLIC_HOST}/relay/${account.carrier}${own}/${call_id}/${secret}`,
    action: await callAddress(settings, account, "relay-action", call_id),
    agent,
    recording,
  };
}

/** The organization that holds a number in the account that speaks; null: the account may not speak for it. */
export const ownerFor = ({ env, account }: CarrierContext, phone_number: string) =>
  ownerOf(new Database(env.DB, new Timing()), phone_number, account.id);

/** A call comes in. The same call announced twice is one call, with a fresh address each time. */
async function answerVoice({ content }: CarrierPost, context: CarrierContext): Promise<Response> {
  const { env, account, wire } = context;
  const { provider_call_id, direction, from, to } = wire.parse.call(content);
  const owner = direction === "inbound" ? await ownerFor(context, to) : null;
  if (!owner) return markup(wire.answer.reject());
  context.owner.organization_id = owner.organization.id;
  const arrival: Arrival = {
    ...owner,
    provider: account.carrier,
    provider_call_id,
    capacity_account: account.lines_of,
    direction: "inbound",
    our_number: to,
    other_number: from,
    now: Date.now(),
  };
  const begun = await beginCall(arrival, { account_lines: account.lines, organization_lines: null }, env);
  if (!begun.ok && begun.forward) return putThrough(begun.forward, to, context);
  if (!begun.ok) return refused(begun, wire);
  const { call, secret } = begun;
  context.owner.call_id = call.id;
  const { voice, languages, follows_language } = call.agent.spec;
  const agent = { voice, languages, follows_language, language: languages[0] };
  const order = await relayOrder(context, call.id, secret, agent, await recordingOrder(context, call));
  return markup(wire.answer.relay(order));
}

const refused = ({ say }: Extract<Admission, { ok: false }>, { answer }: CarrierWire): Response =>
  markup(say === null ? answer.hangUp() : answer.say(say, language));

/** A relay session ended: the next step depends on why (docs/telephony.md, "End of a session"). */
async function answerRelayAction(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const report = {
    ...context.wire.parse.sessionEnd(post.content),
    capacity_account: context.account.lines_of,
    account_id: context.account.id,
  };
  const id = z.uuid().parse(post.id);
  const { secret, token } = await newToken();
  return answerNextStep(await callSession(context.env, id).relayEnded(report, token), id, secret, context);
}

/** The attempt to put a caller through is over. */
async function answerDialAction(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const report = {
    ...context.wire.parse.transferEnd(post.content),
    n: post.n,
    capacity_account: context.account.lines_of,
    account_id: context.account.id,
  };
  const id = z.uuid().parse(post.id);
  const { secret, token } = await newToken();
  return answerNextStep(await callSession(context.env, id).dialEnded(report, token), id, secret, context);
}

async function answerNextStep(
  next: NextStep,
  call_id: string,
  secret: string,
  context: CarrierContext,
): Promise<Response> {
  const { settings, account, wire } = context;
  switch (next.do) {
    case "hang_up":
      return markup(wire.answer.hangUp());
    case "say":
      return markup(wire.answer.say(next.words, next.language));
    case "relay":
      return markup(wire.answer.relay(await relayOrder(context, call_id, secret, next)));
    case "dial": {
      const { n, mode, name: whose, by, ...order } = next;
      const at = (name: string) => callAddress(settings, account, name, `${call_id}/${n}`);
      if (mode === "warm") {
        const [action, started] = await Promise.all([at("dial-action"), at("conference")]);
        const words = holdWords(whose, by.language);
        const seconds = order.seconds + order.ring_seconds;
        const room = roomOf(call_id, n);
        return markup(wire.answer.hold({ words, by, room, seconds, action, started }));
      }
      const [action, status] = await Promise.all([at("dial-action"), at("leg-status")]);
      const whisper = mode === "cold" ? null : await at("whisper");
      return markup(wire.answer.dial({ ...order, action, status, whisper }));
    }
  }
}

/** How far a call has come. Reports come late, twice and out of order. */
async function answerStatus({ content }: CarrierPost, context: CarrierContext): Promise<Response> {
  const report = context.wire.parse.report(content);
  for (const number of report.our_numbers) {
    const owner = await ownerFor(context, number);
    if (owner && (await isTaken(report, owner.organization, context))) break;
  }
  return new Response(null, { status: 204 });
}

/** Hands a report to an organization. @returns false when it has no such call */
async function isTaken(
  { provider_call_id, status, seconds }: CallReport,
  organization: CallOrganization,
  context: CarrierContext,
): Promise<boolean> {
  const { env, account } = context;
  context.owner.organization_id = organization.id;
  const store = storeOf(organizationObject(organization, env));
  const report = { provider: account.carrier, provider_call_id, status };
  const { call_id, is_ending } = await store.live.report(report);
  if (call_id === null) return false;
  context.owner.call_id = call_id;
  if (!is_ending) return true;
  const isKnown = await callSession(env, call_id).carrierEnded(status, seconds);
  // The call was admitted but its object was never created, so nothing else will end it.
  if (!isKnown) {
    await store.live.giveUp(call_id, Date.now(), seconds);
    await capacity(env, account.lines_of).release(call_id);
  }
  return true;
}

/** A caller hears words, not a carrier's error tone. */
export const sorryFor = ({ answer }: CarrierWire): Response =>
  markup(
    answer.say(
      "We're sorry, we can't take your call right now. Please try again in a moment. Goodbye.",
      language,
    ),
  );
const silent = (): Response => new Response(null, { status: 500 });

/** By the part of the address after the carrier's name. */
export const carrierRoutes: ReadonlyMap<string, CarrierRoute> = new Map([
  ["voice", { answer: answerVoice, failed: sorryFor }],
  ["relay-action", { answer: answerRelayAction, failed: sorryFor }],
  ["forward-action", { answer: answerForwardAction, failed: sorryFor }],
  ["dial-action", { answer: answerDialAction, failed: sorryFor }],
  ["whisper", { answer: answerWhisper, failed: silent }],
  ["whisper-key", { answer: answerWhisperKey, failed: silent }],
  ["conference", { answer: answerConference, failed: silent }],
  ["introduction", { answer: answerIntroduction, failed: silent }],
  ["introduced", { answer: answerIntroduced, failed: silent }],
  ["leg-status", { answer: answerLegStatus, failed: silent }],
  ["status", { answer: answerStatus, failed: silent }],
  ["recording", { answer: answerRecording, failed: silent }],
]);
