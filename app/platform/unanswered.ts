/** A form whose answer is lost: the page stays as it is instead of an error screen. */
import { data } from "react-router";

/** What React Router gives a `clientAction`. */
export type ActionArgs<Answer> = {
  readonly request: Request;
  readonly serverAction: () => Promise<Answer>;
};
/**
 * Runs a route's server action from its `clientAction`. When the answer is lost, the page gets a substitute and keeps
 * what the visitor typed. Only browsers that run scripts get this.
 * @param instead makes the substitute, which has status 503, from the posted form; undefined: the router handles the error
 * @throws what the action throws: the router handles refusals, redirects and failures
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
