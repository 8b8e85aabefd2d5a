/** The evaluation's figures: the callers against both brains, and against a real model where there is a key. */
import { offeredModels } from "#app/models/offered-models.ts";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import { keyVariables, modelsByKeys } from "#workers/models/environment-models.ts";
import { callers } from "./all.ts";
import { type Answering, type Played, playCaller } from "./play.ts";

type Figure = { figure: string; value: number; unit: string; budget: string };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The first model that is offered of a provider, where its key is set. */
function realModel(provider: "openai" | "anthropic"): UsableModel | null {
  const offered = offeredModels.find((one) => one.provider === provider);
  return (offered && modelsByKeys([offered], process.env)[0]) ?? null;
}

async function playAll(answering: Answering): Promise<Played[]> {
  const played: Played[] = [];
  for (const caller of callers) played.push(await playCaller(caller, answering));
  return played;
}

function rows(brain: string, played: readonly Played[], isJudged: boolean): Figure[] {
  const reached = played.filter(({ missing }) => missing.length === 0).length;
  const turns = sum(played.map((one) => one.turns));
  const row = (figure: string, value: number, unit: string, budget = ""): Figure => ({
    figure: `${brain}: ${figure}`,
    value,
    unit,
    budget,
  });
  return [
    row(
      `goals reached, of ${played.length} callers`,
      (100 * reached) / played.length,
      "%",
      isJudged ? "≥ 95" : "",
    ),
    row("wrong facts", sum(played.map(({ wrong }) => wrong.length)), "facts", isJudged ? "≤ 0" : ""),
    row("agent turns a call, mean", turns / played.length, "turns"),
    row("words a turn, mean", sum(played.map(({ words }) => words)) / Math.max(1, turns), "words"),
  ];
}

/** What a model that is asked over the network adds. */
const realRows = (label: string, played: readonly Played[]): Figure[] => [
  {
    figure: `${label}: first token, median`,
    value: median(played.flatMap(({ first_token_ms }) => first_token_ms)),
    unit: "ms",
    budget: "",
  },
  {
    figure: `${label}: cost a call, mean`,
    value: sum(played.map(({ cost_micros }) => cost_micros)) / played.length / 10_000,
    unit: "US cents",
    budget: "",
  },
];

/** Prints each caller whose goal was not reached, or who heard something untrue. */
function tell(brain: string, played: readonly Played[]): void {
  for (const { title, missing, wrong } of played)
    if (missing.length + wrong.length > 0)
      console.log(`${brain}: a caller who ${title}: ${[...missing, ...wrong].join("; ")}`);
}

/** The figures of every brain that can be asked here. */
export async function callersBench(): Promise<Figure[]> {
  const builtIn = await playAll("built_in");
  const scripted = await playAll("scripted");
  tell("built-in brain", builtIn);
  tell("obedient model", scripted);
  const figures = [...rows("built-in brain", builtIn, false), ...rows("obedient model", scripted, true)];
  for (const one of ["openai", "anthropic"] as const) {
    const model = realModel(one);
    if (!model) {
      console.log(`The real model of ${one} was not run: there is no ${keyVariables[one].variable}.`);
      continue;
    }
    const played = await playAll({ models: [model] });
    tell(model.label, played);
    figures.push(...rows(model.label, played, true), ...realRows(model.label, played));
  }
  return figures;
}
