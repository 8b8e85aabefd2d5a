/** Tries an agent's tool out: asks its address once with sample values. */
import { z } from "zod";
import { webhookTool } from "#app/agents/agent-brain.schema.ts";
import { askWebhook, sampleArguments, type WebhookAnswer } from "#app/agents/webhook-tool.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { verb } from "#app/membership/verb.ts";
import { toolSecret } from "#app/models/tool-secrets.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";

/** Every test sends a request to an address that a person typed. */
const testLimit = (organizationId: string): Limit => ({
  key: `tool-test:${organizationId}`,
  most: 60,
  within_ms: hour_ms,
});

export const toolTest = z.object({
  agent: z.object({ id: z.string().min(1).max(100), name: z.string().max(60) }),
  tool: webhookTool,
  /** As it was typed; null: the kept one, if the tool has one. */
  secret: z.string().min(1).max(400).nullable(),
});

type Tested = { ok: true; answer: WebhookAnswer } | { ok: false; reason: "too_often"; retryAfter: number };

export const testTool = verb(
  { verb: "agents.test_tool", permission: "agents.write", section: "agents", input: toolTest },
  async (actor, { agent, tool, secret }, { db, env }: Pick<Deps, "db" | "env">): Promise<Tested> => {
    const { id, name } = actor.organization;
    const spent = await spend(db, [testLimit(id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const kept =
      secret === null && tool.secret_id !== null
        ? await toolSecret(env, db, id, { id: tool.secret_id, url: tool.url })
        : null;
    const call_id = `test-${newId()}`;
    const question = {
      tool: tool.name,
      arguments: sampleArguments(tool),
      call_id,
      agent,
      organization: { id, name },
      test: true,
    } as const;
    return { ok: true, answer: await askWebhook(tool, question, { secret: secret ?? kept, key: call_id }) };
  },
);
