/** What a call costs, line by line. Money in micro-units (a millionth) of US dollars. */
import { prices } from "#app/telephony/call-prices.ts";
import type { CostItem } from "./calls.schema.ts";

export const costCurrency = "USD";

/**
 * The cost lines of a call. Carriers round minutes up (docs/telephony.md, "Prices"); an unanswered call costs
 * nothing.
 * @param seconds how long the line was open
 */
export function costOf({
  type,
  direction,
  seconds,
}: {
  type: "phone" | "web" | "test";
  direction: "inbound" | "outbound";
  seconds: number;
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
  if (type !== "phone") return [item("model", prices.built_in_model_minute)];
  return [
    item("carrier", direction === "inbound" ? prices.twilio_inbound_minute : prices.twilio_outbound_minute),
    item("speech", prices.twilio_relay_minute),
    item("model", prices.built_in_model_minute),
  ];
}

/** The sum of cost lines. */
export const totalOf = (items: readonly CostItem[]): number =>
  items.reduce((sum, item) => sum + item.cost_micros, 0);
