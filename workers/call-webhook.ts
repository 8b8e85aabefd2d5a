/** Carries out a call of an agent's own tool: asks the address of its organization, with its secret. */
import { askWebhook, failureWords } from "#app/agents/webhook-tool.server.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { toolSecret } from "#app/models/tool-secrets.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";

type Webhook = Extract<Action, { type: "call_webhook" }>;

const failed = (why: string): Outcome => ({ ok: false, reason: "failed", why });

/** @throws what D1 throws; nothing was asked then */
export async function callWebhook(action: Webhook, call: PreparedCall, env: Env): Promise<Outcome> {
  const { agent, organization, id } = call;
  const tool = agent.spec.tools.find(({ name }) => name === action.tool);
  if (!tool) return failed("this agent has no such tool");
  const { secret_id, url, timeout_ms } = tool;
  if (url === "") return failed("its address is missing");
  const db = new Database(env.DB, new Timing());
  const secret =
    secret_id === null ? null : await toolSecret(env, db, organization.id, { id: secret_id, url });
  if (secret_id !== null && secret === null) return failed("its secret is missing");
  const answered = await askWebhook(
    tool,
    {
      tool: tool.name,
      arguments: action.arguments,
      call_id: id,
      agent: { id: agent.id, name: agent.spec.name },
      organization: { id: organization.id, name: organization.name },
    },
    { secret, key: `${id}/${action.id}` },
  );
  if (!answered.ok) return failed(failureWords(answered, timeout_ms));
  return { ok: true, data: { status: answered.status, answer: answered.answer } };
}
