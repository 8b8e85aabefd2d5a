/** Telnyx' errors: what they mean for us, and in words. */
import { z } from "zod";
import type { CallObjection } from "./carrier.schema.ts";
import { errorLine, reasonOf, type Understood } from "./request.server.ts";

const failure = z.object({
  errors: z.array(
    z.object({ code: z.coerce.string(), title: z.string().nullish(), detail: z.string().nullish() }),
  ),
});

/** A number can be ordered only if a search has found it, so one that was sold since is refused with the first of these. */
const notAvailable = ["85000", "85001"];
/** This person answered STOP to this number. */
export const optedOut = "40300";
const tooMany = ["10011", "90103"];

/** Telnyx' errors as people can act on them (developers.telnyx.com/development/api-fundamentals/api-errors). */
export const words: Readonly<Record<string, string>> = {
  "10001": "The number is inactive.",
  "10002": "That's not a number that can be called.",
  "10009": "Telnyx doesn't accept this account's key.",
  "10010": "The account isn't allowed to do this.",
  "10011": "Too many requests at once. Try again in a moment.",
  "10016": "That's not a number that can be called.",
  "10017": "Telnyx doesn't know the application that numbers are connected to.",
  "20100": "The account's balance is used up.",
  "40001": "That's a landline, or its carrier takes no messages.",
  "40002": "The person's carrier took it for spam and did not deliver it.",
  "40003": "The person's carrier blocks messages from this number as spam.",
  "40004": "The person's carrier did not take it.",
  "40005": "It could not be delivered in time.",
  "40006": "The person's carrier could not be reached.",
  "40008": "It could not be delivered.",
  "40010": "The number isn't registered for business messages.",
  "40300": "This person asked not to get messages.",
  "40305": "The number can't send messages.",
  "40310": "That's not a number that can get messages.",
  "85000": "The number has just been sold.",
  "85001": "The number has just been sold.",
  "90103": "Too many calls at once. Try again in a moment.",
};

/** What of a call they are about. */
const objections: Readonly<Record<string, CallObjection>> = {
  "10001": "number",
  "10002": "number",
  "10016": "number",
  "90103": "lines",
};

export function understand(status: number, body: unknown): Understood {
  const error = failure.safeParse(body).data?.errors[0];
  const code = error?.code ?? null;
  const reason =
    code !== null && notAvailable.includes(code)
      ? "taken"
      : code !== null && tooMany.includes(code)
        ? "busy"
        : reasonOf(status);
  if (!error || code === null) return { reason, code, why: null, exact: null };
  const { title, detail } = error;
  const exact = errorLine(code, title, detail === title ? null : detail);
  return { reason, code, why: words[code] ?? null, exact, about: objections[code] };
}
