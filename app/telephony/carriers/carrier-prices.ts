/** Carriers' list prices, in micro-units of US dollars (docs/telephony.md, "Prices"; local numbers of the United States): for each started minute, and for each call. */

export type CarrierPrices = {
  /** Speech to text, text to speech and turn taking. */
  readonly relay_minute: number;
  readonly inbound_minute: number;
  readonly outbound_minute: number;
  /** Whether a person or a machine answered, where it was asked. */
  readonly detection_call: number;
};

/** Of the carrier that answers where no other is connected; an estimate takes it. */
export const usualPrices: CarrierPrices = {
  relay_minute: 70_000,
  inbound_minute: 8_500,
  outbound_minute: 14_000,
  detection_call: 7_500,
};

const lists: Readonly<Record<string, CarrierPrices>> = {
  twilio: usualPrices,
  telnyx: { relay_minute: 50_000, inbound_minute: 5_500, outbound_minute: 7_000, detection_call: 2_000 },
};

const nothing: CarrierPrices = { relay_minute: 0, inbound_minute: 0, outbound_minute: 0, detection_call: 0 };

/** A call without a carrier costs no minutes of one. */
export const carrierPrices = (carrier: string): CarrierPrices =>
  (Object.hasOwn(lists, carrier) ? lists[carrier] : undefined) ?? nothing;

/** List prices of one segment of a text message that comes or goes, in micro-units of US dollars (docs/telephony.md, "Text messages"). */
const segmentPrices: Readonly<Record<string, number>> = { twilio: 8_300, telnyx: 4_000 };

export const segmentPrice = (carrier: string): number =>
  (Object.hasOwn(segmentPrices, carrier) ? segmentPrices[carrier] : undefined) ?? 0;
