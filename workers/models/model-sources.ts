/** What an organization's models are asked with: its keys, the platform's, and the day's budget on these. */
import type { ModelPurpose } from "#app/models/model-budget.ts";
import { openKeysOf } from "#app/models/model-keys.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { ModelSources } from "./models-for.ts";

export function sourcesOf(env: Env, organizationId: string, purpose: ModelPurpose): ModelSources {
  // The object lives already: its agents are in it, so no region is asked for.
  const store = () => storeOf(organizationObject({ id: organizationId, region: null }, env));
  return {
    keys: () => openKeysOf(env, new Database(env.DB, new Timing()), organizationId),
    ai: Reflect.get(env, "AI"),
    async hold(micros) {
      const day = await store().modelBudget.hold({ purpose, micros, now: Date.now() });
      if (day === null) return null;
      return (cost) => store().modelBudget.settle({ day, purpose, held: micros, cost });
    },
  };
}
