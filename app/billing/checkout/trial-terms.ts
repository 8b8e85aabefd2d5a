/** What a trial is, in words (docs/product.md, "Trial"). */
import { limitsOf, trialTalk_s } from "#app/membership/plan-limits.ts";

/** How long a plan is tried before its first payment. */
export const trialDays = 14;

const { numbers, agents } = limitsOf("starter");

/** Before a plan is chosen, or where none is sold: an organization's own trial. */
const freeWords = `The trial is free: ${trialTalk_s / 60} minutes of calls, up to ${numbers} phone numbers and ${agents} agents. It has no end date.`;

/** The trial of a plan that is paid afterwards. */
const paidWords = `Your plan is free for ${trialDays} days, with its included minutes. You'll need a card; the first payment is due when the trial ends, and you can cancel before that.`;

/** @param isSold whether plans are sold here: this deployment takes payments, and the host is the platform's own */
export const trialWords = (isSold: boolean): string => (isSold ? paidWords : freeWords);
