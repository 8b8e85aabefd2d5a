/** The buttons of the phone that speaks the draft. */

/** Whether a post of the editor is a word to the draft, and neither saves nor changes anything. */
export const isRehearsal = (posted: FormData | undefined): boolean => {
  const pressed = posted?.get("do");
  return pressed === "call" || pressed === "say";
};
