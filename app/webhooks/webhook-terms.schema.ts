/** The terms of webhooks: what stands for an attempt's failure, the bounds of what travels, and what the queue carries. */
import { z } from "zod";

/** A body is at most this long, and no more than this is read of an answer. */
export const mostBytes = 65_536;

/** Why an attempt failed. `secret_lost`: the endpoint's secret can't be read any more. */
export const sendFailures = [
  "slow",
  "redirected",
  "refused",
  "unreachable",
  "private_address",
  "own_address",
  "malformed",
  "secret_lost",
] as const;
export type SendFailure = (typeof sendFailures)[number];

/** What came of an attempt. `ms`: how long it took, `bytes`: how much of the answer was read, `type`: what it says it is. */
export type SendAnswer = { status: number | null; ms: number; bytes: number; type: string | null } & (
  | { ok: true; why: null }
  | { ok: false; why: SendFailure }
);

/** What the queue `webhooks` carries. */
export const webhookMessage = z.object({ organization_id: z.string(), delivery_id: z.string() });
export type WebhookMessage = z.infer<typeof webhookMessage>;

/** Deliveries that were leased, as a batch for the queue. What it loses is free again when the lease ends. */
export const messagesOf = (organization_id: string, leased: readonly string[]): { body: WebhookMessage }[] =>
  leased.map((delivery_id) => ({ body: { organization_id, delivery_id } }));
