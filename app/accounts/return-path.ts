/** Where a person goes after signing in: always a path of this site (R8). */
import { spelledPath } from "#app/platform/page-address.ts";

export const startPage = "/dashboard";

/** Refuses a second slash, a backslash, their escaped forms, and characters that a browser would drop or decode again. */
const ownPath = /^\/(?![/\\]|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;
const longest = 2000;

/** Addresses that are not pages: signing in and out, functions, and what pages fetch and post to. */
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
 * The path to go to, checked twice: as text, and as a URL parses it ("/..//e" becomes "//e").
 * @param asked the decoded query parameter; anything doubtful leads to the dashboard
 */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > longest || !ownPath.test(asked)) return startPage;
  const origin = "https://own.invalid";
  const url = new URL(asked, origin);
  const path = `${url.pathname}${url.search}`;
  const isOwn = url.origin === origin && ownPath.test(path);
  return isOwn && !noPage.test(spelledPath(url.pathname)) ? path : startPage;
}

/** The query parameters that the steps of signing in pass on: return path, host, state and invitation. */
const keptAlong = ["returnPath", "ref", "state", "invitation", "intent", "join"];

/** A page of the sign-in with the parameters of the previous one. */
export function alongPath(page: string, searchParams: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of keptAlong) {
    const value = searchParams.get(name);
    if (value === null || value.length > longest) continue;
    if (name !== "returnPath" || returnPathOf(value) === value) kept.set(name, value);
  }
  return kept.size === 0 ? page : `${page}?${kept}`;
}

/** Where a person who is now signed in goes: to the return path, by way of the sign-in screen when they came from another host or for an invitation. */
export const wayOn = (searchParams: URLSearchParams): string =>
  searchParams.get("ref")?.includes(".") || searchParams.has("invitation")
    ? alongPath("/auth", searchParams)
    : returnPathOf(searchParams.get("returnPath"));

/** The sign-in screen that leads back to an address of this site (docs/product.md, "Routes"). */
export function signInPath({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const returnPath = returnPathOf(`${pathname}${search}`);
  return returnPath === startPage ? "/auth" : `/auth?${new URLSearchParams({ returnPath })}`;
}

/** The same, with a `done` parameter that the page turns into a message (`shell/arrival-words.tsx`). */
export function afterDoing(done: string, searchParams: URLSearchParams): URLSearchParams {
  const to = new URL(returnPathOf(searchParams.get("returnPath")), "https://own.invalid");
  to.searchParams.set("done", done);
  const after = new URLSearchParams(searchParams);
  after.set("returnPath", `${to.pathname}${to.search}`);
  return after;
}
