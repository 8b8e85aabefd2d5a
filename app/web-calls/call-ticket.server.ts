/** Tickets: each opens one call from a browser, once, within a minute, from the page that it was given to. */
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { z } from "zod";
import { isMac, mac, randomToken } from "#app/platform/crypto.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";

/** How long a ticket may wait to be used. */
const opensWithin_ms = minute_ms;
const purpose = "browser-call";

const ticket = z.object({
  /** The call's name, as a carrier would name it. The organization admits each name once. */
  call: z.string(),
  organization_id: z.string(),
  agent_id: z.string(),
  /** The origin of the page that may use it. */
  origin: z.string(),
  /** The widget that it was given to; null: a member's own page. */
  widget: z.string().nullable(),
  /** ms UTC */
  expires_at: z.number(),
});
export type Ticket = z.infer<typeof ticket>;

/** A ticket, signed, as a part of an address. `now`: ms UTC */
export async function newTicket(
  env: object,
  of: Omit<Ticket, "call" | "expires_at">,
  now: number,
): Promise<{ call: string; ticket: string }> {
  const call = `BR${randomToken(24)}`;
  const content: Ticket = { ...of, call, expires_at: now + opensWithin_ms };
  const text = encodeBase64urlNoPadding(new TextEncoder().encode(JSON.stringify(content)));
  const [current] = keyringOf(settings(env));
  return { call, ticket: `${text}.${await mac(current, purpose, text)}` };
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(text)));
  } catch {
    return null;
  }
}

/** What a ticket says, if we signed it, its time is not over and it comes from its page. Whether it was used, the organization knows. */
export async function readTicket(
  env: object,
  signed: string,
  origin: string | null,
  now: number,
): Promise<Ticket | null> {
  const [text = "", given = ""] = signed.split(".");
  if (!(await isMac(keyringOf(settings(env)), given, purpose, text))) return null;
  const read = ticket.safeParse(contentOf(text));
  if (!read.success) return null;
  return read.data.expires_at > now && read.data.origin === origin ? read.data : null;
}
