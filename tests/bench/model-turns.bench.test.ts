/**
 * A hundred calls that a language model answers, inside workerd: sockets, the call's object and its storage, the adapter,
 * and the sandbox's model, which begins to speak 300 ms after it was asked. Callers speak when they like. The carrier's own
 * time, from the end of speech to the final words and from the first text frame to the first sound, is in no figure.
 * Prints what it measures and judges nothing.
 */
import { beforeAll, test, vi } from "vitest";
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { script } from "../models/asking.ts";
import { sandbox } from "../sandbox/world.ts";
import { type Call, call, clinic, hangUp } from "../support/telephone.ts";

const callsAtOnce = 100;
/** A clinic's plan carries 25 calls. */
const clinics = 4;
/** A caller hears an answer and thinks: a call asks its model at most once a second, and asks after the caller after eight. */
const leastPause_ms = 1500;
const spread_ms = 5500;
const turns = 4;
const first_token_ms = 300;
/** A turn that is not answered by then counts as so long: on a busy machine a call may have ended. */
const longest_ms = 20_000;

type Caller = Call & { key: string; seed: number };
/** `token`: what the caller said, found again in what the model was asked. `at`: ms UTC. */
type Asked = { key: string; token: string; at: number; waited: number };

let placed: Caller[] = [];
const keys: string[] = [];

const withModel = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 6000 },
});

/** Deterministic, so that two runs measure the same thing. */
function* pauses(seed: number): Generator<number, never> {
  for (let n = seed + 1; ; n = (n * 48_271) % 2_147_483_647)
    yield leastPause_ms + (n / 2_147_483_647) * spread_ms;
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const print = (figure: string, value: number, budget?: string) =>
  console.log(
    `\nBENCH ${JSON.stringify({ figure, value: Math.round(value * 10) / 10, unit: "ms", ...(budget && { budget }) })}`,
  );

/** The median and the 99th of 100, each beside its budget. */
function both(figure: string, values: readonly number[], median?: string, p99?: string): void {
  print(`${figure}, ${callsAtOnce} calls at once, median`, at(values, 0.5), median);
  print(`${figure}, ${callsAtOnce} calls at once, p99`, at(values, 0.99), p99);
}

const askedModel = z.object({
  body: z.string(),
  came_at: z.number().nullable(),
  first_at: z.number().nullable(),
  ended_at: z.number().nullable(),
});

/** What the sandbox's models were asked, oldest first, once every answer has ended. */
async function askedModels(key: string): Promise<z.infer<typeof askedModel>[]> {
  return vi.waitFor(
    async () => {
      const found = askedModel.array().parse(await (await sandbox(`/models?key=${key}`)).json());
      if (found.some(({ ended_at }) => ended_at === null)) throw new Error("an answer still runs");
      return found;
    },
    { timeout: 20_000, interval: 200 },
  );
}

/** Says something, and gives how long the first words of the answer took. */
async function ask({ relay, key }: Caller, token: string): Promise<Asked> {
  const frames = relay.frames.length;
  const began = Date.now();
  relay.send({
    type: "prompt",
    voicePrompt: `Is there parking, and is it ${token}?`,
    lang: "en",
    last: true,
  });
  await Promise.race([relay.until(() => relay.frames.length > frames), after(longest_ms)]);
  const now = Date.now();
  return { key, token, at: now, waited: now - began };
}

/** Every caller's turns, at times of their own. */
async function talk(rounds: number, name: string): Promise<Asked[]> {
  const one = async (caller: Caller) => {
    const pause = pauses(caller.seed * 7919);
    const asked: Asked[] = [];
    for (let turn = 0; turn < rounds; turn++) {
      await after(pause.next().value);
      const count = caller.relay.turns.length;
      asked.push(await ask(caller, `${name}${letters(caller.seed * 10 + turn)}`));
      await Promise.race([caller.relay.turn(count), after(longest_ms)]);
    }
    return asked;
  };
  return (await Promise.all(placed.map(one))).flat();
}

/** A number in letters, so that it is no figure. */
const letters = (number: number): string =>
  [...String(number)].map((digit) => "abcdefghij"[Number(digit)] ?? "").join("");

const scripts = (turn: object, pace: object) =>
  Promise.all(keys.map((key) => script(key, [{ times: 10_000, ...turn }], { first_token_ms, ...pace })));

beforeAll(async () => {
  for (let desk = 0; desk < clinics; desk++) {
    const owner = await clinic(withModel);
    const key = `sk-${crypto.randomUUID()}`;
    await owner.post("/settings/models", { intent: "add", name: "", base_url: "", provider: "openai", key });
    keys.push(key);
    const some = await Promise.all(
      Array.from({ length: callsAtOnce / clinics }, async (_, index) =>
        Object.assign(await call(owner), { key, seed: 1 + desk * 25 + index }),
      ),
    );
    placed = placed.concat(some);
  }
}, 300_000);

test("the wait for a model's first words, and what of it is the product's own", async () => {
  await scripts({ say: "Yes, there is parking behind the building. Can I help with anything else?" }, {});
  const asked = await talk(turns, "q");
  const waits = asked.map(({ waited }) => waited);
  const seen = new Map(await Promise.all(keys.map(async (key) => [key, await askedModels(key)] as const)));
  const own = asked.flatMap(({ key, token, waited }) => {
    const found = seen.get(key)?.find(({ body }) => body.includes(`is it ${token}?`));
    return found?.came_at && found.first_at ? [waited - (found.first_at - found.came_at)] : [];
  });
  if (own.length < asked.length) console.log(`only ${own.length} of ${asked.length} turns were found again`);
  const model = `a model of ${first_token_ms} ms`;
  both(`final words to first text frame, ${model}`, waits, "≤ 320", "≤ 320");
  both("own time of a model's turn, in workerd", own, "< 8", "< 40");
}, 300_000);

test("the wait where the model speaks 80 words a second: a sentence is judged before it is spoken", async () => {
  await scripts(
    { say: "Yes, there is parking behind the building. Can I help with anything else?" },
    { tokens_per_second: 80 },
  );
  const waits = (await talk(1, "w")).map(({ waited }) => waited);
  both(`final words to first text frame, ${first_token_ms} ms and 80 words a second`, waits);
}, 300_000);

test("an interruption until the model's connection is closed", async () => {
  await scripts(
    { say: `Yes. ${"of course and there is parking behind the building ".repeat(30)}` },
    { tokens_per_second: 200 },
  );
  const one = async (caller: Caller) => {
    await after(pauses(caller.seed * 104_729).next().value);
    const { token } = await ask(caller, `i${letters(caller.seed)}`);
    caller.relay.send({ type: "info", name: "agentSpeaking", value: "on" });
    const began = Date.now();
    caller.relay.send({ type: "interrupt", utteranceUntilInterrupt: "Yes.", durationUntilInterruptMs: 200 });
    return { token, key: caller.key, began };
  };
  const cut = await Promise.all(placed.map(one));
  const seen = new Map(await Promise.all(keys.map(async (key) => [key, await askedModels(key)] as const)));
  const closed = cut.flatMap(({ key, token, began }) => {
    const ended_at = seen.get(key)?.find(({ body }) => body.includes(`is it ${token}?`))?.ended_at;
    return ended_at ? [ended_at - began] : [];
  });
  both("interruption until the model's connection is closed", closed, "≤ 10", "≤ 10");
  await Promise.all(placed.map(hangUp));
}, 300_000);
