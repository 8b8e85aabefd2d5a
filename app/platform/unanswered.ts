/** A form whose answer never comes: the page stays as it is instead of an error screen. */
import { data } from "react-router";

/** What React Router gives a `clientAction`. */
export type ActionArgs<Answer> = {
  readonly request: Request;
  readonly serverAction: () => Promise<Answer>;
};
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
    // Browsers report a lost answer as a TypeError.
    if (!(error instanceof TypeError)) throw error;
    const given = instead(await sent.formData());
    if (given === undefined) throw error;
    return data(given, 503);
  }
}
