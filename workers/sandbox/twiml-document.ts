/** A TwiML document and where it came from: addresses inside it are relative to that. */

export type Document = { twiml: string; url: string };

/** The absolute address of a link in a document, unchanged when it is already absolute, because it is signed letter by letter. */
export const resolve = (address: string, document: Document): string =>
  /^https?:\/\//i.test(address) ? address : new URL(address, document.url).href;
