/** The buttons of the phone that speaks the draft. */
import { brokeOff } from "#app/platform/kept-action.ts";

/** Whether a post of the editor is a word to the draft, and neither saves nor changes anything. */
export const isRehearsal = (posted: FormData | undefined): boolean => {
  const pressed = posted?.get("do");
  return pressed === "call" || pressed === "say";
};

/** What is said above the page when a post of the editor was not answered; null: what the draft did not hear is said on its phone. */
export const unheardWords = (posted: FormData): string | null => (isRehearsal(posted) ? null : brokeOff);
