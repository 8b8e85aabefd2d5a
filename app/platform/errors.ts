/** Turns the code of an error into the status and words that people and programs see. */
import { innermostMessage } from "./constraints.ts";

type Shown = { status: number; message: string };

const shown: Record<string, Shown> = {
  bad_request: { status: 400, message: "We couldn't read that request." },
  payment_required: {
    status: 402,
    message:
      "This organization's plan isn't paid, so nothing in it can be changed right now. Its owner can pay under Plan and usage.",
  },
  payments_unavailable: { status: 503, message: "Payments aren't set up here, so nothing can be bought." },
  forbidden: { status: 403, message: "You can't do that here." },
  unknown_sender: {
    status: 403,
    message:
      "Your browser didn't say which page sent this, so we didn't do anything. Update your browser or turn off any extension that hides this, then try again.",
  },
  not_found: { status: 404, message: "We couldn't find that." },
  method_not_allowed: { status: 405, message: "This page doesn't support that." },
  too_large: { status: 413, message: "That's too large to submit." },
  unreadable_form: {
    status: 422,
    message: "We didn't recognize that form. Reload the page and try again.",
  },
  too_many: { status: 429, message: "Too many attempts. Please wait a moment and try again." },
  carrier_unavailable: {
    status: 502,
    message: "The phone carrier didn't respond. Please try again in a moment.",
  },
  unknown_function: { status: 503, message: "A new version is being rolled out. Please try again." },
  unavailable: { status: 503, message: "Something didn't respond in time. Please try again." },
};

const unexpected: Shown = {
  status: 500,
  message: "Something went wrong. Anything you saved is safe.",
};

/**
 * What D1 and objects say when they fail for a moment and not because of what was asked
 * (developers.cloudflare.com/d1/observability/debug-d1).
 */
const outages = [
  "Network connection lost",
  "is overloaded",
  "caused object to be reset",
  "code was updated",
  "due to transient issue",
];

const isOutage = (error: unknown): boolean => {
  const message = error instanceof Error ? innermostMessage(error) : "";
  return outages.some((words) => message.includes(words));
};

/** The code that an error carries, `unavailable` for an outage of the database (B56), or null. */
export function codeOf(error: unknown): string | null {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string")
    return error.code;
  return isOutage(error) ? "unavailable" : null;
}

/** Status and words for an error's code; anything unknown is an unexpected error. */
export const shownFor = (code: string | null): Shown =>
  code !== null && Object.hasOwn(shown, code) ? (shown[code] ?? unexpected) : unexpected;

/** An error that a page shows as a screen: thrown anywhere, identified by its code. */
export class Fault extends Error {
  constructor(
    readonly code: string,
    message: string = code,
  ) {
    super(message);
  }
}

/** The list that a missing thing would stand in. */
export type ItsList = { readonly to: string; readonly label: string };

/**
 * A thrown 404 for one thing that the organization does not have: the error screen names it and leads to its list.
 * @param noun what is missing, in the words of the screen: "call"
 */
export const missing = (noun: string, list: ItsList): Response =>
  Response.json({ code: "not_found", message: `This ${noun} doesn't exist.`, noun, list }, { status: 404 });

/** A thrown answer for a loader or action: the error screen reads its status and words. */
export function faultResponse(code: string, headers: HeadersInit = {}): Response {
  const { status, message } = shownFor(code);
  return Response.json({ code, message }, { status, headers });
}
