/** Plays an agent's tests by its brains: the built-in one, and its models over the organization's keys. */
import type { PlayTest } from "#app/agents/tests/playing.server.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { playTest } from "#workers/conversation/simulation/play-test.ts";
import { modelBrainOf, realLater } from "./call-models.ts";

export const playTestsBy =
  (env: Env): PlayTest =>
  async (test, { spec, brain, organization, search, limit_ms }) => {
    const byModel = () => modelBrainOf(spec, organization.id, env, { purpose: "play" });
    let forget = () => {};
    const expired = new Promise<void>((resolve) => {
      forget = realLater(limit_ms, resolve);
    });
    try {
      return await playTest(test, {
        spec,
        brain: brain === "model" ? brainFor(spec, { model: byModel }) : brainFor(spec),
        organization,
        search,
        expired,
      });
    } finally {
      forget();
    }
  };
