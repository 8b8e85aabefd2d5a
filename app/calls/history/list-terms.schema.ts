/** How each member sees the list of calls: its columns and saved views. Without zod, so that the page can use it. */

/** The columns that can be left out; who called and when always stand. */
export const listColumns = ["outcome", "agent", "duration", "cost", "tags"] as const;
export type ListColumn = (typeof listColumns)[number];
export const usualColumns: readonly ListColumn[] = ["outcome", "agent", "duration", "tags"];

export const longestViewName = 60;
/** Views of one member. */
export const mostViews = 30;
