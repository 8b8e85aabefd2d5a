/** Where a person goes on to after signing in: only ever a path of this very site (R8). */
import { spelledPath } from "#app/platform/page-address.ts";

export const startPage = "/dashboard";

/** No second slash, no backslash, no escaped one, nothing that a browser would drop or decode once more. */
const ownPath = /^\/(?![/\\]|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;
const longest = 2000;

/** What answers, and is no page to stand on: signing in and out, programs' addresses, what pages ask for and post to. */
const noPage = new RegExp(
  `^/(?:(?:${[
    "auth",
    "login",
    "sign-out",
    "functions",
    "passkeys",
    "organizations/(?:switch|restore)",
    "security/export",
    "search",
    "live",
    "webhooks",
    "relay",
    "api/v1",
    "mcp",
    "health",
    "assets",
  ].join("|")})?(?:/|$)|.*\\.data$)`,
);

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
  return isOwn && !noPage.test(spelledPath(url.pathname)) ? path : startPage;
}

/** What of the sign-in screen's address is kept from step to step: where to go on to, which host the person came from, what for, and what is to be joined. */
const keptAlong = ["returnPath", "ref", "state", "invitation", "intent", "join"];

/** A page of signing in that knows what the one before knew. */
export function alongPath(page: string, searchParams: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of keptAlong) {
    const value = searchParams.get(name);
    if (value === null || value.length > longest) continue;
    if (name !== "returnPath" || returnPathOf(value) === value) kept.set(name, value);
  }
  return kept.size === 0 ? page : `${page}?${kept}`;
}

/** Where somebody goes on to who is signed in now: to what they came for, by way of the sign-in screen when they came from another host or for an invitation. */
export const wayOn = (searchParams: URLSearchParams): string =>
  searchParams.get("ref")?.includes(".") || searchParams.has("invitation")
    ? alongPath("/auth", searchParams)
    : returnPathOf(searchParams.get("returnPath"));

/** The sign-in screen that leads on to an address of this site afterwards (docs/product.md, "Routes"). */
export function signInPath({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const returnPath = returnPathOf(`${pathname}${search}`);
  return returnPath === startPage ? "/auth" : `/auth?${new URLSearchParams({ returnPath })}`;
}

/** The same way on, by an address that says what was done: the page there says it in words (`shell/arrival-words.tsx`). */
export function afterDoing(done: string, searchParams: URLSearchParams): URLSearchParams {
  const to = new URL(returnPathOf(searchParams.get("returnPath")), "https://own.invalid");
  to.searchParams.set("done", done);
  const after = new URLSearchParams(searchParams);
  after.set("returnPath", `${to.pathname}${to.search}`);
  return after;
}
