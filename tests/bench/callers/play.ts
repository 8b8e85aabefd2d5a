/** Plays a caller against a brain on a line of its own, and says what came of it. */
import { z } from "zod";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import type { Brain, World } from "#workers/conversation/line/conversation.ts";
import type { ModelRequest, UsableModel } from "#workers/conversation/model/model.ts";
import { type Answer, ScriptedModel } from "../../conversation/scripted-model.ts";
import { startedAt, TestLine } from "../../conversation/test-line.ts";
import type { Caller, ModelAnswer, Turn } from "./caller.ts";
import { missed, wrongFacts } from "./judge.ts";
import { answerTo } from "./reacting.ts";
import { CallStore } from "./store.ts";

/** Who answers: the built-in brain, the caller's own script, or models that are asked for real. */
export type Answering = "built_in" | "scripted" | { models: readonly UsableModel[] };

export type Played = {
  title: string;
  missing: string[];
  wrong: string[];
  turns: number;
  words: number;
  first_token_ms: number[];
  cost_micros: number;
  transcript: string[];
};

const mostTurns = 20;

const isQuestion =
  /shall i (?:book|put|cancel|move|pass)|would you like me to (?:book|pass)|is that right\?|that right\?|all right\?|all correct\?|¿la reservo\?|¿está bien\?/i;

const told = z.object({ free: z.array(z.object({ say: z.string() })) });
const isTakenOver = z.object({ type: z.literal("taken_over") });
const foundOnes = z.array(z.object({ kind: z.string(), say: z.string() }));

/** What the last tool gave, in the words that an obedient model takes over. */
function taken(request: Omit<ModelRequest, "model">): { free: string; found: string } {
  const last = request.messages.findLast((one) => one.role === "tool");
  const parsed: unknown = last?.role === "tool" && /^[[{]/.test(last.result) ? JSON.parse(last.result) : null;
  const free = told.safeParse(parsed).data?.free ?? [];
  const found = foundOnes.safeParse(parsed).data ?? [];
  return {
    free: free.map(({ say }) => say).join(" or "),
    found: found.map(({ kind, say }) => `an appointment, ${kind.toLowerCase()}, ${say}`).join(", and "),
  };
}

const scripted =
  (answer: ModelAnswer): Answer =>
  (request) => {
    const { free, found } = taken(request);
    const say = typeof answer === "string" ? answer : (answer.say ?? "");
    const filled = say.replaceAll("{free}", free).replaceAll("{found}", found);
    return typeof answer === "string" ? filled : { say: filled, calls: answer.calls };
  };

/** A model whose requests are kept. */
const watched = (model: UsableModel, requests: Omit<ModelRequest, "model">[]): UsableModel => ({
  ...model,
  ask: (request, signal) => {
    requests.push(request);
    return model.ask(request, signal);
  },
});

const withModel = (world: World): World => ({
  ...world,
  agent: {
    ...world.agent,
    model: { chain: [{ provider: "openai", model: "test" }], temperature: 0.3, first_token_ms: 8000 },
  },
});

/** Plays the call. @param unguarded without the guard, to see that a lie is found out */
export async function playCaller(caller: Caller, answering: Answering, unguarded = false): Promise<Played> {
  const script = new ScriptedModel();
  const requests: Omit<ModelRequest, "model">[] = [];
  const isReal = typeof answering === "object";
  const models = (isReal ? answering.models : [script.model]).map((model) => watched(model, requests));
  const plainWorld = caller.world();
  const base = { ...plainWorld, calendar: { busy: [...plainWorld.calendar.busy] } };
  const world = answering === "built_in" ? base : withModel(base);
  const clock = { now: () => startedAt, later: (_ms: number, _call: () => void) => () => {} };
  const model = (): Brain =>
    modelBrain({
      models: async () => models,
      now: isReal ? Date.now : () => clock.now(),
      later: isReal ? soon : (ms, call) => clock.later(ms, call),
    });
  const store = new CallStore(world, caller, () => clock.now());
  const brain =
    answering !== "built_in" && unguarded
      ? model()
      : brainFor(world.agent, answering === "built_in" ? {} : { model });
  const line = new TestLine(brain, world, (action) => store.carryOut(action));
  clock.now = () => line.now;
  clock.later = (ms, call) => line.later(ms, call);

  const transcript: string[] = [];
  let heard = 0;
  /** The agent's words since the caller spoke. */
  const listen = async (): Promise<string> => {
    await line.playOut();
    const words = line.spoken.slice(heard);
    heard += words.length;
    transcript.push(...words.map((text) => `Agent: ${text}`));
    return words.join(" ");
  };
  const say = async ({ says, model: answers }: Turn): Promise<string> => {
    transcript.push(`Caller: ${says}`);
    script.adds(...answers.map(scripted));
    await line.say(says);
    return listen();
  };

  await line.open();
  let last = await listen();
  const turns = [...caller.turns];
  const confirms = [...(caller.confirms ?? [])];
  const answered = new Set<string>();
  const yes: Turn = { says: caller.language === "es" ? "Sí, por favor." : "Yes, please.", model: [] };
  let count = 0;
  while (count < mostTurns && line.handoff === null) {
    const next: Turn | null =
      count > 0 && isQuestion.test(last)
        ? (confirms.shift() ?? yes)
        : ((answering === "scripted" ? null : answerTo(last, caller, answered, turns.length)) ??
          turns.shift() ??
          null);
    if (!next) break;
    last = await say(next);
    count += 1;
  }
  if (line.handoff === null)
    for (const action of brain.owed?.(line.state.memory, { ...world, transcript: [] }) ?? [])
      await store.carryOut(action);
  else await line.pass(60_000);
  const spoken = line.spoken;
  const ended = z.object({ reason: z.string() }).safeParse(line.handoff).data?.reason ?? null;
  const sources = [
    JSON.stringify({ ...world, transcript: null }),
    JSON.stringify(store.told),
    ...transcript.filter((one) => one.startsWith("Caller: ")),
    ...requests.flatMap(({ system, messages }) => [
      system,
      ...messages.map((one) => (one.role === "user" ? one.text : one.role === "tool" ? one.result : "")),
    ]),
  ].join("\n");
  const hasTakenOver = line.script.some(({ detail }) => isTakenOver.safeParse(detail).success);
  const call = {
    store,
    spoken,
    sources: `${sources}\n${computed(line, store)}`,
    ended,
    computes: answering === "built_in" || hasTakenOver,
  };
  const missing = missed(caller, call);
  if (answering === "scripted" && !unguarded && turns.length > 0)
    missing.push(`${turns.length} turns were not reached`);
  missing.push(...line.failures.map((failure) => `failed: ${String(failure)}`));
  return {
    title: caller.title,
    missing,
    wrong: wrongFacts(caller, call),
    turns: spoken.length,
    words: spoken.join(" ").split(/\s+/).length,
    first_token_ms: line.state.model_use.map(({ first_token_ms }) => first_token_ms),
    cost_micros: line.state.model_use.reduce((sum, { cost_micros }) => sum + (cost_micros ?? 0), 0),
    transcript,
  };
}

/** The times that code worked out: what was proposed and done, in local time. */
function computed(line: TestLine, store: CallStore): string {
  const zoned = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: "full",
    timeStyle: "short",
  });
  const times = [
    ...store.rows.map(({ starts_at }) => starts_at),
    ...line.done.flatMap((action) => ("starts_at" in action ? [action.starts_at] : [])),
    ...(JSON.stringify(line.state.memory).match(/\b1[78]\d{11}\b/g) ?? []).map(Number),
  ];
  return times.map((time) => zoned.format(time)).join("\n");
}

const soon = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};
