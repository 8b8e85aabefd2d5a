/** Where a person goes on to after signing in: only ever a path of this very site (R8). */

export const startPage = "/dashboard";

/** No second slash, no backslash, no escaped one, nothing that a browser would drop or decode once more. */
const ownPath = /^\/(?![/\\]|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;
const longest = 2000;

/**
 * The path to go on to, checked twice: as it was asked for, and as a URL understands it ("/..//e" has become "//e" then).
 * @param asked the decoded query parameter, whatever it is; anything doubtful means the dashboard
 */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > longest || !ownPath.test(asked)) return startPage;
  const origin = "https://own.invalid";
  const url = new URL(asked, origin);
  const path = `${url.pathname}${url.search}`;
  const isOwn = url.origin === origin && ownPath.test(path);
  return isOwn && !/^\/(?:auth|login|sign-out)?(?:[/?]|$)/.test(path) ? path : startPage;
}

/** The sign-in screen that leads on to an address of this site afterwards (specification section 2). */
export function signInPath({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const returnPath = returnPathOf(`${pathname}${search}`);
  return returnPath === startPage ? "/auth" : `/auth?${new URLSearchParams({ returnPath })}`;
}
