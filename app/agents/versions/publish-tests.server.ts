/** Lets a publication run the agent's own tests first: they play conversations with the brain, which is above every room, so the front door passes its function in. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { createContext } from "#app/platform/request-context.ts";

/** Plays all conversation tests of an agent with a spec. `total` is 0 for an agent without tests. */
export type PublishTests = (
  agent_id: string,
  spec: AgentSpec,
) => Promise<{ total: number; failed: { id: string; name: string }[] }>;

/** Null: nothing can run tests here, so no agent has any. */
export const publishTests = createContext<PublishTests | null>(null);
