/** The one spelling of a page's address, so that whoever compares a path sees every way to write it. */

/** Nothing here needs escaping (RFC 3986, section 2.3), so an escape of it is only another way to write it. */
const unreserved = /[\w.~-]/;

/** Built files keep the capitals of their names. */
const files = "/assets/";

/**
 * How a page's path is written: in small letters, nothing escaped that need not be, no slash at its end, one at its beginning. React Router
 * takes other spellings for the same page; rules that look at a path would not.
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
