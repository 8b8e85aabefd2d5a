/** Turns the code of an error into the status and words that people and programs see. */

type Shown = { status: number; message: string };

const shown: Record<string, Shown> = {
  bad_request: { status: 400, message: "We couldn't read that request." },
  forbidden: { status: 403, message: "You can't do that here." },
  unknown_sender: {
    status: 403,
    message:
      "Your browser didn't say which page sent this, so we didn't do anything. Update your browser or turn off any extension that hides this, then try again.",
  },
  not_found: { status: 404, message: "There's nothing here by that name." },
  method_not_allowed: { status: 405, message: "That can't be done at this address." },
  too_large: { status: 413, message: "That's more than this form can take." },
  unreadable_form: {
    status: 422,
    message: "That form isn't one of this page's. Reload the page and try again.",
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
  message: "An unexpected error occurred. Nothing you entered elsewhere was lost.",
};

/** The code that an error carries, or null. */
export function codeOf(error: unknown): string | null {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
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

/** A thrown answer for a loader or action: the error screen reads its status and words. */
export function faultResponse(code: string, headers: HeadersInit = {}): Response {
  const { status, message } = shownFor(code);
  return Response.json({ code, message }, { status, headers });
}
