/** How much members may add to a call; without zod, so that pages can use it. */
export const longestNote = 2000;
export const longestTag = 40;
export const mostNotes = 100;
export const mostTags = 20;

/** A form about remarks that was refused: which, what was typed, and why. */
export type RemarkRefusal = {
  readonly kind: string;
  readonly id: string;
  readonly typed: string;
  readonly why: string;
};

/** Whether a form is about what the other party agreed to. */
export const isAboutConsent = (kind: string): boolean => /^(?:agreed|ended)_/.test(kind);
