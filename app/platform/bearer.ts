/** The token with which a program speaks for somebody, in place of a browser's cookies. */

/** What `Authorization: Bearer` holds; only functions take it (docs/product.md, "Functions"), everywhere else it is nothing. */
export function bearerOf(request: Request): string | null {
  if (!new URL(request.url).pathname.startsWith("/functions/")) return null;
  return /^Bearer +([\w.~+/=-]{1,1000})$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}
