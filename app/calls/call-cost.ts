/** What a call costs, line by line. Money in micro-units (a millionth) of US dollars. */
import { carrierPrices } from "#app/telephony/carriers/carrier-prices.ts";
import type { CostItem } from "./calls.schema.ts";

/** The built-in brain runs in the call itself. */
const builtInModel_minute = 0;

export const costCurrency = "USD";

/**
 * The cost lines of a call. Carriers round minutes up (docs/telephony.md, "Prices"); an unanswered call costs
 * nothing.
 * @param seconds how long the line was open
 * @param detects whether the carrier listened for a machine
 */
export function costOf({
  type,
  direction,
  provider,
  seconds,
  detects = false,
}: {
  type: "phone" | "web" | "test";
  direction: "inbound" | "outbound";
  /** The carrier. */
  provider: string;
  seconds: number;
  detects?: boolean;
}): CostItem[] {
  const minutes = Math.ceil(Math.max(0, seconds) / 60);
  if (minutes === 0) return [];
  const item = (what: CostItem["what"], unit_price_micros: number): CostItem => ({
    what,
    quantity: minutes,
    unit: "minute",
    unit_price_micros,
    cost_micros: minutes * unit_price_micros,
  });
  // A browser carries the line itself, and listens and speaks itself.
  if (type !== "phone") return [item("model", builtInModel_minute)];
  const prices = carrierPrices(provider);
  const { detection_call } = prices;
  const detection: CostItem = {
    what: "detection",
    quantity: 1,
    unit: "call",
    unit_price_micros: detection_call,
    cost_micros: detection_call,
  };
  return [
    item("carrier", direction === "inbound" ? prices.inbound_minute : prices.outbound_minute),
    item("speech", prices.relay_minute),
    item("model", builtInModel_minute),
    ...(detects && detection_call > 0 ? [detection] : []),
  ];
}

/** The sum of cost lines. */
export const totalOf = (items: readonly CostItem[]): number =>
  items.reduce((sum, item) => sum + item.cost_micros, 0);
