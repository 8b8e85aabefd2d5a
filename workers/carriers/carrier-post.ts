/** What the answer to a carrier's post works with, and its form. */
import type { Settings } from "#app/platform/env.server.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import type { CarrierWire, Fields } from "./carrier-wire.ts";

/** A post that has been verified: what it says, the call, the attempt to put its caller through and the called number that its address names, and the address's query. */
export type CarrierPost = {
  content: Fields;
  id: string | null;
  n: number | null;
  called: string | null;
  search: URLSearchParams;
};

/** What an answer works with. */
export type CarrierContext = {
  env: Env;
  settings: Settings;
  wire: CarrierWire;
  /** The account whose carrier posts; the post was verified with its credentials. */
  account: CarrierAccount;
  /** The organization and the call that the post concerns, as soon as they are known: what goes wrong then is kept with it. */
  owner: { organization_id: string | null; call_id: string | null };
};

/** The answer to a post about a call: what the carrier does next. */
export const markup = (document: string): Response =>
  new Response(document, {
    headers: { "content-type": "text/xml; charset=utf-8", "cache-control": "no-store" },
  });
