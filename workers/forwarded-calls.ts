/** Puts callers through whom no agent can take, and takes down how that came out. */
import { z } from "zod";
import { ownerOf } from "#app/calls/answering.server.ts";
import { type Forward, longestRing_s } from "#app/calls/live/live-calls.schema.ts";
import { Database } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { callAddress } from "./carriers/call-address.ts";
import { type CarrierContext, type CarrierPost, markup } from "./carriers/carrier-post.ts";

/** The part of an action's address that names the called number, by which its organization is found. */
export const calledName = "called";

/** The carrier dials the fallback number for the caller. */
export async function putThrough(
  { call_id, to, seconds }: Forward,
  our_number: string,
  context: CarrierContext,
): Promise<Response> {
  const { settings, account, wire } = context;
  context.owner.call_id = call_id;
  // What carriers post at the end of a forwarding does not always name the called number.
  const action = new URL(await callAddress(settings, account, "forward-action", call_id));
  action.searchParams.set(calledName, our_number);
  const order = { to, caller_id: our_number, action: action.href, seconds };
  return markup(wire.answer.dial({ ...order, ring_seconds: longestRing_s, whisper: null, status: null }));
}

/** The forwarding is over: a caller who is still there hears that no one answered. */
export async function answerForwardAction(
  { content, id, called }: CarrierPost,
  context: CarrierContext,
): Promise<Response> {
  const { env, account, wire } = context;
  const { provider_call_id, outcome, seconds, status } = wire.parse.transferEnd(content);
  const answered = outcome === "answered";
  const call_id = z.uuid().parse(id);
  const db = new Database(env.DB, new Timing());
  const owner = called === null ? null : await ownerOf(db, called, account.id);
  if (!owner) return markup(wire.answer.hangUp());
  Object.assign(context.owner, { organization_id: owner.organization.id, call_id });
  const store = storeOf(organizationObject(owner.organization, env));
  const end = { answered, status, talk_seconds: seconds, now: Date.now() };
  await store.live.forwardEnded({ provider: account.carrier, provider_call_id, ...end });
  if (answered) return markup(wire.answer.hangUp());
  return markup(
    wire.answer.say("No one can take your call right now. Please try again later. Goodbye.", "en-US"),
  );
}
