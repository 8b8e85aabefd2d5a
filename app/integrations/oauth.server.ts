/** Connecting a provider by OAuth: the way there, the way back by the main host, and what comes of it. */
import { redirect } from "react-router";
import { z } from "zod";
import { isMainHost, mainOrigin } from "#app/branding/hosts.server.ts";
import { brandOf, customHostOf } from "#app/branding/tenant.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { isMac, type Keyring, mac, randomToken, sameSecret } from "#app/platform/crypto.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { hostOrigin, keyringOf, publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { adapters } from "./adapters.server.ts";
import { connectProvider } from "./integration-verbs.server.ts";
import { providerNames } from "./integration-words.ts";
import { type Provider, provider as providerShape } from "./integrations.schema.ts";
import { isPassing } from "./provider.server.ts";
import { askForTokens, expiryOf } from "./tokens.server.ts";

const lifetime_ms = 10 * minute_ms;
const cookieOf = "integration";
const purpose = "integration-return";
/** The one address that is registered at every provider. */
const callback = "/connect/callback";
/** On the main host: asks those who set out from a tenant's host, and gives them the cookie that the callback demands. */
const departure = "/connect/out";
const outPurpose = "integration-out";

const kept = z.object({
  token: z.string(),
  verifier: z.string(),
  provider: providerShape,
  organization_id: z.string(),
  expires_at: z.number(),
});

/** The main host's own cookie: the attempt that this browser went out with. */
const wentOut = kept.pick({ token: true, expires_at: true });

const knownIn = (context: Context) => settings(context.get(cloudflare).env);

/** The origins that the form that sets out leads to. */
export const waysOut = (context: Context, provider: Provider): string[] => [
  new URL(adapters[provider].oauth.authorize).origin,
  mainOrigin(context),
];

/** Whether the platform has a client at the provider. */
export const isOffered = (context: Context, provider: Provider): boolean =>
  adapters[provider].oauth.client(context.get(cloudflare).env) !== null;

/**
 * Sends the browser to the provider. Providers know one address of ours, on the main host: `state` says, signed and for
 * ten minutes, to which host the answer goes on, and a cookie of that host ties it to this browser. A tenant may point its
 * host anywhere, so the way out leads over the main host too, which gives the browser a cookie of its own.
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
  const expires_at = now + lifetime_ms;
  const said = [token, provider, btoa(host).replaceAll("=", ""), expires_at].join("~");
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
    expires_at,
  };
  if (isMainHost(request, context)) return away(request, keys, url.href, value);
  const out = new URL(departure, mainOrigin(context));
  out.searchParams.set("ref", host);
  out.searchParams.set("to", url.href);
  out.searchParams.set("seal", await mac(keys[0], outPurpose, url.href));
  return away(request, keys, out.href, value);
}

/** Leads on to `url`, with the cookie of the attempt. */
async function away(
  request: Request,
  keys: Keyring,
  url: string,
  value: z.infer<typeof wentOut>,
): Promise<Response> {
  const cookie = await signedCookie(request, keys, cookieOf, value, { maxAge: lifetime_ms / 1000 });
  return redirect(url, { headers: { "set-cookie": cookie, "referrer-policy": "no-referrer" } });
}

/** What `state` says; null when it is not ours, or its time is over. */
async function stateOf(context: Context, state: string | null, now: number) {
  const [token = "", provider, host = "", expires_at = "", signature = ""] = (state ?? "").split("~");
  const read = providerShape.safeParse(provider);
  const said = [token, provider, host, expires_at].join("~");
  if (!read.success || !(await isMac(keyringOf(knownIn(context)), signature, purpose, said))) return null;
  if (Number(expires_at) <= now) return null;
  return { token, provider: read.data, host: atob(host), expires_at: Number(expires_at) };
}

/** The attempt that an address of the way out stands for. @throws a 400 answer when it is not ours, or its time is over */
async function attemptIn(request: Request, context: Context, now: number) {
  const { searchParams } = new URL(request.url);
  const to = searchParams.get("to") ?? "";
  const keys = keyringOf(knownIn(context));
  const isOurs = await isMac(keys, searchParams.get("seal") ?? "", outPurpose, to);
  const state = isOurs ? await stateOf(context, new URL(to).searchParams.get("state"), now) : null;
  const isRight = state !== null && isMainHost(request, context) && searchParams.get("ref") === state.host;
  if (!isRight) throw faultResponse("bad_request");
  return { to, keys, state };
}

/**
 * The way out from a tenant's host, on the main host: asks whether it is meant, because the address can be sent to
 * anyone, and their account would then be connected to the organization of its sender.
 */
export async function askOut(request: Request, context: Context, now: number) {
  const { state } = await attemptIn(request, context, now);
  context.get(requestFacts).formActions.push(...waysOut(context, state.provider));
  return { name: providerNames[state.provider], host: state.host, brand: brandOf(context) };
}

/** They mean it: keeps the attempt in a cookie here, and leads on to the provider. */
export async function passOut(request: Request, context: Context, now: number): Promise<Response> {
  const form = await readForm(request, context);
  if (form.get("intent") !== "continue") throw faultResponse("bad_request");
  const { to, keys, state } = await attemptIn(request, context, now);
  return away(request, keys, to, { token: state.token, expires_at: state.expires_at });
}

/**
 * The provider's answer arrives on the main host, and goes on to the host where the person set out, if that is a living
 * domain now. A browser that did not go out from here takes no code there: the owner of the host would read it.
 */
export async function passOn(request: Request, context: Context, now: number): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const state = await stateOf(context, searchParams.get("state"), now);
  if (state === null) throw faultResponse("bad_request");
  const known = knownIn(context);
  const isMain = state.host === known.PUBLIC_HOST;
  const host = isMain ? null : await customHostOf(context, state.host);
  if (!isMain && host === null) throw faultResponse("bad_request");
  const home = host === null ? publicOrigin(known) : hostOrigin(known, host);
  const to = new URL(`/integrations/${state.provider}/return`, home);
  const cookie = wentOut.safeParse(await readSignedCookie(request, keyringOf(known), cookieOf));
  if (cookie.success && sameSecret(cookie.data.token, state.token))
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
  const state = await stateOf(context, searchParams.get("state"), now);
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
