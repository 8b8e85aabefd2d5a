/** A line whose agent has language models that answer as a test says. */
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import type { Action, Outcome, World } from "#workers/conversation/line/conversation.ts";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { type Answer, ScriptedModel } from "./scripted-model.ts";
import { startedAt, TestLine } from "./test-line.ts";

const withModel = (world: World): World => ({
  ...world,
  agent: {
    ...world.agent,
    model: { chain: [{ provider: "openai", model: "test" }], temperature: 0.3, first_token_ms: 2500 },
  },
});

type Setting = { world?: World; models?: UsableModel[]; act?: (action: Action) => Promise<Outcome> };

/** A line whose agent has these models. */
export function lineOf({ world = worlds.clinic(), models = [], act }: Setting): TestLine {
  const later: { call: (ms: number, call: () => void) => () => void } = { call: () => () => {} };
  const now = { of: () => startedAt };
  const brain = brainFor(withModel(world).agent, {
    model: () =>
      modelBrain({
        models: async () => models,
        now: () => now.of(),
        later: (ms, call) => later.call(ms, call),
      }),
  });
  const line = new TestLine(brain, withModel(world), act);
  now.of = () => line.now;
  later.call = (ms, call) => line.later(ms, call);
  return line;
}

export const talk = async (setting: Setting, ...answers: Answer[]) => {
  const model = new ScriptedModel(...answers);
  const line = lineOf({ models: [model.model], ...setting });
  await line.open();
  await line.playOut();
  return { line, model };
};

/** Says something and lets the answer be heard. */
export async function says(line: TestLine, text: string): Promise<string> {
  await line.say(text);
  const last = line.spoken.at(-1) ?? "";
  await line.playOut();
  return last;
}

/** A call as a model makes it; arguments that are a string stand as they are. */
export const call = (name: string, given: unknown) => ({ name, arguments: given });

/** Dana's appointment, asked for by a model. */
export const danasBooking = call("book_appointment", { when: "Tuesday at noon", name: "Dana Reyes" });

const danas = {
  booking_id: "b1",
  starts_at: Date.parse("2026-11-24T17:00:00Z"),
  duration_minutes: 30,
  kind: "Examination",
  name: "Dana Reyes",
};

/** Everything succeeds, and the only appointment that is found is Dana's. */
export const actsFor = async ({ type }: Action): Promise<Outcome> =>
  type === "find_appointments" ? { ok: true, data: { appointments: [danas] } } : { ok: true };
