/** Which agents each organization has, in D1, as the organizations' objects tell of them. */
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { agentIndex } from "#drizzle/control/schema.ts";

/** Notes an agent that is in the organization's list. Again, or after its archiving was noted, it changes nothing. */
export async function noteAgent(db: Database, organization_id: string, agent_id: string): Promise<void> {
  await tenant(db, organization_id)
    .insert(agentIndex)
    .values({ organization_id, agent_id })
    .onConflictDoNothing();
}

/** Notes that an agent has left the list, also when its first version is heard of only later. `now`: ms UTC */
export async function noteArchivedAgent(
  db: Database,
  organization_id: string,
  agent_id: string,
  now: number,
): Promise<void> {
  await tenant(db, organization_id)
    .insert(agentIndex)
    .values({ organization_id, agent_id, archived_at: now })
    .onConflictDoUpdate({
      target: [agentIndex.organization_id, agentIndex.agent_id],
      set: { archived_at: now },
    });
}
