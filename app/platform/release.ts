/** The version of our code: the same in the Worker and in the pages that it serves, so that errors say which one failed. */

/** A hash of the sources that were built, or what the operator named it (docs/operating.md, `RELEASE`). */
export const release: string = import.meta.env.VITE_RELEASE || "unbuilt";
