/** The bounds of a campaign's setup, and the results that are tried again; without zod, so that pages load no validator. */
import type { callResults, retryResults } from "./campaign.schema.ts";

export type CallResult = (typeof callResults)[number];
export type RetryResult = (typeof retryResults)[number];

export const retriedResults = [
  "no_answer",
  "busy",
  "voicemail",
  "failed",
] as const satisfies readonly RetryResult[];

export const longestCampaignName = 80;
export const mostAttempts = 10;
export const mostRetries = 9;
/** In minutes: a week. */
export const longestRetryWait = 10_080;
export const fastestPace = 60;
export const mostLines = 100;
