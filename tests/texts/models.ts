/** A texted clinic whose agent answers with a language model that the test scripts. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { twilio } from "../carriers/sides.ts";
import type { Scripted } from "../models/asking.ts";
import type { Clinic } from "../support/telephone.ts";
import { textedClinic } from "./arrange.ts";

type Actions = Partial<AgentSpec["actions"]>;

const withModel =
  (actions: Actions) =>
  (spec: AgentSpec): AgentSpec => ({
    ...spec,
    actions: { ...spec.actions, ...actions },
    model: {
      chain: [{ provider: "openai", model: "gpt-4.1-mini" }],
      temperature: 0.3,
      first_token_ms: 2500,
    },
  });

/** `key`: by which `script` says what the model answers. */
export async function modelClinic(actions: Actions): Promise<{ owner: Clinic; key: string }> {
  const owner = await textedClinic(twilio, withModel(actions));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  return { owner, key };
}

export const calls = (name: string, given: Record<string, unknown>): Scripted => ({
  calls: [{ name, arguments: given }],
});
