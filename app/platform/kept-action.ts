/** Keeps a page, and with it what was typed there, when what a form of it sent was not answered; `app/shell/kept-notice.tsx` says why. */
import { data } from "react-router";

/** Why the page stands as it stood, in words. */
export interface Kept {
  readonly words: string;
  /** Whoever sent it has to sign in first, in another tab. */
  readonly isSignedOut?: boolean;
}

/** What is said unless there is more to say. */
export const brokeOff =
  "The connection broke off, and whether it was saved is not known. Please press again.";

const signedOut: Kept = {
  words: "You were signed out. Sign in in another tab, then press Save again.",
  isSignedOut: true,
};

/** Whether an action was answered by a guard, with the way to the sign-in screen. */
const leadsToSignIn = (error: unknown): boolean =>
  error instanceof Response && /^\/auth(?:\?|$)/.test(error.headers.get("location") ?? "");

type Listener = () => void;
const listeners = new Set<Listener>();
let kept: Kept | null = null;

function keep(next: Kept | null): void {
  kept = next;
  for (const hear of listeners) hear();
}

/** Hears of every change of `keptNow`; in the browser only. Returns how to stop. */
export function hearKept(hear: Listener): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Why the page was kept, until it is left or something is sent again; null otherwise. */
export const keptNow = (): Kept | null => kept;

/** The page is another: what was said of the one before is over. */
export const forgetKept = (): void => keep(null);

type ActionArgs<Answer> = {
  readonly request: Request;
  readonly serverAction: () => Promise<Answer>;
};
type WordsOf = (sent: FormData) => string | null;

/**
 * Runs a route's action from the browser, for a `clientAction`. An answer that never came leaves the page as it stands.
 * The form that is read is the visitor's own; without scripts nothing of it happens.
 * @param instead what the page is given in place of an answer, with status 503; undefined: the error is the router's
 * @throws whatever the action throws: refusals, redirects and breakdowns are the router's
 */
export async function unlessUnanswered<Answer, Instead>(
  { request, serverAction }: ActionArgs<Answer>,
  instead: (sent: FormData) => Instead | undefined,
) {
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    // How browsers report that an answer did not come.
    if (!(error instanceof TypeError)) throw error;
    const given = instead(await sent.formData());
    if (given === undefined) throw error;
    return data(given, 503);
  }
}

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
