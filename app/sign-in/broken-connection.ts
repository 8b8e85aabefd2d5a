/** The message when a form of the sign-in screen did not reach the server: what was typed stays and can be sent again (docs/product.md, "Error texts"). */
import { failedToJoin } from "#app/organizations/invitation-words.ts";

const brokeOff = "The connection was lost. Please try again.";
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

/** The form whose answer never came and what to say in it; null when it is none of these. */
export function brokenOff(sent: FormData) {
  const intent = sent.get("intent");
  if (!isSent(intent)) return null;
  return { intent: intent === "deliver" ? ("resend" as const) : intent, words: words[intent] };
}
