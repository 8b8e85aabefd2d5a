/** What a page tells its service worker. */

const words = ["keep-files", "take-over"] as const;

/**
 * `keep-files`: fetch every file of the build, so that this tab finds its code after a deployment, too.
 * `take-over`: stop waiting until the tabs of the older build are closed.
 */
export type FromPage = (typeof words)[number];

export const isFromPage = (said: unknown): said is FromPage => words.some((word) => word === said);
