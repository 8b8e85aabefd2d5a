/** The audit trail in words: webhooks to an organization's endpoints. */
import type { EventFacts, Words } from "./audit-parts.ts";

const named =
  (done: string) =>
  ({ changes }: EventFacts): string =>
    typeof changes?.name === "string" ? `${done} “${changes.name}”` : done;

export const webhookWords: Readonly<Record<string, Words>> = {
  "webhook.added": named("Added the webhook"),
  "webhook.changed": named("Changed the webhook"),
  "webhook.disabled": named("Turned off the webhook"),
  "webhook.enabled": named("Turned on the webhook"),
  "webhook.gave_up": named("Deliveries kept failing, which disabled the webhook"),
  "webhook.removed": named("Deleted the webhook"),
  "webhook.replayed": named("Replayed deliveries of the webhook"),
  "webhook.rotated": named("Created a new secret for the webhook"),
};
