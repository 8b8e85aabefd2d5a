/** The message when a form of the sign-in screen did not reach the server: what was typed stays and can be sent again (docs/product.md, "Error texts"). */
import { failedToJoin } from "#app/organizations/invitation-words.ts";

const brokeOff = "The connection broke off. Please try again.";
const signIn = `Sign in failed: ${brokeOff}`;
const signUp = `Sign up failed: ${brokeOff}`;
const notResent = "Failed to resend code: Please try again in a moment.";
const challenge = `MFA Challenge Failed: ${brokeOff}`;

const words = {
  "sign-in": signIn,
  "invited-sign-in": signIn,
  "sign-up": signUp,
  "invited-sign-up": signUp,
  verify: `Verification failed: ${brokeOff}`,
  resend: notResent,
  deliver: notResent,
  factor: challenge,
  "recovery-code": challenge,
  accept: failedToJoin,
  forgot: brokeOff,
  reset: brokeOff,
} as const;
type Sent = keyof typeof words;

const isSent = (intent: unknown): intent is Sent => typeof intent === "string" && intent in words;

/**
 * The form that could not be sent and its message; null when it is another form, or `error` is another error. It runs
 * in the browser and reads the visitor's own form.
 * @param sent an unread copy of the request with the form
 * @param error what sending it threw: browsers report a broken connection as a TypeError
 */
export async function brokenOff(sent: Pick<Body, "formData">, error: unknown) {
  if (!(error instanceof TypeError)) return null;
  const intent = (await sent.formData()).get("intent");
  if (!isSent(intent)) return null;
  return { intent: intent === "deliver" ? ("resend" as const) : intent, words: words[intent] };
}
