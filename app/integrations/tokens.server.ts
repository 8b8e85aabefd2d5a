/** Tokens of connections: exchanged for a code, sealed, renewed by one request at a time, and given to what asks a provider. */
import { z } from "zod";
import { type Keyring, open, seal } from "#app/platform/crypto.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { adapters } from "./adapters.server.ts";
import { type Credential, type Provider, type Tokens, tokens } from "./integrations.schema.ts";
import { type Answer, ask, type OAuthTerms, type Refusal, refusal } from "./provider.server.ts";

/** Whose tokens they are: what is sealed opens for its own organization and provider alone (R44). */
const sealedFor = (organizationId: string, provider: Provider): string =>
  `integration:${organizationId}:${provider}:tokens`;

export const sealTokens = (
  [current]: Keyring,
  organizationId: string,
  provider: Provider,
  made: Tokens,
): Promise<string> => seal(current, sealedFor(organizationId, provider), JSON.stringify(made));

export const openTokens = async (
  keys: Keyring,
  organizationId: string,
  { provider, sealed }: Pick<Credential, "provider" | "sealed">,
): Promise<Tokens> => tokens.parse(JSON.parse(await open(keys, sealedFor(organizationId, provider), sealed)));

const granted = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  /** Seconds. */
  expires_in: z.number().optional(),
  scope: z.string().default(""),
});
export type Granted = z.output<typeof granted>;
/** Why it refuses: as RFC 6749 says it, Slack with status 200, and HubSpot's code in `status`. */
const refused = z.union([
  z.object({ error: z.string(), error_description: z.string().optional() }),
  z
    .object({ status: z.string(), message: z.string() })
    .transform(({ status, message }) => ({ error: status, error_description: message })),
]);
/** Codes that refuse the platform, and not what it was given by one customer. */
const ofClient = /^(?:invalid|unauthorized|bad)_client/i;

/** Asks a token endpoint, as RFC 6749 describes it. */
export async function askForTokens(
  terms: OAuthTerms,
  environment: object,
  form: Record<string, string>,
): Promise<Answer<Granted>> {
  const client = terms.client(environment);
  if (client === null) return refusal("ours", "The platform has no client at this provider.");
  const { id, secret } = client;
  const isInHeader = terms.secretIn === "header";
  const answer = await ask(
    {
      url: terms.token,
      method: "POST",
      headers: isInHeader ? { authorization: `Basic ${btoa(`${id}:${secret}`)}` } : {},
      form: isInHeader ? form : { ...form, client_id: id, client_secret: secret },
      accepts: [400, 401],
    },
    z.union([granted, refused]),
  );
  if (!answer.ok) return answer;
  const given = granted.safeParse(answer.value);
  if (given.success) return { ok: true, value: given.data };
  const { error, error_description } = refused.parse(answer.value);
  if (!ofClient.test(error)) return refusal("refused", error_description ?? error);
  log("error", "integration_client_refused", { host: new URL(terms.token).hostname, message: error });
  return refusal("ours", "The provider refuses the platform.");
}

export const expiryOf = ({ expires_in }: Granted, now: number): number | null =>
  expires_in === undefined ? null : now + expires_in * second_ms;

/** Before a token ends it is renewed, so that it does not end on its way. */
const early_ms = minute_ms;
/** How long a request waits for another one that asks for a new token, and how often it looks. */
const waits_ms = 12 * second_ms;
const looksEvery_ms = 150;

/** A connection that can be spoken for. */
export type Connection = { credential: Credential; access: string };

const expired = refusal("expired", "The connection has expired.");

type Behind = { env: Env; organizationId: string; store: Store };

const behind = (env: Env, organizationId: string): Behind => ({
  env,
  organizationId,
  store: storeOf(organizationObject({ id: organizationId, region: null }, env)),
});

/** Asks the provider for a new token, in the place of the one that `credential` has. */
async function renewed(of: Behind, credential: Credential): Promise<Answer<Connection>> {
  const { env, organizationId, store } = of;
  const { provider, version } = credential;
  const keys = keyringOf(settings(env));
  const { refresh } = await openTokens(keys, organizationId, credential);
  const now = Date.now();
  if (refresh === null) {
    await store.integrations.expire(provider, { version, error: "The token was refused.", now });
    return expired;
  }
  const answer = await askForTokens(adapters[provider].oauth, env, {
    grant_type: "refresh_token",
    refresh_token: refresh,
  });
  if (!answer.ok) {
    const isLost = answer.reason === "refused";
    if (isLost) await store.integrations.expire(provider, { version, error: answer.said, now });
    else await store.integrations.endRenewal(provider);
    return isLost ? { ...answer, reason: "expired" } : answer;
  }
  const made = { access: answer.value.access_token, refresh: answer.value.refresh_token ?? refresh };
  const kept = {
    sealed: await sealTokens(keys, organizationId, provider, made),
    expires_at: expiryOf(answer.value, now),
    version,
  };
  await store.integrations.keepToken(provider, kept);
  return {
    ok: true,
    value: { credential: { ...credential, ...kept, version: version + 1 }, access: made.access },
  };
}

/** A token that is no longer the one of `credential`: asked for here, or by the request that came first. */
async function anotherToken(of: Behind, credential: Credential): Promise<Answer<Connection>> {
  const { provider, version } = credential;
  const until = Date.now() + waits_ms;
  while (Date.now() < until) {
    const turn = await of.store.integrations.beginRenewal(provider, version, Date.now());
    if (turn.is === "lease") return renewed(of, credential);
    if (turn.is === "fresh") {
      const now = await of.store.integrations.credential(provider);
      return now === null || now.status === "expired" ? expired : opened(of, now);
    }
    await new Promise((resolve) => setTimeout(resolve, looksEvery_ms));
  }
  return refusal("unreachable", "Another request is asking for a new token.");
}

async function opened({ env, organizationId }: Behind, credential: Credential): Promise<Answer<Connection>> {
  const { access } = await openTokens(keyringOf(settings(env)), organizationId, credential);
  return { ok: true, value: { credential, access } };
}

/**
 * Has something done at a provider with a token that it takes; a token that is refused is renewed once.
 * @returns null when the provider is not connected
 */
export async function withConnection<Value>(
  env: Env,
  organizationId: string,
  provider: Provider,
  perform: (connection: Connection) => Promise<Answer<Value>>,
): Promise<Answer<Value> | null> {
  const of = behind(env, organizationId);
  const credential = await of.store.integrations.credential(provider);
  if (credential === null) return null;
  if (credential.status === "expired") return expired;
  const isEnding = credential.expires_at !== null && credential.expires_at <= Date.now() + early_ms;
  const connection = isEnding ? await anotherToken(of, credential) : await opened(of, credential);
  if (!connection.ok) return noted(of, provider, connection);
  let answer = await perform(connection.value);
  if (!answer.ok && answer.reason === "expired") {
    const again = await anotherToken(of, connection.value.credential);
    answer = again.ok ? await perform(again.value) : again;
    // Even a new token is refused: what was granted is not what is needed.
    if (again.ok && !answer.ok && answer.reason === "expired")
      await of.store.integrations.expire(provider, {
        version: again.value.credential.version,
        error: answer.said,
        now: Date.now(),
      });
  }
  return noted(of, provider, answer);
}

/** Keeps how it went, for the connection's page. */
async function noted<Value>(
  { store }: Behind,
  provider: Provider,
  answer: Answer<Value>,
): Promise<Answer<Value>> {
  if (answer.ok) await store.integrations.noteSuccess(provider, Date.now());
  else if (!isOfToken(answer)) await store.integrations.noteError(provider, answer.said, Date.now());
  return answer;
}

/** Then the connection is expired already, which says more. */
const isOfToken = ({ reason }: Refusal): boolean => reason === "expired";
