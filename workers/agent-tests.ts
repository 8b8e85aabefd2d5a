/** Plays an agent's tests by its brains: the built-in one, and its models over the organization's keys. */
import type { PlayTest } from "#app/agents/tests/playing.server.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { playTest } from "#workers/conversation/simulation/play-test.ts";
import { modelBrainOf, realLater } from "./call-models.ts";
import { reachIn } from "./transfer-scene.ts";

export const playTestsBy =
  (env: Env): PlayTest =>
  async (test, { spec: agent, brain, organization, search, targets, limit_ms }) => {
    const at = instantOf(test.now.slice(0, 10), test.now.slice(11), organization.time_zone);
    const { agent: spec, people } = reachIn({ agent, targets, loops: [test.from] })(at);
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
        people,
        search,
        expired,
      });
    } finally {
      forget();
    }
  };
