/** How much members may add to a call; without zod, so that pages can use it. */
export const longestNote = 2000;
export const longestTag = 40;
export const mostNotes = 100;
export const mostTags = 20;
