/** What a call costs, line by line. Money in micro-units (a millionth) of US dollars. */
import { carrierPrices } from "#app/telephony/carriers/carrier-prices.ts";
import type { TransferAttempt } from "#app/telephony/transfers/transfer.schema.ts";
import type { CostItem } from "./calls.schema.ts";

/** The built-in brain runs in the call itself. */
const builtInModel_minute = 0;

export const costCurrency = "USD";

const minutesOf = (seconds: number): number => Math.ceil(Math.max(0, seconds) / 60);

/** Attempts at which someone or something took the phone up, so that the carrier charges for it. */
const takenUp: ReadonlySet<TransferAttempt["outcome"]> = new Set([
  "answered",
  "declined",
  "no_key",
  "hung_up",
]);

/** What the carrier charges for the phones that were called for the caller, each by its own started minutes. */
export function transferCost(provider: string, legs: readonly number[]): CostItem[] {
  const quantity = legs.reduce((sum, seconds) => sum + minutesOf(seconds), 0);
  const { outbound_minute } = carrierPrices(provider);
  return quantity === 0
    ? []
    : [
        {
          what: "transfer",
          quantity,
          unit: "minute",
          unit_price_micros: outbound_minute,
          cost_micros: quantity * outbound_minute,
        },
      ];
}

/**
 * The cost lines of a call. While a phone rings for the caller, and once someone has taken it, no agent listens or speaks:
 * the relay is not paid for then, but the other phone is. Carriers round minutes up (docs/telephony.md, "Prices"); an unanswered call costs
 * nothing.
 * @param seconds how long the line was open
 * @param detects whether the carrier listened for a machine
 * @param transfers the attempts to put the caller through
 */
export function costOf({
  type,
  direction,
  provider,
  seconds,
  detects = false,
  transfers = [],
}: {
  type: "phone" | "web" | "test";
  direction: "inbound" | "outbound";
  /** The carrier. */
  provider: string;
  seconds: number;
  detects?: boolean;
  transfers?: readonly Pick<TransferAttempt, "outcome" | "started_at" | "ended_at" | "talk_seconds">[];
}): CostItem[] {
  const open = minutesOf(seconds);
  if (open === 0) return [];
  const away_ms = transfers.reduce((sum, one) => sum + one.ended_at - one.started_at, 0);
  // The agent spoke before the first phone rang.
  const spoken = Math.max(1, minutesOf(seconds - Math.round(away_ms / 1000)));
  const item = (
    what: CostItem["what"],
    unit_price_micros: number,
    minutes = Math.min(open, spoken),
  ): CostItem => ({
    what,
    quantity: minutes,
    unit: "minute",
    unit_price_micros,
    cost_micros: minutes * unit_price_micros,
  });
  const legs = transfers.flatMap(({ outcome, talk_seconds }) =>
    takenUp.has(outcome) ? [Math.max(1, talk_seconds)] : [],
  );
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
    item("carrier", direction === "inbound" ? prices.inbound_minute : prices.outbound_minute, open),
    item("speech", prices.relay_minute),
    item("model", builtInModel_minute),
    ...(detects && detection_call > 0 ? [detection] : []),
    ...transferCost(provider, legs),
  ];
}

/** The sum of cost lines. */
export const totalOf = (items: readonly CostItem[]): number =>
  items.reduce((sum, item) => sum + item.cost_micros, 0);
