/** Names of plans and statuses, as people read them. */

import { shownStatus } from "./plan/subscription-words.ts";

/** `organizations.subscription_status` as people read it. */
export const statusWords = (status: string): string => shownStatus(status).word;
/** `organizations.subscription_tier` as people read it: "Starter". */
export const tierWords = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1);
