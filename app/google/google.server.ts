/** The OpenID Connect flow with Google: the request, and the validation of the answer (R20). */
import { z } from "zod";
import { isMainHost, mainOrigin } from "#app/branding/hosts.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { randomToken, sameSecret } from "#app/platform/crypto.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { outbound } from "#app/platform/outbound.server.ts";

/** R20: state, verifier and nonce are valid once, for ten minutes. A Google account waits as long to be joined. */
export const flowLifetime_ms = 10 * minute_ms;
const stateCookie = "google";
/** After this the person is told to try again. */
const patience_ms = 5 * second_ms;
const tokenEndpoint = "https://oauth2.googleapis.com/token";
/** How far Google's clock may be ahead of ours. */
const skew_s = 60;

/** The person's errand, kept during the visit to Google. */
const errand = z.object({
  returnPath: z.string().nullable(),
  /** The custom domain to cross over to, and the state that ties the crossing to its browser (R10). */
  ref: z.string().nullable(),
  state: z.string().nullable(),
  /** An invitation's token. */
  token: z.string().nullable(),
  /** An invitation that this browser already keeps, by its id. */
  invitation: z.string().nullable().default(null),
  /** A trial intent. */
  intent: z.string().nullable().default(null),
});
export type Errand = z.infer<typeof errand>;

/** The errand of a person without one. */
export const noErrand: Errand = {
  returnPath: null,
  ref: null,
  state: null,
  token: null,
  invitation: null,
  intent: null,
};

/** The session that set out, when Google's answer counts for it alone: to join its account, or to confirm identity. */
const bound = z.object({ session_id: z.string(), does: z.enum(["connect", "confirm"]) });
export type Bound = z.infer<typeof bound>;

const kept = z.object({
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  expires_at: z.number(),
  errand,
  bound: bound.nullable().default(null),
});

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

async function client(context: Context) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings(context.get(cloudflare).env);
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
  const { decodeIdToken, generateCodeVerifier, Google } = await import("arctic");
  const redirectUri = `${mainOrigin(context)}/auth/callback`;
  return {
    id: GOOGLE_CLIENT_ID,
    secret: GOOGLE_CLIENT_SECRET,
    redirectUri,
    google: new Google(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, redirectUri),
    decodeIdToken,
    generateCodeVerifier,
  };
}

/** Whether "Continue with Google" is offered: only when its client is configured. */
export function isGoogleOffered(context: Context): boolean {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = settings(context.get(cloudflare).env);
  return GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined;
}

/**
 * Where the browser goes to sign in with Google, and the cookie that its return is checked against. Only on the main
 * host, because only that host's callback is registered.
 * @param of the session that Google's answer is for; null: it signs in
 * @returns null when Google is not configured
 */
export async function toGoogle(
  request: Request,
  context: Context,
  wanted: Errand,
  now: number,
  of: Bound | null = null,
): Promise<{ url: string; cookie: string } | null> {
  const configured = await client(context);
  if (!configured) return null;
  const state = randomToken(32);
  const nonce = randomToken(32);
  const verifier = configured.generateCodeVerifier();
  const url = configured.google.createAuthorizationURL(state, verifier, ["openid", "email", "profile"]);
  url.searchParams.set("nonce", nonce);
  // People who share a browser choose their account, and no session begins without a press (ASVS 7.6.2).
  url.searchParams.set("prompt", "select_account");
  const value = { state, verifier, nonce, expires_at: now + flowLifetime_ms, errand: wanted, bound: of };
  return {
    url: url.href,
    cookie: await signedCookie(request, keysOf(context), stateCookie, value, {
      maxAge: flowLifetime_ms / 1000,
    }),
  };
}

/** Deletes the cookie, so that an answer is not accepted twice. */
export const forgettingGoogle = (request: Request): string => expiredCookie(request, stateCookie);

export type GoogleIdentity = {
  subject: string;
  email: string;
  name: string | null;
  /** Google hosts the mailbox, so its word for the address is current; an address elsewhere it verified once, perhaps years ago. */
  isAuthoritative: boolean;
};
/** `denied`: the person changed their mind. `unverified`: Google does not vouch for the address. `unreachable`: Google did not answer. */
export type GoogleAnswer =
  | { ok: true; identity: GoogleIdentity; errand: Errand; bound: Bound | null }
  | {
      ok: false;
      reason: "denied" | "refused" | "unverified" | "unreachable";
      errand: Errand | null;
      bound: Bound | null;
    };

/**
 * Google's ID token. It comes straight from Google's token endpoint, over TLS and in answer to our own request with
 * our client's secret, which OpenID Connect Core 3.1.3.7 (6) accepts as proof of its issuer. So no keys are fetched,
 * and none can be outdated. Tokens from any other source are never accepted.
 */
const ownName = oneLine(80);
const claims = z.object({
  iss: z.enum(["https://accounts.google.com", "accounts.google.com"]),
  aud: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string(),
  email: z.email().max(254),
  email_verified: z.boolean(),
  name: z.string().optional(),
  /** The Workspace domain of the account; absent for other accounts. */
  hd: z.string().optional(),
});

const gmail = ["gmail.com", "googlemail.com"];

/** Gmail addresses, and those of the Workspace domain that the token names (Google Identity, "Verify the Google ID token"). */
function hostsMailbox(email: string, hd: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return gmail.includes(domain) || hd?.toLowerCase() === domain;
}

type Client = NonNullable<Awaited<ReturnType<typeof client>>>;

const tokens = z.object({ id_token: z.string().default("") });

/**
 * Google's ID token for a code; `refused` when Google says no, `unreachable` when its answer is missing or
 * unreadable. The request is ours and not arctic's, so that it uses our one outgoing path (RFC 6749 section 4.1.3,
 * RFC 7636 section 4.5).
 */
async function exchanged(
  { id, secret, redirectUri }: Client,
  code: string,
  verifier: string,
): Promise<{ id_token: string } | "refused" | "unreachable"> {
  const headers = { accept: "application/json", authorization: `Basic ${btoa(`${id}:${secret}`)}` };
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  try {
    const answer = await outbound(tokenEndpoint, { method: "POST", headers, body }, patience_ms);
    const said: unknown = await answer.json();
    if (answer.ok) return tokens.parse(said);
    log("warn", "google_exchange_failed", { status: answer.status });
    return answer.status === 400 || answer.status === 401 ? "refused" : "unreachable";
  } catch (error) {
    log("warn", "google_exchange_failed", { message: innermostMessage(error) });
    return "unreachable";
  }
}

/**
 * Reads Google's answer at /auth/callback: it must belong to a flow that began in this browser less than ten minutes
 * ago, and its claims must be for us, for this request, current, and about a verified address.
 * @param now ms UTC
 */
export async function fromGoogle(request: Request, context: Context, now: number): Promise<GoogleAnswer> {
  const { searchParams } = new URL(request.url);
  const known = kept.safeParse(await readSignedCookie(request, keysOf(context), stateCookie));
  const configured = await client(context);
  const refused = (
    reason: "denied" | "refused" | "unverified" | "unreachable",
    of: Errand | null = known.success ? known.data.errand : null,
  ): GoogleAnswer => ({ ok: false, reason, errand: of, bound: known.success ? known.data.bound : null });

  if (!isMainHost(request, context) || !configured) return refused("refused", null);
  if (!known.success || known.data.expires_at <= now) return refused("refused");
  if (!sameSecret(searchParams.get("state") ?? "", known.data.state)) return refused("refused");
  if (searchParams.get("error") === "access_denied") return refused("denied");
  const code = searchParams.get("code");
  if (!code || searchParams.has("error")) return refused("refused");

  const given = await exchanged(configured, code, known.data.verifier);
  if (typeof given === "string") return refused(given);
  const said = claims.safeParse(claimsIn(given.id_token, configured.decodeIdToken));
  if (!said.success) return refused("refused");
  const { aud, exp, iat, nonce, sub, email, email_verified, name, hd } = said.data;
  const seconds = now / 1000;
  const isOurs = aud === configured.id && sameSecret(nonce, known.data.nonce);
  if (!isOurs || exp <= seconds || iat > seconds + skew_s) return refused("refused");
  if (!email_verified) return refused("unverified");
  return {
    ok: true,
    identity: {
      subject: sub,
      email,
      name: googleName(name),
      isAuthoritative: hostsMailbox(email, hd),
    },
    errand: known.data.errand,
    bound: known.data.bound,
  };
}

/** Google's name in the form that ours have; null for a name that our forms would refuse. */
const googleName = (name: string | undefined): string | null => ownName.safeParse(name).data || null;

/** The claims of an ID token; null when it is missing or unreadable. */
function claimsIn(idToken: string, decode: (token: string) => object): object | null {
  try {
    return decode(idToken);
  } catch {
    return null;
  }
}
