/** The classes of a call's length and cost, as `calls` stores them. Without zod, so that the page can use them. */

export const lengthClasses = ["none", "short", "medium", "long", "longest"] as const;
export type LengthClass = (typeof lengthClasses)[number];

export const costClasses = ["none", "low", "medium", "high", "highest"] as const;
