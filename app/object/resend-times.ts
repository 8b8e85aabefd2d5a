/** When an outbox sends again what was not acknowledged, in an organization's object and in the control plane. */
import { hour_ms, minute_ms } from "#app/platform/durations.ts";

/** How long an acknowledgement may take before a fact or task is sent again; doubles with every try. */
export const patience_ms = 5 * minute_ms;
export const longestPatience_ms = 6 * hour_ms;
