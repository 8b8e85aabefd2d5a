/** The buttons of the phone that speaks the draft. */
import { brokeOff } from "#app/platform/kept-action.ts";

/** Whether a post of the editor only talks to the draft, and neither saves nor changes anything. */
export const isRehearsal = (posted: FormData | undefined): boolean => {
  const pressed = posted?.get("do");
  return pressed === "call" || pressed === "say";
};

/** The message above the page when a post of the editor got no answer; null for the phone, which shows its own. */
export const unheardWords = (posted: FormData): string | null => (isRehearsal(posted) ? null : brokeOff);
