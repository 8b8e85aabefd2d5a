/** An obedient model without a provider. */
import type { Asked } from "./asked.ts";
export type Said = { say: string; calls: { name: string; arguments: Record<string, unknown> }[] };
export const obedient = (_asked: Asked): Said => ({ say: "How can I help?", calls: [] });
