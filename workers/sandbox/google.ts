/** Plays oauth2.googleapis.com: exchanges a code for tokens, and refuses as Google does. */

import { z } from "zod";
import { day_s } from "#app/platform/durations.ts";
import type { Grant } from "./google-accounts.ts";
import { localSettings } from "./local-bindings.ts";

/** People's accounts, and those who gave access to their calendars and files. */
type Accounts = {
  takeGoogleCode(code: string): Promise<Grant | null>;
  readonly apps: {
    issue(given: { app: "google"; account: string; scope: string }, now: number): Promise<Issued>;
    renew(refresh: string, now: number): Promise<string | null>;
    revoke(token: string): Promise<boolean>;
  };
};
type Issued = { access: string; refresh: string | null };

const identityScopes = ["openid", "email", "profile"];

/** Possible flaws of an ID token, which the product must detect. */
export const flaws = {
  none: "None",
  aud: "Wrong audience",
  iss: "Wrong issuer",
  exp: "Expired",
  iat: "Issued in the future",
  nonce: "Wrong nonce",
  missing: "ID token missing",
} as const;
export const flaw = z.enum(["none", "aud", "iss", "exp", "iat", "nonce", "missing"]);

export const googleError = (status: number, error: string, error_description: string): Response =>
  Response.json({ error, error_description }, { status });

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const encoded = (value: unknown): string => base64url(new TextEncoder().encode(JSON.stringify(value)));
const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Google's `sub`: the same digits for the same account, whatever else changes. */
const subjectOf = async (email: string): Promise<string> =>
  [...(await digest(email.toLowerCase()))]
    .slice(0, 7)
    .map((byte) => String(byte).padStart(3, "0"))
    .join("");

/** A token in Google's format. Its signature is noise: the product receives it from Google's own answer over TLS. */
async function idToken(given: Grant, now: number): Promise<string> {
  const wrong = (name: string) => given.flaw === name;
  const seconds = Math.floor(now / 1000);
  const claims = {
    iss: wrong("iss") ? "https://accounts.evil.test" : "https://accounts.google.com",
    azp: given.client_id,
    aud: wrong("aud") ? "somebody-else.apps.googleusercontent.com" : given.client_id,
    sub: await subjectOf(given.email),
    email: given.email,
    email_verified: given.email_verified,
    ...(given.nonce !== null && { nonce: wrong("nonce") ? "another" : given.nonce }),
    name: given.name,
    ...(given.hosted && { hd: given.email.slice(given.email.lastIndexOf("@") + 1).toLowerCase() }),
    iat: wrong("iat") ? seconds + day_s : seconds,
    exp: wrong("exp") ? seconds - 1 : seconds + 3600,
  };
  const head = encoded({ alg: "RS256", kid: "sandbox", typ: "JWT" });
  return `${head}.${encoded(claims)}.${base64url(crypto.getRandomValues(new Uint8Array(256)))}`;
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** What a code is exchanged for: tokens of its own where more than who it is was asked for. */
async function issued(given: Grant, accounts: Accounts, now: number) {
  const { email, scope } = given;
  if (scope.split(" ").every((one) => identityScopes.includes(one)))
    return { access_token: `ya29.${base64url(crypto.getRandomValues(new Uint8Array(32)))}` };
  const { access, refresh } = await accounts.apps.issue({ app: "google", account: email, scope }, now);
  return { access_token: access, refresh_token: refresh };
}

/** Answers a request to oauth2.googleapis.com. */
export async function google(request: Request, accounts: Accounts): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST" || !["/token", "/revoke"].includes(pathname))
    return googleError(404, "not_found", "The sandbox only simulates /token and /revoke on this host.");
  const form = await request.formData();
  if (pathname === "/revoke")
    return (await accounts.apps.revoke(text(form, "token")))
      ? Response.json({})
      : googleError(400, "invalid_token", "Token expired or revoked");
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = localSettings("");
  const basic = /^Basic\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const secret = basic ? atob(basic) : `${form.get("client_id")}:${form.get("client_secret")}`;
  if (secret !== `${GOOGLE_CLIENT_ID}:${GOOGLE_CLIENT_SECRET}`)
    return googleError(401, "invalid_client", "The OAuth client was not found.");
  const now = Date.now();
  if (form.get("grant_type") === "refresh_token") {
    const access_token = await accounts.apps.renew(text(form, "refresh_token"), now);
    return access_token === null
      ? googleError(400, "invalid_grant", "Token has been expired or revoked.")
      : Response.json({ access_token, expires_in: 3599, token_type: "Bearer" });
  }
  if (form.get("grant_type") !== "authorization_code")
    return googleError(400, "unsupported_grant_type", "Invalid grant_type.");
  const given = await accounts.takeGoogleCode(text(form, "code"));
  if (!given || given.redirect_uri !== form.get("redirect_uri"))
    return googleError(400, "invalid_grant", "Bad Request");
  if (base64url(await digest(text(form, "code_verifier"))) !== given.code_challenge)
    return googleError(400, "invalid_grant", "Invalid code verifier.");
  return Response.json({
    ...(await issued(given, accounts, now)),
    expires_in: 3599,
    scope:
      given.scope ||
      "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
    token_type: "Bearer",
    ...(given.flaw !== "missing" && { id_token: await idToken(given, now) }),
  });
}
