/** Connecting a provider by OAuth: the way there, the way back by the main host, and what comes of it. */
import { redirect } from "react-router";
import { z } from "zod";
import { mainOrigin } from "#app/branding/hosts.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { isMac, mac, randomToken, sameSecret } from "#app/platform/crypto.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { hostOrigin, keyringOf, publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { adapters } from "./adapters.server.ts";
import { connectProvider } from "./integration-verbs.server.ts";
import { type Provider, provider as providerShape } from "./integrations.schema.ts";
import { isPassing } from "./provider.server.ts";
import { askForTokens, expiryOf } from "./tokens.server.ts";

const lifetime_ms = 10 * minute_ms;
const cookieOf = "integration";
const purpose = "integration-return";
/** The one address that is registered at every provider. */
const callback = "/connect/callback";

const kept = z.object({
  token: z.string(),
  verifier: z.string(),
  provider: providerShape,
  organization_id: z.string(),
  expires_at: z.number(),
});

const knownIn = (context: Context) => settings(context.get(cloudflare).env);

/** The providers' origins, which the form that sets out leads to. */
export const wayOut = (provider: Provider): string => new URL(adapters[provider].oauth.authorize).origin;

/** Whether the platform has a client at the provider. */
export const isOffered = (context: Context, provider: Provider): boolean =>
  adapters[provider].oauth.client(context.get(cloudflare).env) !== null;

/**
 * Sends the browser to the provider. Providers know one address of ours, on the main host: `state` says, signed, to which
 * host the answer goes on, and a cookie of that host ties it to this browser.
 */
export async function setOut(
  request: Request,
  context: Context,
  provider: Provider,
  organization_id: string,
  now: number,
): Promise<Response> {
  const known = knownIn(context);
  const keys = keyringOf(known);
  const { oauth } = adapters[provider];
  const client = oauth.client(known.environment);
  if (client === null) throw faultResponse("not_found");
  const { CodeChallengeMethod, generateCodeVerifier, OAuth2Client } = await import("arctic");
  const token = randomToken(24);
  const verifier = generateCodeVerifier();
  const host = new URL(request.url).host;
  const said = [token, provider, btoa(host).replaceAll("=", "")].join("~");
  const state = `${said}~${await mac(keys[0], purpose, said)}`;
  const asking = new OAuth2Client(client.id, client.secret, `${mainOrigin(context)}${callback}`);
  const url = oauth.usesPkce
    ? asking.createAuthorizationURLWithPKCE(oauth.authorize, state, CodeChallengeMethod.S256, verifier, [])
    : asking.createAuthorizationURL(oauth.authorize, state, []);
  url.searchParams.set("scope", oauth.scope);
  for (const [name, value] of Object.entries(oauth.more)) url.searchParams.set(name, value);
  const value: z.infer<typeof kept> = {
    token,
    verifier,
    provider,
    organization_id,
    expires_at: now + lifetime_ms,
  };
  const cookie = await signedCookie(request, keys, cookieOf, value, { maxAge: lifetime_ms / 1000 });
  return redirect(url.href, { headers: { "set-cookie": cookie, "referrer-policy": "no-referrer" } });
}

/** What `state` says; null when it is not ours. */
async function stateOf(context: Context, state: string | null) {
  const [token = "", provider, host = "", signature = ""] = (state ?? "").split("~");
  const read = providerShape.safeParse(provider);
  const said = [token, provider, host].join("~");
  if (!read.success || !(await isMac(keyringOf(knownIn(context)), signature, purpose, said))) return null;
  return { token, provider: read.data, host: atob(host) };
}

/** The provider's answer arrives on the main host, and goes on to the host where the person set out. */
export async function passOn(request: Request, context: Context): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const state = await stateOf(context, searchParams.get("state"));
  if (state === null) throw faultResponse("bad_request");
  const known = knownIn(context);
  const home =
    state.host === known.PUBLIC_HOST
      ? publicOrigin(known)
      : hostOrigin(known, state.host.replace(/:\d+$/, ""));
  const to = new URL(`/integrations/${state.provider}/return`, home);
  for (const name of ["state", "code", "error"]) {
    const value = searchParams.get(name);
    if (value !== null) to.searchParams.set(name, value.slice(0, 2000));
  }
  return redirect(to.href, { headers: { "referrer-policy": "no-referrer" } });
}

export type Returned =
  | "connected"
  /** The person said no at the provider. */
  | "denied"
  /** Another browser, organization or time than it began in, or a code that the provider does not take. */
  | "refused"
  | "unreachable";

/** Connects what came back, if it belongs to this browser, organization and attempt. */
async function returned(
  request: Request,
  context: Context,
  member: Member,
  provider: Provider,
  now: number,
): Promise<Returned> {
  const { searchParams } = new URL(request.url);
  const known = knownIn(context);
  const state = await stateOf(context, searchParams.get("state"));
  const cookie = kept.safeParse(await readSignedCookie(request, keyringOf(known), cookieOf));
  if (state === null || !cookie.success || cookie.data.expires_at <= now) return "refused";
  const { token, verifier, organization_id } = cookie.data;
  const isOurs = sameSecret(state.token, token) && cookie.data.provider === provider;
  if (!isOurs || organization_id !== member.organization.id) return "refused";
  if (searchParams.get("error") !== null) return "denied";
  const { oauth } = adapters[provider];
  const answer = await askForTokens(oauth, known.environment, {
    grant_type: "authorization_code",
    code: searchParams.get("code") ?? "",
    redirect_uri: `${mainOrigin(context)}${callback}`,
    ...(oauth.usesPkce && { code_verifier: verifier }),
  });
  if (!answer.ok) return isPassing(answer) ? "unreachable" : "refused";
  const given = answer.value;
  const outcome = await connectProvider(
    member,
    {
      provider,
      auth: "oauth",
      tokens: { access: given.access_token, refresh: given.refresh_token ?? null },
      expires_at: expiryOf(given, now),
      scopes: (given.scope || oauth.scope).slice(0, 1000),
      given,
    },
    depsOf(context),
  );
  return outcome.ok ? "connected" : outcome.reason === "unreachable" ? "unreachable" : "refused";
}

/** Answers the way back: the connection's page says what came of it. */
export async function comeBack(
  request: Request,
  context: Context,
  member: Member,
  provider: Provider,
): Promise<Response> {
  const what = await returned(request, context, member, provider, Date.now());
  return redirect(`/integrations/${provider}?done=${what}`, {
    headers: { "set-cookie": expiredCookie(request, cookieOf), "referrer-policy": "no-referrer" },
  });
}
