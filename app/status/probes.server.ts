/** Asks each service whether it works: all of them for cron, the deployment's own also for a visitor of /status and for /health. */
import { and, gte, isNotNull, sql } from "drizzle-orm";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { type Settings, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { within } from "#app/platform/within.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { usualAccount } from "#app/telephony/carriers/carriers.server.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import { type ProbeLevel, type ServiceId, serviceIds } from "./services.ts";

/** Cron waits this long for each answer. */
const cronPatience_ms = 5 * second_ms;
/** A mail that failed this often has waited for minutes. */
const manyAttempts = 3;

const late = () => new Error("no answer in time");

/** A statement on a session of its own, because the request's may be the one that hangs. */
export async function databaseAnswers(env: Env, patience_ms: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing(), "first-unconstrained"));
  await within(patience_ms, Promise.resolve(db.get(sql`select 1 as one`)), late);
}

export async function cacheAnswers(env: Env, patience_ms: number): Promise<void> {
  await within(patience_ms, env.HOSTS.get("health"), late);
}

/** The object that every call needs before it is answered: the carrier account's lines. */
export async function objectAnswers(env: Env, patience_ms: number): Promise<void> {
  const lines = capacity(env, usualAccount(settings(env)).lines_of);
  await within(patience_ms, Promise.resolve(lines.answers()), late);
}

/** What an answer's status says: 429 is a service that works and is busy. */
function levelOf(status: number): ProbeLevel {
  if (status === 429) return "degraded";
  return status < 400 ? "up" : "down";
}

export async function askProvider(
  address: string,
  authorization: string,
): Promise<{ level: ProbeLevel; body: string }> {
  const response = await outbound(address, { headers: { authorization } }, cronPatience_ms);
  const body = await response.text();
  return { level: levelOf(response.status), body };
}

export async function carrierAnswers({ client }: CarrierAccount): Promise<ProbeLevel> {
  const answer = await client.check();
  return answer.ok ? "up" : answer.reason === "busy" ? "degraded" : "down";
}

/** A key that may only send is refused here, by a provider that works (resend.com/docs/api-reference/errors). */
const mayOnlySend = (body: string): boolean => body.includes("restricted_api_key");

export async function mailProviderAnswers({ RESEND_API_KEY }: Settings): Promise<ProbeLevel> {
  const { level, body } = await askProvider("https://api.resend.com/domains", `Bearer ${RESEND_API_KEY}`);
  return mayOnlySend(body) ? "up" : level;
}

async function mail(env: Env): Promise<ProbeLevel> {
  const level = await mailProviderAnswers(settings(env));
  if (level !== "up") return level;
  const db = platform(new Database(env.DB, new Timing()));
  const waits = await db
    .select({ attempts: mailOutbox.attempts })
    .from(mailOutbox)
    .where(and(isNotNull(mailOutbox.next_attempt_at), gte(mailOutbox.attempts, manyAttempts)))
    .limit(1)
    // That the database does not answer is the database's probe to tell.
    .catch(() => []);
  return waits.length > 0 ? "degraded" : "up";
}

export const paymentsAnswer = ({ STRIPE_SECRET_KEY }: Settings): Promise<ProbeLevel> =>
  askProvider("https://api.stripe.com/v1/products?limit=1", `Bearer ${STRIPE_SECRET_KEY}`).then(
    ({ level }) => level,
  );

const up = (): ProbeLevel => "up";

/** Null: this deployment has no such service. */
const probes: Readonly<Record<ServiceId, (env: Env) => Promise<ProbeLevel> | null>> = {
  database: (env) => databaseAnswers(env, cronPatience_ms).then(up),
  cache: (env) => cacheAnswers(env, cronPatience_ms).then(up),
  calls: async (env) => {
    const [level] = await Promise.all([
      carrierAnswers(usualAccount(settings(env))),
      objectAnswers(env, cronPatience_ms),
    ]);
    return level;
  },
  billing: (env) => {
    const known = settings(env);
    if (!takesPayments(known)) return null;
    return paymentsAnswer(known);
  },
  mail,
};

export type Found = { id: ServiceId; level: ProbeLevel };

/** Asks once more before it says that a service is down, because one lost connection is no outage. */
async function probe(env: Env, id: ServiceId): Promise<Found | null> {
  for (const isLast of [false, true])
    try {
      const level = await probes[id](env);
      if (level === null) return null;
      if (level !== "down" || isLast) return { id, level };
    } catch (error) {
      log("warn", "probe_failed", { service: id, message: String(error) });
      if (isLast) return { id, level: "down" };
    }
  return { id, level: "down" };
}

/** What each service of this deployment answers now. Never throws. */
export async function probeServices(env: Env): Promise<Found[]> {
  const found = await Promise.all(serviceIds.map((id) => probe(env, id)));
  return found.filter((one) => one !== null);
}
