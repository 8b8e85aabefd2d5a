/** The fixed vocabularies of a call's judgement. Without zod, so that pages can use them without loading the validator in the browser. */

/** Whether the caller got what they wanted. */
export const successes = ["yes", "no", "unclear"] as const;
export type Success = (typeof successes)[number];

/** How the caller felt by the end. */
export const sentiments = ["positive", "neutral", "negative", "unknown"] as const;
export type Sentiment = (typeof sentiments)[number];
