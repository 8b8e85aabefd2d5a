/** What needs a person's hand, as a dashboard's notices: from counts, in words, with the place to go. Pure. */
import { type CallEndReason, endReasons } from "#app/calls/end-reasons.schema.ts";
import { counted, percent } from "#app/platform/format.ts";

export type Alert = { words: string; next: string; to: string; link: string };

export type AlertFacts = {
  /** Calls of the last day by the reason of their end, of the reasons in `alerting`. */
  endings: readonly { reason: CallEndReason; calls: number }[];
  /** Active numbers that no agent answers. */
  unanswered: number;
  /** Calls are refused for the rest of the day, because there is much more talk than usual. */
  isTripped: boolean;
  /** Which part of the spending cap is spent: 1 is all of it; null: there is no cap. */
  cap_spent: number | null;
};

/** Reasons that mean something is wrong on our side or the carrier's: calls that were turned away, failed, or marked. */
export const alerting = [
  "concurrency",
  "no_credit",
  "daily_cap",
  "carrier_blocked",
  "marked_spam",
  "provider_llm",
  "provider_stt",
  "provider_tts",
  "telephony",
  "platform",
  "no_audio",
] as const satisfies readonly CallEndReason[];

/** From which part of the cap on a dashboard warns. */
const near = 0.8;

/**
 * The most urgent first.
 * @param beside `failed_webhooks`: posts of the carrier about the last day that we refused or answered with an error;
 * `disabled_webhooks`: endpoints of the organization's own that failed until nothing is sent there any more
 */
export function alertsOf(
  facts: AlertFacts,
  beside: { failed_webhooks: number; disabled_webhooks: readonly { id: string; name: string }[] },
  locale: string,
): Alert[] {
  const { endings, unanswered, isTripped, cap_spent } = facts;
  const { failed_webhooks, disabled_webhooks } = beside;
  const alerts: Alert[] = [];
  if (isTripped)
    alerts.push({
      words: "Calls are refused for the rest of the day: there is much more talk than usual.",
      next: "Look at who calls, then let calls in again.",
      to: "/numbers/protection",
      link: "Call protection",
    });
  if (cap_spent !== null && cap_spent >= near)
    alerts.push({
      words:
        cap_spent >= 1
          ? "The spending cap is reached."
          : `${percent(cap_spent, 1, locale)} of the spending cap is spent.`,
      next: "Raise the cap if calls should go on.",
      to: "/subscription",
      link: "Plan and usage",
    });
  if (failed_webhooks > 0)
    alerts.push({
      words: `${counted(failed_webhooks, "webhook", "webhooks", locale)} of your carrier failed in the last 24 hours.`,
      next: "Calls and texts may be missing. Open a number and press “Check this number”.",
      to: "/numbers",
      link: "Phone numbers",
    });
  for (const { id, name } of disabled_webhooks)
    alerts.push({
      words: `The webhook “${name}” is disabled, because it kept failing.`,
      next: "Turn it on once your server works again, then replay what failed.",
      to: `/integrations/webhooks/${id}`,
      link: "Open the webhook",
    });
  for (const { reason, calls } of endings) {
    const { words, next } = endReasons[reason];
    alerts.push({
      words: `${words}: ${counted(calls, "call", "calls", locale)} in the last 24 hours.`,
      next,
      to: `/call-history?ending=${reason}`,
      link: "See the calls",
    });
  }
  if (unanswered > 0)
    alerts.push({
      words: `No agent answers ${unanswered === 1 ? "one of your numbers" : `${unanswered} of your numbers`}.`,
      next: "Assign an agent, or release what isn't needed.",
      to: "/numbers",
      link: "Phone numbers",
    });
  return alerts;
}
