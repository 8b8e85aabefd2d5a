/** The token with which a program acts for a person, in place of a browser's cookies. */

/** The token in `Authorization: Bearer`. Only functions read it (docs/product.md, "Functions"); other addresses ignore it. */
export function bearerOf(request: Request): string | null {
  // Most requests are for other addresses: only one that may be a function's is parsed.
  if (!request.url.includes("/functions/") || !new URL(request.url).pathname.startsWith("/functions/"))
    return null;
  return /^Bearer +([\w.~+/=-]{1,1000})$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}
