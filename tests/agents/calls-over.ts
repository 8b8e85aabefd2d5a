/** Lets the calls of an organization be over that may still need a forgotten secret: its timers come, and the queue does what they ask. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { day_ms } from "#app/platform/durations.ts";
import { delivered } from "../support/outbox.ts";
import type { Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

export async function callsOver({
  organizationId,
  store,
}: Pick<Person, "organizationId" | "store">): Promise<void> {
  await rows({ organizationId }, "update timers set due_at = 1 where kind = 'secret_forgotten'");
  await runDurableObjectAlarm(env.ORGANIZATION.getByName(organizationId));
  const waiting = await store.outbox.waiting(Date.now() + day_ms);
  const tasks = waiting.filter(({ kind }) => kind === "secret_forgotten");
  if (tasks.length > 0) await delivered(tasks.map((task) => ({ ...task, organization_id: organizationId })));
}
