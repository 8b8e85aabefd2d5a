/** Stripe's statuses of a subscription, as people read them. */

type Shown = { readonly word: string; readonly tone: "good" | "neutral" | "warn" | "bad" };

/** `pending` is our own: the organization never subscribed. */
const shown: Readonly<Record<string, Shown>> = {
  pending: { word: "Trial", tone: "neutral" },
  trialing: { word: "Trial", tone: "good" },
  active: { word: "Active", tone: "good" },
  past_due: { word: "Payment overdue", tone: "warn" },
  unpaid: { word: "Unpaid", tone: "bad" },
  paused: { word: "Paused", tone: "warn" },
  incomplete: { word: "Payment not finished", tone: "warn" },
  incomplete_expired: { word: "Never started", tone: "neutral" },
  canceled: { word: "Ended", tone: "neutral" },
};

/** A status that this version does not know is shown as such: it opens nothing (R31). */
const unknown: Shown = { word: "Unknown status", tone: "bad" };

export const shownStatus = (status: string): Shown =>
  Object.hasOwn(shown, status) ? (shown[status] ?? unknown) : unknown;

/** Whether a subscription still runs, whatever was paid: it can be changed, and no second one can be bought. */
export const isLiving = (status: string): boolean => status !== "canceled" && status !== "incomplete_expired";
