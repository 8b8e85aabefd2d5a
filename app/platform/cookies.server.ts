/** Cookies: their names by scheme, their attributes, and the signature of those that the server must trust. */
import { isMac, type Keyring, mac } from "./crypto.server.ts";

type Attributes = { maxAge?: number; httpOnly?: boolean };

/** `__Host-` on https; the plain name on plain http, where browsers refuse the prefix. */
export const cookieName = (request: Request, name: string): string =>
  new URL(request.url).protocol === "https:" ? `__Host-${name}` : name;

/** A cookie's raw value. When a name comes twice, both are ignored. */
export function readCookie(request: Request, name: string): string | null {
  const header = request.headers.get("cookie") ?? "";
  if (header.length > 16_384) return null;
  const wanted = `${cookieName(request, name)}=`;
  const found = header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(wanted));
  const value = found.length === 1 ? found[0]?.slice(wanted.length) : undefined;
  return value && /^[\w.%~+/=-]{1,4096}$/.test(value) ? value : null;
}

/** A `Set-Cookie` value: host-only, Lax, whole site. `maxAge` in seconds; absent: until the browser closes. */
export function cookie(
  request: Request,
  name: string,
  value: string,
  { maxAge, httpOnly = true }: Attributes = {},
): string {
  const https = new URL(request.url).protocol === "https:";
  return [
    `${cookieName(request, name)}=${value}`,
    "Path=/",
    "SameSite=Lax",
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(https ? ["Secure"] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join("; ");
}

export const expiredCookie = (request: Request, name: string): string =>
  cookie(request, name, "", { maxAge: 0 });

/** A cookie whose value the server wrote: `<base64url json>.<mac>`. */
export async function signedCookie(
  request: Request,
  [secret]: Keyring,
  name: string,
  value: unknown,
  attributes: Attributes = {},
): Promise<string> {
  const body = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return cookie(request, name, `${body}.${await mac(secret, `cookie:${name}`, body)}`, attributes);
}

/** The value of a signed cookie, unparsed; null when it is absent, malformed or not signed by us. */
export async function readSignedCookie(request: Request, keys: Keyring, name: string): Promise<unknown> {
  const [body, signature] = readCookie(request, name)?.split(".") ?? [];
  if (!body || !signature || !(await isMac(keys, signature, `cookie:${name}`, body))) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
