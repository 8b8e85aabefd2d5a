/** The language models of an agent as its brain asks them: over the keys of its organization, within its bounds. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { ModelPurpose } from "#app/models/model-budget.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import type { Brain } from "#workers/conversation/line/conversation.ts";
import { ModelError, type UsableModel } from "#workers/conversation/model/model.ts";
import { type BoundsBook, CallBounds, type Clock } from "./models/call-bounds.ts";
import { sourcesOf } from "./models/model-sources.ts";
import { modelsFor } from "./models/models-for.ts";
import { costOf, estimatedUsage } from "./models/within-budget.ts";

/** `book`: where a call counts its requests; what is no call has none. */
type Asked = { readonly purpose: ModelPurpose; readonly book?: BoundsBook };

/** The brain that models answer for; null for an agent without any. */
export function modelBrainOf(
  { model }: Pick<AgentSpec, "model">,
  organizationId: string,
  env: Env,
  { purpose, book }: Asked,
): Brain | null {
  const chain = model?.chain ?? [];
  if (chain.length === 0) return null;
  const clock: Clock = { now: Date.now, later: realLater };
  const bounds = book ? new CallBounds(book, clock) : null;
  const chosen = modelsFor(chain, sourcesOf(env, organizationId, purpose));
  const models = chosen.map(({ label, ask, model: name, price, payer }): UsableModel => {
    /** What usage costs the platform. */
    const ours = (usage: Parameters<typeof costOf>[1]): number =>
      price === null || payer() !== "platform" ? 0 : costOf(price, usage);
    return {
      label,
      async *ask(request, signal) {
        await bounds?.begin(request, signal);
        let isOver = false;
        const aborted = () => {
          if (!isOver) bounds?.aborted(ours(estimatedUsage(request, 0)));
        };
        signal.addEventListener("abort", aborted, { once: true });
        try {
          for await (const event of ask({ ...request, model: name }, signal)) {
            if (event.type === "end") isOver = true;
            yield event;
          }
        } catch (error) {
          isOver = true;
          if (error instanceof ModelError) bounds?.failed();
          throw error;
        }
      },
      payer,
      cost(usage) {
        // With what requests cost that were aborted before it.
        const micros = bounds?.paid(ours(usage)) ?? ours(usage);
        return price === null && micros === 0 ? null : micros;
      },
    };
  });
  const brain = modelBrain({ ...clock, models: async () => models });
  return {
    ...brain,
    respond(memory, event, ...more) {
      // While the greeting plays; one reading is for all of them.
      if (event.type === "started" || event.type === "resumed") for (const one of chosen) void one.warm();
      return brain.respond(memory, event, ...more);
    },
  };
}

/** Timers of the runtime. */
export const realLater: Clock["later"] = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};
