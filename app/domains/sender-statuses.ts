/** The states of a sending domain, as the mail provider names them, in words (resend.com/docs/dashboard/domains/introduction). */
import type { Tone } from "./domain-words.ts";

export const senderStatuses = ["not_started", "pending", "verified", "failed", "temporary_failure"] as const;
export type SenderStatus = (typeof senderStatuses)[number];

export const senderWords: Record<SenderStatus, { tone: Tone; label: string; sentence: string }> = {
  not_started: {
    tone: "brand",
    label: "Waiting for records",
    sentence:
      "Add these records where you manage your domain. Until they're verified, email is sent from our address, under your name.",
  },
  pending: {
    tone: "brand",
    label: "Verifying",
    sentence:
      "We're looking for your records. This can take a few minutes; until then, email is sent from our address, under your name.",
  },
  verified: {
    tone: "good",
    label: "Verified",
    sentence: "Invitations and notifications are sent from this address.",
  },
  failed: {
    tone: "bad",
    label: "Not verified",
    sentence:
      "The records weren't found. Check them, then select Check now. Until they're verified, email is sent from our address, under your name.",
  },
  temporary_failure: {
    tone: "warn",
    label: "Records missing",
    sentence: "The records were there before, but can't be found now. Put them back; we'll keep looking.",
  },
};
