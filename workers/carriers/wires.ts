/** The carriers at the edge, by their names in addresses. */
import type { CarrierWire } from "./carrier-wire.ts";
import { telnyx } from "./telnyx/telnyx.ts";
import { twilio } from "./twilio/twilio.ts";

const wires: ReadonlyMap<string, CarrierWire> = new Map([
  ["twilio", twilio],
  ["telnyx", telnyx],
]);

export const wireOf = (carrier: string): CarrierWire | null => wires.get(carrier) ?? null;
