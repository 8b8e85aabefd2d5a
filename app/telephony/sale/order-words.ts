/** What became of an order, in words. */

const reasons: Record<string, string> = {
  taken: "The number was taken by someone else before we could buy it.",
  refused: "The phone carrier wouldn't sell this number.",
  busy: "The phone carrier couldn't handle the purchase.",
  held: "You already have this number.",
  plan_full: "Your plan has no room for another number.",
  gone: "The organization was deleted before we could buy the number.",
  lost: "The phone carrier didn't complete the purchase.",
};

/** Why an ordered number could not be had: a sentence. */
export const reasonWords = (reason: string | null): string =>
  (reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ??
  "We couldn't get this number.";

type Outcome = {
  readonly state: string;
  readonly reason: string | null;
  /** The number, formatted. */
  readonly shown: string;
  /** What was paid, formatted. */
  readonly today: string;
};

/** The heading and the sentence after a payment; `isAwaited`: the page asks again. */
export function outcomeWords({ state, reason, shown, today }: Outcome): {
  title: string;
  sentence: string;
  isAwaited: boolean;
} {
  switch (state) {
    case "paid":
      return {
        title: "Getting your number",
        sentence: `Your payment went through, and we're getting ${shown} from the carrier. This page updates by itself.`,
        isAwaited: true,
      };
    case "open":
      return {
        title: "We're confirming your payment",
        sentence:
          "This usually takes a few seconds, and this page updates by itself. You won't be charged twice, even if you leave.",
        isAwaited: true,
      };
    case "refunding":
      return {
        title: `We couldn't get ${shown}`,
        sentence: `${reasonWords(reason)} We're refunding your whole payment of ${today}.`,
        isAwaited: true,
      };
    case "refunded":
      return {
        title: `We couldn't get ${shown}`,
        sentence: `${reasonWords(reason)} We've refunded your whole payment of ${today}; it's back on your card within 5 to 10 days.`,
        isAwaited: false,
      };
    case "refund_failed":
      return {
        title: `We couldn't get ${shown}`,
        sentence: `${reasonWords(reason)} Your refund of ${today} hasn't gone through yet. We've been alerted, we'll keep trying, and we'll email you when it's done.`,
        isAwaited: false,
      };
    default:
      return {
        title: "This checkout has expired",
        sentence: "Nothing was charged. Choose a number again.",
        isAwaited: false,
      };
  }
}

/** A page without a form, and what to do instead. */
export type Closed = {
  readonly title: string;
  readonly sentence: string;
  readonly to: string;
  readonly action: string;
};

const toSearch = { to: "/numbers/search", action: "Choose a number" };

export const closedPages = {
  unverified: {
    title: "Verify your email first",
    sentence: "Please verify your email before buying a number",
    to: "/auth",
    action: "Enter the code",
  },
  forbidden: {
    title: "You can't buy numbers here",
    sentence: "Ask an owner or admin to buy this number.",
    to: "/dashboard",
    action: "Go to the dashboard",
  },
  nothing: {
    title: "Nothing to pay for yet",
    sentence: "Choose the number that you want first.",
    ...toSearch,
  },
  silent: {
    title: "Checkout can't start",
    sentence:
      "Failed to start checkout: Our payment provider isn't responding. Nothing was charged. Please try again.",
    ...toSearch,
  },
} as const satisfies Record<string, Closed>;
