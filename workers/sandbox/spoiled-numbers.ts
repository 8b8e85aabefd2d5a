/** What goes wrong with a number at its carrier: its webhooks are changed, or the carrier suspends it. */
import { z } from "zod";
import type { CarrierStore } from "./carrier-store.ts";

/** `state`: the carrier's own word, such as "suspended"; empty puts it back in use. `voice_url`: of the number, or of its application. */
export const spoilOrder = z.strictObject({
  phone_number: z.string(),
  voice_url: z.url().optional(),
  state: z.string().max(40).optional(),
});
export type SpoilOrder = z.infer<typeof spoilOrder>;

/** @returns false: no account holds the number */
export function spoilNumber(store: CarrierStore, { phone_number, voice_url, state }: SpoilOrder): boolean {
  const number = store.numbers().find((one) => one.phone_number === phone_number);
  if (!number) return false;
  const application = store.held.application(number.connection_id);
  if (application && voice_url !== undefined) store.held.configureApplication({ ...application, voice_url });
  store.configure(number.sid, {
    ...(!application && voice_url !== undefined && { voice_url }),
    ...(state !== undefined && { state }),
  });
  return true;
}
