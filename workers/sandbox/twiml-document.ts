/** A TwiML document and where it came from: addresses inside it are relative to that. */

export type Document = { twiml: string; url: string };

/** An address in a document as it is called: letter by letter when it is absolute, because that is what gets signed. */
export const resolve = (address: string, document: Document): string =>
  /^https?:\/\//i.test(address) ? address : new URL(address, document.url).href;
