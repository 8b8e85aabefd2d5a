/** Asks each outside provider for a sign of life, a few times in a row, and tells how long its answers took. */
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import {
  askProvider,
  carrierAnswers,
  mailProviderAnswers,
  paymentsAnswer,
} from "#app/status/probes.server.ts";
import type { ProbeLevel } from "#app/status/services.ts";
import { carrierTitle, platformAccounts } from "#app/telephony/carriers/carriers.server.ts";
import type { ProviderPing } from "./provider-ping.ts";

const times = 3;

type Provider = {
  readonly name: string;
  readonly what: string;
  /** Whether this deployment has what it needs to ask. */
  readonly isSetUp: (settings: Settings) => boolean;
  readonly ask: (settings: Settings) => Promise<ProbeLevel>;
};

/** The platform's accounts at carriers. */
const carriersOf = (settings: Settings): readonly Provider[] =>
  platformAccounts(settings).map((account) => ({
    name: carrierTitle(account.carrier),
    what: "Calls and phone numbers",
    isSetUp: () => true,
    ask: () => carrierAnswers(account),
  }));

const providers: readonly Provider[] = [
  { name: "Resend", what: "Email", isSetUp: () => true, ask: mailProviderAnswers },
  { name: "Stripe", what: "Payments", isSetUp: takesPayments, ask: paymentsAnswer },
  {
    name: "Cloudflare",
    what: "Custom domains",
    isSetUp: ({ CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ZONE_ID: zone }) => Boolean(token && zone),
    ask: async ({ CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ZONE_ID: zone }) => {
      const address = `https://api.cloudflare.com/client/v4/zones/${zone}/custom_hostnames?per_page=5`;
      return (await askProvider(address, `Bearer ${token}`)).level;
    },
  },
];

async function ping(settings: Settings, { name, what, isSetUp, ask }: Provider): Promise<ProviderPing> {
  if (!isSetUp(settings)) return { name, what, level: null, median_ms: null, slowest_ms: null, answered: 0 };
  const took: number[] = [];
  let level: ProbeLevel = "down";
  for (let time = 0; time < times; time++) {
    const from = performance.now();
    try {
      level = await ask(settings);
      took.push(Math.round(performance.now() - from));
    } catch {
      level = "down";
    }
    // A provider that does not answer is not waited for again.
    if (level === "down") break;
  }
  const sorted = took.toSorted((one, other) => one - other);
  return {
    name,
    what,
    level,
    median_ms: sorted[Math.floor(sorted.length / 2)] ?? null,
    slowest_ms: sorted.at(-1) ?? null,
    answered: sorted.length,
  };
}

export const pingProviders = (settings: Settings): Promise<ProviderPing[]> =>
  Promise.all([...carriersOf(settings), ...providers].map((one) => ping(settings, one)));
