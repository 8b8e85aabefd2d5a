/** Keeps a page and what was typed in it when the answer to its form does not arrive; `app/shell/kept-notice.tsx` shows why. */
import { data } from "react-router";
import { type ActionArgs, unlessUnanswered } from "./unanswered.ts";

/** Why the page was kept, in words. */
export interface Kept {
  readonly words: string;
  /** The session is over: the person has to sign in first, in another tab. */
  readonly isSignedOut?: boolean;
}

/** The default message. */
export const brokeOff = "The connection was lost, so we don't know whether it was saved. Please try again.";

const signedOut: Kept = {
  words: "You were signed out. Use another tab to sign in, then try again.",
  isSignedOut: true,
};

/** Whether a guard answered the action with a redirect to the sign-in screen. */
const leadsToSignIn = (error: unknown): boolean =>
  error instanceof Response && /^\/auth(?:\?|$)/.test(error.headers.get("location") ?? "");

type Listener = () => void;
const listeners = new Set<Listener>();
let kept: Kept | null = null;

/** Shows a message above the page, which stays as it is. */
export function keep(next: Kept | null): void {
  kept = next;
  for (const hear of listeners) hear();
}

/** Calls `hear` at every change of `keptNow`; in the browser only. Returns the function that stops it. */
export function hearKept(hear: Listener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Why the page was kept, until it is left or something is sent again; null otherwise. */
export const keptNow = (): Kept | null => kept;

/** The visitor went to another page: the message about the previous one is dropped. */
export const forgetKept = (): void => keep(null);

type WordsOf = (sent: FormData) => string | null;

/**
 * A route's `clientAction`: `export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);`
 * @param wordsOf what is said when the connection breaks off, where those words would not fit; null: the page says it
 * @returns what the route's own `action` answers; null with 503 when its answer did not come, with 401 when the session was over: the page is drawn as it stands
 */
export async function keptAction<Answer>(args: ActionArgs<Answer>, wordsOf: WordsOf = () => brokeOff) {
  keep(null);
  try {
    return await unlessUnanswered(args, (sent) => {
      const words = wordsOf(sent);
      if (words !== null) keep({ words });
      return null;
    });
  } catch (error) {
    if (!leadsToSignIn(error)) throw error;
    keep(signedOut);
    return data(null, 401);
  }
}
