/** The recording of a call at its carrier: ordered with the first markup, and what the carrier reports of it. */
import { z } from "zod";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { isMac, mac } from "#app/platform/crypto.server.ts";
import { keyringOf } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { callAddress } from "./call-address.ts";
import type { CarrierContext, CarrierPost } from "./carrier-post.ts";
import type { RecordingOrder } from "./carrier-wire.ts";

/** A recording is reported after its call, when nothing but the address still says whose it is. */
const purpose = "recording address";
const named = (organization_id: string, call_id: string): string => `${organization_id}/${call_id}`;

/** How a call is recorded; null: it is not. */
export async function recordingOrder(
  { settings, account }: Pick<CarrierContext, "settings" | "account">,
  { id, organization, recording }: Pick<PreparedCall, "id" | "organization" | "recording">,
): Promise<RecordingOrder | null> {
  if (recording === null) return null;
  const url = new URL(await callAddress(settings, account, "recording", id));
  url.searchParams.set("organization", organization.id);
  const proof = await mac(settings.APP_SECRET, purpose, named(organization.id, id));
  url.searchParams.set("recorded", proof);
  return { consent: recording.consent, callback: url.href };
}

/** Reports come late, twice and in another order. */
export async function answerRecording(
  { content, id, search }: CarrierPost,
  context: CarrierContext,
): Promise<Response> {
  const { env, settings, account, wire, owner } = context;
  const news = wire.parse.recording(content);
  const call_id = z.uuid().parse(id);
  const organization_id = z.uuid().parse(search.get("organization"));
  const proof = search.get("recorded") ?? "";
  if (!(await isMac(keyringOf(settings), proof, purpose, named(organization_id, call_id))))
    return new Response(null, { status: 403 });
  if (account.organization_id !== null && account.organization_id !== organization_id)
    return new Response(null, { status: 403 });
  Object.assign(owner, { organization_id, call_id });
  const { recordings } = storeOf(organizationObject({ id: organization_id, region: null }, env));
  const at = { provider: account.carrier, account_id: account.id };
  await recordings.reported({ ...at, ...news, call_id }, Date.now());
  return new Response(null, { status: 204 });
}
