/** Answers carriers' webhooks of a call that an organization placed: it is answered, its status changes, a machine was heard. */
import { z } from "zod";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { newToken } from "./begin-call.ts";
import { callSession } from "./call-door.ts";
import { type CarrierRoute, ownerFor, relayOrder } from "./carrier-calls.ts";
import { recordingOrder } from "./carriers/call-recording.ts";
import { type CarrierContext, type CarrierPost, markup } from "./carriers/carrier-post.ts";
import type { CarrierWire } from "./carriers/carrier-wire.ts";

/** The organization that calls, by its number, and its store; null: the account may not speak for that number. */
async function callerBehind(context: CarrierContext, our_number: string | null) {
  const owner = our_number === null ? null : await ownerFor(context, our_number);
  if (!owner) return null;
  context.owner.organization_id = owner.organization.id;
  return { owner, store: storeOf(organizationObject(owner.organization, context.env)) };
}

/** The called phone was answered: the agent has the call from here. A call that ended here meanwhile is hung up. */
async function answerPlaced(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { env, account, wire } = context;
  const call_id = z.uuid().parse(post.id);
  const { provider_call_id, from, to } = wire.parse.call(post.content);
  const caller = await callerBehind(context, from);
  const handed = await caller?.store.placed.handOver({
    call_id,
    arrival: {
      ...caller.owner,
      provider: account.carrier,
      provider_call_id,
      capacity_account: account.lines_of,
      direction: "outbound",
      our_number: from,
      other_number: to,
      now: Date.now(),
    },
  });
  if (!handed) return markup(wire.answer.hangUp());
  context.owner.call_id = call_id;
  const { secret, token } = await newToken();
  await callSession(env, call_id).prepare(handed, token);
  const { voice, languages, follows_language } = handed.agent.spec;
  const agent = { voice, languages, follows_language, language: languages[0] };
  const recording = await recordingOrder(context, handed);
  return markup(wire.answer.relay(await relayOrder(context, call_id, secret, agent, recording)));
}

/** How far a placed call has come. Reports come late, twice and out of order. */
async function answerPlacedStatus(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const { env, account, wire } = context;
  const call_id = z.uuid().parse(post.id);
  const { provider_call_id, status, our_numbers, seconds, cause } = wire.parse.report(post.content);
  for (const number of our_numbers) {
    const caller = await callerBehind(context, number);
    if (!caller) continue;
    context.owner.call_id = call_id;
    const report = { call_id, provider: account.carrier, provider_call_id, status, cause, now: Date.now() };
    const { state } = await caller.store.placed.report(report);
    if (state === "unknown") continue;
    if (state === "ended") await capacity(env, account.lines_of).release(call_id);
    if (state === "handed" && !(await callSession(env, call_id).carrierEnded(status, seconds))) {
      // It was handed over, and its object was never made.
      await caller.store.live.giveUp(call_id, Date.now());
      await capacity(env, account.lines_of).release(call_id);
    }
    break;
  }
  return new Response(null, { status: 204 });
}

/** The carrier has listened to who answered. */
async function answerMachine(post: CarrierPost, context: CarrierContext): Promise<Response> {
  const call_id = z.uuid().parse(post.id);
  const { provider_call_id, who } = context.wire.parse.answerer(post.content);
  // The post names no number of ours: the call's own object knows whose it is, and what the carrier calls it.
  const session = callSession(context.env, call_id);
  const owner = await session.answeredBy(who, provider_call_id);
  if (owner) {
    Object.assign(context.owner, { organization_id: owner.id, call_id });
    const store = storeOf(organizationObject(owner, context.env));
    await store.placed.answeredBy({ call_id, who });
  }
  return new Response(null, { status: 204 });
}

const silent = (): Response => new Response(null, { status: 500 });
const hangUp = ({ answer }: CarrierWire): Response => markup(answer.hangUp());

/** By the part of the address after the carrier's name. */
export const placedRoutes: ReadonlyMap<string, CarrierRoute> = new Map([
  ["placed-answer", { answer: answerPlaced, failed: hangUp }],
  ["placed-status", { answer: answerPlacedStatus, failed: silent }],
  ["placed-machine", { answer: answerMachine, failed: silent }],
]);
