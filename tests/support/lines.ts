/** Which lines of a carrier account are taken, as its object keeps them. */
import { runInDurableObject } from "cloudflare:test";
import type { env } from "cloudflare:workers";
import { z } from "zod";

const lease = z.object({ organization_id: z.string(), expires_at: z.number() });

/** Lines in use at `now` (ms UTC), in all and by one organization. */
export const linesInUse = (
  account: ReturnType<typeof env.CAPACITY.getByName>,
  organizationId: string,
  now: number,
): Promise<{ all: number; own: number }> =>
  runInDurableObject(account, async (_, { storage }) => {
    const kept = [...(await storage.list({ prefix: "lease:" })).values()].map((value) => lease.parse(value));
    const held = kept.filter(({ expires_at }) => expires_at > now);
    return { all: held.length, own: held.filter((one) => one.organization_id === organizationId).length };
  });
