/** What the model brain itself adds to a turn, the model's own time left out, and how soon a model is stopped: a hundred calls in one process. */
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import { ModelError, type UsableModel } from "#workers/conversation/model/model.ts";
import { randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import { startedAt, TestLine } from "../../conversation/test-line.ts";
import { worlds } from "../../support/conversation-worlds.ts";

type Figure = { figure: string; value: number; unit: string; budget: string };

const calls = 100;
const spread_ms = 1000;
const utterances = [
  "Hi, I'd like to know whether you have parking, and what a first look costs",
  "Okay. And do you take Cigna?",
  "Right, and I'd need an appointment some time next week, in the afternoon if that's possible",
  "Tuesday",
  "At three then",
  "My name is Marta Lindqvist",
  "No that's all thank you",
];
const answers = [
  "Yes, parking is free behind the building for the first hour. A first look is forty dollars.",
  "We do take Cigna. What else can I help you with?",
  "Of course. Which day would suit you best?",
];

const usage = { input: 900, output: 30, cached: 800 };
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A model that answers at once, sentence by sentence in pieces as providers stream them. */
const quick = (): UsableModel => {
  let at = 0;
  return {
    label: "Quick model",
    payer: () => null,
    cost: () => 0,
    async *ask() {
      const text = answers[at++ % answers.length] ?? "";
      for (const piece of text.match(/\s*\S{1,4}/g) ?? []) yield { type: "text", text: piece };
      yield { type: "end", reason: "stop", usage };
    },
  };
};

function lineWith(model: UsableModel): TestLine {
  const base = worlds.front_desk();
  const world = {
    ...base,
    agent: {
      ...base.agent,
      model: {
        chain: [{ provider: "openai" as const, model: "test" }],
        temperature: 0.3,
        first_token_ms: 8000,
      },
    },
  };
  const ports = {
    models: async () => [model],
    now: () => startedAt,
    later: (_ms: number, _call: () => void) => () => {},
  };
  return new TestLine(brainFor(world.agent, { model: () => modelBrain(ports) }), world);
}

async function ownTime(seed: number): Promise<number[]> {
  const random = randomOf(seed);
  const line = lineWith(quick());
  await line.open();
  await line.playOut();
  const waits: number[] = [];
  for (const text of utterances) {
    await after(random() * spread_ms);
    const began = performance.now();
    let first: number | null = null;
    line.onSent = ({ type }) => {
      if (type === "text") first ??= performance.now();
    };
    await line.say(text);
    if (first !== null) waits.push(first - began);
    await line.playOut();
  }
  return waits;
}

/** From the caller's words over the agent's until the model is told to stop. */
async function stopTime(): Promise<number> {
  let stopped = Number.POSITIVE_INFINITY;
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const talking: UsableModel = {
    label: "Talking model",
    payer: () => null,
    cost: () => 0,
    async *ask(_request, signal) {
      yield { type: "text", text: "Yes, of course, there is parking behind the building. And then" };
      const cut = new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => {
          stopped = performance.now();
          resolve();
        }),
      );
      ask();
      await cut;
      throw new ModelError("cut");
    },
  };
  const line = lineWith(talking);
  await line.open();
  await line.playOut();
  const answering = line.say("Is there parking?");
  await asked;
  const began = performance.now();
  await line.hear({ type: "interrupt", heard: "Yes, of course" });
  await answering;
  return stopped - began;
}

/** Two figures of the turn and two of the interruption. */
export async function overheadBench(): Promise<Figure[]> {
  await ownTime(0);
  const waits = (await Promise.all(Array.from({ length: calls }, (_, seed) => ownTime(seed + 1)))).flat();
  const stops = await Promise.all(Array.from({ length: calls }, () => stopTime()));
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const row = (figure: string, value: number, budget: string): Figure => ({
    figure,
    value,
    unit: "ms",
    budget,
  });
  return [
    row(`own time of the model brain a turn, ${calls} calls at once, median`, at(waits, 0.5), "< 8"),
    row(`own time of the model brain a turn, ${calls} calls at once, p99`, at(waits, 0.99), "< 40"),
    row("interruption until the model is stopped, median", at(stops, 0.5), "≤ 10"),
    row("interruption until the model is stopped, p99", at(stops, 0.99), "≤ 10"),
  ];
}
