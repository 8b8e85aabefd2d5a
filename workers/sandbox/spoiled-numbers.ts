/** What goes wrong with a number at its carrier: its webhooks are changed, or the carrier suspends it. */
import { z } from "zod";
import type { CarrierStore } from "./carrier-store.ts";
import type { TextWorld } from "./texts/text-world.ts";

/**
 * `state`: the carrier's own word, such as "suspended"; empty puts it back in use. `voice_url`: of the number, or of its
 * application. `text_url`: of the number, or of the account's messaging profile. `campaign`: the carrier's own word for the
 * state of its registration for texts, or of a toll-free number's verification; empty: it has none.
 */
export const spoilOrder = z.strictObject({
  phone_number: z.string(),
  voice_url: z.url().optional(),
  state: z.string().max(40).optional(),
  text_url: z.url().optional(),
  campaign: z.string().max(40).optional(),
});
export type SpoilOrder = z.infer<typeof spoilOrder>;

/** @returns false: no account holds the number */
export function spoilNumber(
  store: CarrierStore,
  texts: TextWorld,
  { phone_number, voice_url, state, text_url, campaign }: SpoilOrder,
): boolean {
  const number = store.numbers().find((one) => one.phone_number === phone_number);
  if (!number) return false;
  const application = store.held.application(number.connection_id);
  if (application && voice_url !== undefined) store.held.configureApplication({ ...application, voice_url });
  store.configure(number.sid, {
    ...(!application && voice_url !== undefined && { voice_url }),
    ...(state !== undefined && { state }),
  });
  const carrier = store.account(number.account_sid)?.carrier;
  if (text_url !== undefined)
    texts.setAddress(carrier === "telnyx" ? number.account_sid : number.sid, text_url);
  if (campaign !== undefined) texts.setCampaign(number.sid, campaign);
  return true;
}
