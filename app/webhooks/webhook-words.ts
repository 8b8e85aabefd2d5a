/** Webhooks in words: how an endpoint stands, what became of a delivery, and why an attempt failed. */
import { type SendFailure, sendFailures } from "./webhook-terms.schema.ts";
import type { Delivery, Endpoint } from "./webhooks.schema.ts";

export type Standing = { tone: "neutral" | "good" | "warn" | "bad"; words: string };

export function standingOf({
  is_enabled,
  disabled_at,
  failures,
}: Pick<Endpoint, "is_enabled" | "disabled_at" | "failures">): Standing {
  if (disabled_at !== null) return { tone: "bad", words: "Disabled" };
  if (!is_enabled) return { tone: "neutral", words: "Off" };
  return failures > 0 ? { tone: "warn", words: "Failing" } : { tone: "good", words: "On" };
}

export function deliveryStanding({ status, attempts }: Pick<Delivery, "status" | "attempts">): Standing {
  if (status === "delivered") return { tone: "good", words: "Delivered" };
  if (status === "failed") return { tone: "bad", words: "Failed" };
  return attempts === 0 ? { tone: "neutral", words: "Waiting" } : { tone: "warn", words: "Retrying" };
}

const failureWords: Readonly<Record<SendFailure, string>> = {
  slow: "No answer within 5 seconds",
  redirected: "Answered with a redirect, which isn’t followed",
  refused: "Answered with an error",
  unreachable: "Couldn’t be reached",
  private_address: "Its name leads to a private network",
  own_address: "It’s an address of this product",
  malformed: "Not a public https address",
  secret_lost: "The signing secret can’t be read. Create a new one",
};

const isFailure = (why: string): why is SendFailure => sendFailures.some((one) => one === why);

/** Why an attempt failed, with the status where one came; null: it didn’t. */
export function whyWords(why: string | null, status: number | null): string | null {
  if (why === null) return null;
  const words = isFailure(why) ? failureWords[why] : "Failed";
  return status === null ? words : `${words} (${status})`;
}
