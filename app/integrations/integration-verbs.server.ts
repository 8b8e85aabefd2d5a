/** What members do to connections: connect, test, choose what they are told, disconnect. */
import { z } from "zod";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { adapters } from "./adapters.server.ts";
import {
  type IntegrationSettings,
  integrationSettings,
  type Provider,
  provider,
  type ToldFact,
  tokens,
} from "./integrations.schema.ts";
import { isPassing, type Refusal } from "./provider.server.ts";
import { openTokens, sealTokens, withConnection } from "./tokens.server.ts";
import { usualFields } from "./told-fields.ts";

const asked = { permission: "organization.write", section: "integrations" } as const;
type Needs = Pick<Deps, "db" | "env">;

/** Every test asks a provider. */
const testLimit = (organizationId: string): Limit => ({
  key: `integration_test:${organizationId}`,
  most: 60,
  within_ms: hour_ms,
});

/** What a new connection is told of, until someone chooses. */
const usualEvents: Readonly<Record<Provider, readonly ToldFact[]>> = {
  google_calendar: [],
  slack: ["booking.made", "message.left"],
  hubspot: ["lead.saved", "booking.made"],
  google_sheets: ["call.finished"],
};

const connection = z.object({
  provider,
  auth: z.enum(["oauth", "key"]),
  tokens,
  expires_at: z.int().nullable(),
  scopes: z.string().max(1000),
  /** What came with the token. */
  given: z.unknown(),
});

type Connected = { ok: true } | { ok: false; reason: "refused" | "unreachable"; said: string };

const failed = (refusal: Refusal): Connected => ({
  ok: false,
  reason: isPassing(refusal) ? "unreachable" : "refused",
  said: refusal.said,
});

/** Keeps a connection once the provider has said whose it is. */
export const connectProvider = verb(
  { verb: "integrations.connect", ...asked, isPersonal: true, input: connection },
  async (actor, made, { env }: Needs): Promise<Connected> => {
    const { store, organization } = actor;
    const adapter = adapters[made.provider];
    const { access } = made.tokens;
    const account = await adapter.account(access, made.given);
    if (!account.ok) return failed(account);
    const before = await store.integrations.find(made.provider);
    const isKnown = before?.account_id === account.value.id;
    const first = isKnown
      ? ({ ok: true, value: null } as const)
      : await adapter.firstTarget(access, { organization: organization.name });
    if (!first.ok) return failed(first);
    const now = Date.now();
    await store.integrations.connect(
      {
        provider: made.provider,
        auth: made.auth,
        account_id: account.value.id,
        account_label: account.value.label.slice(0, 200),
        scopes: made.scopes,
        expires_at: made.expires_at,
        owner_id: personOf(actor).id,
        sealed: await sealTokens(keyringOf(settings(env)), organization.id, made.provider, made.tokens),
        settings: integrationSettings.parse({
          target: first.value,
          events: usualEvents[made.provider],
          fields: made.provider === "hubspot" ? usualFields : {},
        }),
      },
      now,
    );
    await actor.record("integration.connected", made.provider, { provider: made.provider });
    return { ok: true };
  },
);

export const providerChoice = z.object({ provider });

type Tested =
  | { ok: true }
  | { ok: false; reason: "too_often"; retryAfter: number }
  | { ok: false; reason: "missing" }
  | { ok: false; reason: Exclude<Refusal["reason"], "missing"> | "gone"; said: string };

/** Asks the provider whether it takes the token, and whether what was chosen is there. */
export const testProvider = verb(
  { verb: "integrations.test", ...asked, input: providerChoice },
  async (actor, input, { db, env }: Needs): Promise<Tested> => {
    const { id } = actor.organization;
    const spent = await spend(db, [testLimit(id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const adapter = adapters[input.provider];
    const answer = await withConnection(env, id, input.provider, ({ access, credential }) =>
      adapter.test(access, credential.settings),
    );
    if (answer === null) return { ok: false, reason: "missing" };
    if (answer.ok) return { ok: true };
    return { ok: false, reason: answer.reason === "missing" ? "gone" : answer.reason, said: answer.said };
  },
);

export const settingsChange = z.object({ provider, settings: integrationSettings });

/** Keeps what was chosen for a connection. */
export const saveProvider = verb(
  { verb: "integrations.save", ...asked, input: settingsChange },
  async (actor, { provider: of, settings: chosen }, _deps: Needs): Promise<{ ok: boolean }> => {
    const isKept = await actor.store.integrations.saveSettings(of, chosen, Date.now());
    if (isKept) await actor.record("integration.changed", of, { provider: of });
    return { ok: isKept };
  },
);

type Disconnected = { ok: true; isRevoked: boolean } | { ok: false; reason: "missing" };

/** Google takes back all that an account granted at once: not while another connection has the same account. */
const isShared = (all: readonly { provider: Provider; account_id: string }[], of: Provider): boolean => {
  const own = all.find((one) => one.provider === of);
  const google: readonly Provider[] = ["google_calendar", "google_sheets"];
  return (
    google.includes(of) &&
    all.some(
      (one) => one.provider !== of && google.includes(one.provider) && one.account_id === own?.account_id,
    )
  );
};

/** Forgets a connection, and has the provider forget its tokens; one that does not answer keeps them until they are taken back there. */
export const disconnectProvider = verb(
  { verb: "integrations.disconnect", ...asked, worksUnpaid: true, input: providerChoice },
  async (actor, { provider: of }, { env }: Needs): Promise<Disconnected> => {
    const { store, organization } = actor;
    const [credential, all] = await Promise.all([
      store.integrations.credential(of),
      store.integrations.list(),
    ]);
    if (credential === null) return { ok: false, reason: "missing" };
    await store.integrations.disconnect(of);
    let isRevoked = false;
    try {
      if (!isShared(all, of))
        isRevoked = (
          await adapters[of].revoke(await openTokens(keyringOf(settings(env)), organization.id, credential))
        ).ok;
    } catch (error) {
      log("error", "integration_unreadable", { provider: of, message: innermostMessage(error) });
    }
    await actor.record("integration.disconnected", of, { provider: of });
    return { ok: true, isRevoked };
  },
);

/** What the settings of a connection become by a form that has only some of them. */
export const changed = (
  before: IntegrationSettings,
  some: Partial<IntegrationSettings>,
): IntegrationSettings => integrationSettings.parse({ ...before, ...some });
