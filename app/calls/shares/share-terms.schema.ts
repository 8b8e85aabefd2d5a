/** For how many days a link to a call can be opened. Without zod, so that pages can use it. */
export const shareDays = ["1", "7", "30"] as const;
/** Links to one call that can be opened at the same time. */
export const mostShares = 20;
