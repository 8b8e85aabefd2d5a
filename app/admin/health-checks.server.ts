/** The checks of /testing: asks each service that the platform depends on. */
import { and, count, isNotNull, isNull } from "drizzle-orm";
import type { Membership } from "#app/accounts/session.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { mailOutbox, organizations } from "#drizzle/control/schema.ts";

export type HealthCheck = { name: string; what: string; isOk: boolean; words: string };

/** How long an answer took, or that there was none. */
async function runCheck(name: string, what: string, ask: () => Promise<string>): Promise<HealthCheck> {
  const from = performance.now();
  try {
    const said = await ask();
    const took = `${Math.round(performance.now() - from)} ms`;
    return { name, what, isOk: true, words: said === "" ? took : `${said}, ${took}` };
  } catch {
    return { name, what, isOk: false, words: "No response" };
  }
}

/**
 * Asks the database, the KV of hosts, the mail outbox, and the object of the admin's active organization.
 * @param shown null for an admin without an organization: then there is no object to ask
 */
export async function healthChecks(context: Context, shown: Membership | null): Promise<HealthCheck[]> {
  const { env } = context.get(cloudflare);
  const db = platform(context.get(database));
  const { timing } = context.get(requestFacts);
  return Promise.all([
    runCheck("Database", "Accounts and organizations, in D1", async () => {
      await db.select({ id: organizations.id }).from(organizations).limit(1);
      return "";
    }),
    runCheck("Hosts", "Each domain's brand, in KV", async () => {
      await env.HOSTS.get("health");
      return "";
    }),
    runCheck("Email", "Messages waiting to be sent", async () => {
      const [row] = await db
        .select({ waiting: count() })
        .from(mailOutbox)
        .where(and(isNotNull(mailOutbox.next_attempt_at), isNull(mailOutbox.sent_at)));
      return `${row?.waiting ?? 0} waiting`;
    }),
    ...(shown
      ? [
          runCheck("Calls", `Call service for ${shown.name}`, async () => {
            const calls = await storeOf(organizationObject(shown, env), timing).live.list();
            return `${calls.length} live`;
          }),
        ]
      : []),
  ]);
}
