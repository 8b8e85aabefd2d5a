/** The canonical spelling of a page's address, so that code that compares paths cannot miss a variant. */

/** These characters need no escaping (RFC 3986, section 2.3), so an escaped form is only another spelling. */
const unreserved = /[\w.~-]/;

/** Built files keep the capitals of their names. */
const files = "/assets/";

/**
 * The canonical path of a page: lower case, no needless escapes, one slash at the beginning, none at the end. React
 * Router accepts other spellings for the same page; rules that compare paths would not.
 * @param pathname of a page, or of its data request
 */
export function spelledPath(pathname: string): string {
  if (pathname.startsWith(files)) return pathname;
  return pathname
    .replace(/^\/{2,}/, "/")
    .replace(/%([\da-f]{2})/gi, (escaped, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return unreserved.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/%..|[A-Z]+/g, (part) => (part.startsWith("%") ? part : part.toLowerCase()))
    .replace(/(?<=^\/|[^/])\/+(_\.data)?$/, (_, isData?: string) => (isData ? ".data" : ""));
}
