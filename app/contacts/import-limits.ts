/** How large a file of contacts may be, and how it travels. The page of the upload needs nothing else of imports. */

/** A file travels in parts of this size: so much is held at once, and a connection that breaks costs one part. */
export const partBytes = 4 * 1024 * 1024;
/** The largest file. Larger ones are refused before anything is sent. */
export const mostImportBytes = 200 * 1024 * 1024;
