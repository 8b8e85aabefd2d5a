/** How long the texts of an incident may be. */
export const longestTitle = 120;
export const longestUpdate = 2000;
