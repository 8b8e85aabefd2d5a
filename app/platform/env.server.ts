/** The settings of a deployment: addresses and secrets, validated once. */
import { z } from "zod";
import type { Keyring } from "./crypto.server.ts";

const shape = z.object({
  /** The platform's own host: carriers call it, mails link to it. */
  PUBLIC_HOST: z.string().min(1),
  MAIL_FROM: z.string().min(3),
  /** Sends for tenants without a verified domain of their own, so that their mail doesn't show the platform's name; `MAIL_FROM`'s address when absent. */
  TENANT_MAIL_FROM: z.string().min(3).optional(),
  /** At least 32 characters; every key of the application is derived from it. */
  APP_SECRET: z.string().min(32),
  /** The previous secret, until everything that it sealed is sealed anew. */
  APP_SECRET_PREVIOUS: z.string().min(32).optional(),
  RESEND_API_KEY: z.string().min(1),
  /** The carrier that numbers are bought at, by its name in addresses; the first that is set up when absent. */
  CARRIER: z.string().min(1).optional(),
  /** "Continue with Google" is offered when both are set. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** Slack and HubSpot can be connected by OAuth when both of each are set. Google's client is the one above. */
  SLACK_CLIENT_ID: z.string().min(1).optional(),
  SLACK_CLIENT_SECRET: z.string().min(1).optional(),
  HUBSPOT_CLIENT_ID: z.string().min(1).optional(),
  HUBSPOT_CLIENT_SECRET: z.string().min(1).optional(),
  /** Custom domains work when all three are set: a token that may edit the zone's custom hostnames, the zone, and the name that customers' CNAME records lead to. */
  CLOUDFLARE_API_TOKEN: z.string().min(1).optional(),
  CLOUDFLARE_ZONE_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  CUSTOMERS_HOST: z.string().min(3).toLowerCase().optional(),
  /** Payments work when these three are set: the secret key, the key that browsers get, and the signing secret of /webhooks/stripe. */
  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** The webhook's previous secret, while it is being changed. */
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().min(8).optional(),
  /** The signing secret of the endpoint that hears of connected accounts, which has the same address. */
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** The platform's own keys for language models: organizations without a key of their own use them. */
  OPENAI_API_KEY: z.string().min(8).optional(),
  ANTHROPIC_API_KEY: z.string().min(8).optional(),
  /** The platform's own keys for speech: organizations without a key of their own preview voices with them. */
  ELEVENLABS_API_KEY: z.string().min(8).optional(),
  GOOGLE_TTS_API_KEY: z.string().min(8).optional(),
  POLLY_ACCESS_KEY_ID: z.string().min(8).optional(),
  POLLY_SECRET_ACCESS_KEY: z.string().min(8).optional(),
  /** What the platform keeps of each payment that an agency's client makes to its agency. */
  AGENCY_FEE_PERCENT: z.coerce.number().min(0).max(100).default(2),
  /** "allow" only on one machine, where no certificate exists. */
  PLAIN_HTTP: z.enum(["allow", "redirect"]).default("redirect"),
  /** "kept": errors that belong to no organization are kept with their stack and context. An organization chooses for its own. */
  ERROR_DETAILS: z.enum(["kept", "omitted"]).default("omitted"),
  /** The share of documents that report their web vitals. */
  VITALS_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** Web vitals are read from Analytics Engine with these two: the account, and a token that may read its analytics. */
  VITALS_ACCOUNT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  VITALS_TOKEN: z.string().min(1).optional(),
  /** The address of a simulated phone that calls numbers without a carrier: only on one machine. */
  SIMULATED_PHONE: z
    .string()
    .regex(/^\/[a-z/]+$/)
    .optional(),
  /** "shown" only on one machine, for tests and measurements: `Server-Timing` contains the rows read. */
  ROW_COUNTS: z.enum(["shown", "hidden"]).default("hidden"),
});
export type Settings = z.infer<typeof shape> & {
  /** All variables as they are: rooms read from it what only they know of, the carriers theirs. */
  readonly environment: object;
};

const known = new WeakMap<object, Settings>();

const namesIn = (error: z.ZodError): string[] => [
  ...new Set(error.issues.map((issue) => String(issue.path[0]))),
];

/** The names of the variables that are missing or malformed, never their values. */
export function missingSettings(env: object): string[] {
  const parsed = shape.safeParse(env);
  return parsed.success ? [] : namesIn(parsed.error);
}

/**
 * The settings of this deployment.
 * @throws Error naming every variable that is missing or malformed (never its value); docs/operating.md lists them.
 */
export function settings(env: object): Settings {
  const found = known.get(env);
  if (found) return found;
  const parsed = shape.safeParse(env);
  if (!parsed.success)
    throw new Error(`Missing or malformed settings: ${namesIn(parsed.error).join(", ")} (docs/operating.md)`);
  const read = { ...parsed.data, environment: env };
  known.set(env, read);
  return read;
}

/** The secrets that open sealed texts; the first one seals. */
export const keyringOf = ({ APP_SECRET, APP_SECRET_PREVIOUS }: Settings): Keyring =>
  APP_SECRET_PREVIOUS === undefined ? [APP_SECRET] : [APP_SECRET, APP_SECRET_PREVIOUS];

/** The platform's own origin, built from its settings and never from a request's Host (R43). */
export const publicOrigin = ({ PUBLIC_HOST, PLAIN_HTTP }: Settings): string =>
  `${PLAIN_HTTP === "allow" ? "http" : "https"}://${PUBLIC_HOST}`;

/** The origin of a tenant's custom domain, which lives on the same port and scheme as the platform's own. */
export const hostOrigin = ({ PUBLIC_HOST, PLAIN_HTTP }: Settings, host: string): string => {
  const port = /:\d+$/.exec(PUBLIC_HOST)?.[0] ?? "";
  return `${PLAIN_HTTP === "allow" ? "http" : "https"}://${host}${port}`;
};
