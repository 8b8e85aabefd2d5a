/** Stripe's test cards: what each number does when it is saved, and when it is charged. */
import { invalid } from "./refusals.ts";

type Declined = { code: string; decline_code: string; message: string };
export type TestCard = {
  number: string;
  brand: "visa" | "mastercard" | "amex";
  says: string;
  /** Asks for 3-D Secure before the first payment, and, when "always", before every one. */
  challenge: "none" | "first" | "always";
  /** Refused when it is saved to a customer. */
  saving: Declined | null;
  /** Refused when it is charged. */
  charging: Declined | null;
  /** Its holder disputes each charge, for this reason. */
  disputing: "fraudulent" | "product_not_received" | null;
};

const declined = (decline_code: string, message: string, code = "card_declined"): Declined => ({
  code,
  decline_code,
  message,
});
const generic = declined("generic_decline", "Your card was declined.");
const poor = declined("insufficient_funds", "Your card has insufficient funds.");
const lost = declined("lost_card", "Your card was declined.");
const expired = declined("expired_card", "Your card has expired.", "expired_card");
const cvc = declined("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc");
const processing = declined(
  "processing_error",
  "An error occurred while processing your card. Try again in a little bit.",
  "processing_error",
);

const card = (number: string, says: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  says,
  brand: number.startsWith("5") ? "mastercard" : number.startsWith("3") ? "amex" : "visa",
  challenge: "none",
  saving: null,
  charging: null,
  disputing: null,
  ...more,
});
const refused = (number: string, says: string, why: Declined): TestCard =>
  card(number, says, { saving: why, charging: why });

/** The first ones are offered on the payment form. */
export const testCards: readonly TestCard[] = [
  card("4242424242424242", "Succeeds"),
  card("4000002500003155", "Asks for 3-D Secure", { challenge: "first" }),
  refused("4000000000000002", "Is declined", generic),
  refused("4000000000009995", "Has insufficient funds", poor),
  card("4000000000000341", "Is saved, then declined", { charging: generic }),
  card("4000002760003184", "Asks for 3-D Secure every time", { challenge: "always" }),
  card("4000008260003178", "Asks for 3-D Secure, then has insufficient funds", {
    challenge: "always",
    charging: poor,
  }),
  refused("4000000000000069", "Has expired", expired),
  refused("4000000000000127", "Has a wrong CVC", cvc),
  refused("4000000000009987", "Was lost", lost),
  refused("4000000000000119", "Meets a processing error", processing),
  card("4000000000000259", "Succeeds, then is disputed as fraudulent", { disputing: "fraudulent" }),
  card("4000000000002685", "Succeeds, then is disputed: not received", { disputing: "product_not_received" }),
  card("5555555555554444", "Succeeds (Mastercard)"),
  card("378282246310005", "Succeeds (American Express)"),
];

/** Ids of payment methods that tests may name without making them. */
const named: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_visa_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_createDispute: "4000000000000259",
  pm_card_createDisputeProductNotReceived: "4000000000002685",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
};
export const cardNamed = (id: string): string | null =>
  Object.hasOwn(named, id) ? (named[id] ?? null) : null;

/** @throws StripeRefusal for a number that is no test card */
export function cardOf(number: string): TestCard {
  const digits = number.replaceAll(/\D/g, "");
  const found = testCards.find((one) => one.number === digits);
  if (!found)
    throw invalid(
      isPlausible(digits)
        ? "Your card was declined. Your request was in test mode, but used a non test card."
        : "Your card number is invalid.",
      { code: isPlausible(digits) ? "card_declined" : "invalid_number", param: "number" },
      402,
    );
  return found;
}

/** Whether the check digit fits (Luhn). */
export function isPlausible(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
