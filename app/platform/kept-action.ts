/** Keeps a page and what was typed in it when the answer to its form does not arrive; `app/shell/kept-notice.tsx` shows why. */
import { data } from "react-router";

/** Why the page was kept, in words. */
export interface Kept {
  readonly words: string;
  /** The session is over: the person has to sign in first, in another tab. */
  readonly isSignedOut?: boolean;
}

/** The default message. */
export const brokeOff =
  "The connection broke off, and whether it was saved is not known. Please press again.";

const signedOut: Kept = {
  words: "You were signed out. Sign in in another tab, then press Save again.",
  isSignedOut: true,
};

/** Whether a guard answered the action with a redirect to the sign-in screen. */
const leadsToSignIn = (error: unknown): boolean =>
  error instanceof Response && /^\/auth(?:\?|$)/.test(error.headers.get("location") ?? "");

type Listener = () => void;
const listeners = new Set<Listener>();
let kept: Kept | null = null;

function keep(next: Kept | null): void {
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

type ActionArgs<Answer> = {
  readonly request: Request;
  readonly serverAction: () => Promise<Answer>;
};
type WordsOf = (sent: FormData) => string | null;

/**
 * A route's `clientAction`: `export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);`
 * It runs in the browser and reads the visitor's own form; without scripts it does not run.
 * @param wordsOf the message for a lost connection, where the default does not fit; null: the page has its own
 * @returns what the route's own `action` answers; null with 503 when no answer came, with 401 when the session was
 * over: the page is drawn as it was
 * @throws whatever the action throws: the router handles refusals, redirects and failures
 */
export async function keptAction<Answer>(
  { request, serverAction }: ActionArgs<Answer>,
  wordsOf: WordsOf = () => brokeOff,
) {
  keep(null);
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (leadsToSignIn(error)) {
      keep(signedOut);
      return data(null, 401);
    }
    // Browsers report a lost answer as a TypeError.
    if (!(error instanceof TypeError)) throw error;
    const words = wordsOf(await sent.formData());
    if (words !== null) keep({ words });
    return data(null, 503);
  }
}
