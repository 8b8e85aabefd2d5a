/** The state of the mail with the code: three tries, two seconds apart (docs/product.md, "Error texts"). */
import { second_ms } from "#app/platform/durations.ts";

/** `waiting`: not accepted by the provider yet, after so many tries. */
export type MailState = { state: "sent" | "waiting" | "failed"; attempts: number };

export const retryEvery_ms = 2 * second_ms;
const mostTries = 3;

export const deliveryFailed = "Email Delivery Failed: Please check your email later or contact support.";

export type MailStep = { is: "sent" } | { is: "retrying"; words: string } | { is: "failed"; words: string };

/** What the verification step does about its mail: nothing, one more try after a pause, or a button. */
export function mailStep({ state, attempts }: MailState): MailStep {
  if (state === "sent") return { is: "sent" };
  if (state === "failed" || attempts >= mostTries) return { is: "failed", words: deliveryFailed };
  const attempt = Math.max(2, attempts + 1);
  return {
    is: "retrying",
    words: `Retrying... Sending verification code (attempt ${attempt}/${mostTries})`,
  };
}
