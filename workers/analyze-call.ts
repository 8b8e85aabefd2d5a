/** Judges a finished call: by its agent's language models in their order, and by rules where there is none or none gives a usable answer. */

import type { Analysis, Judged, JudgeFault } from "#app/calls/analysis/analysis.schema.ts";
import {
  judgeInstructions,
  judgementFrom,
  judgeTool,
  judgeToolFor,
  mostAnswerTokens,
  wordsToJudge,
} from "#app/calls/analysis/ask-judge.ts";
import { type AnalysisJob, hasCaller, judgedByRules } from "#app/calls/analysis/judge-by-rules.ts";
import { second_ms } from "#app/platform/durations.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { ModelError, type ModelUsage } from "#workers/conversation/model/model.ts";
import { sourcesOf } from "./models/model-sources.ts";
import { modelsFor, type UsableModel } from "./models/models-for.ts";
import { costOf } from "./models/within-budget.ts";

/** A model has this long for its whole answer. */
const judge_ms = 20 * second_ms;

/**
 * Judges a call once. Told of a call again, it changes nothing.
 * @throws what the organization throws: the queue tells of the call again
 */
export async function analyzeCall(
  env: Env,
  organizationId: string,
  call_id: string,
  now: number,
): Promise<void> {
  // The object lives already: it has told of the call, so no region is asked for.
  const { analyses } = storeOf(organizationObject({ id: organizationId, region: null }, env));
  const job = await analyses.job(call_id);
  if (!job) return;
  const analysis = await judged(env, organizationId, job);
  await analyses.keep({ call_id, analysis, now });
}

/** Asks the agent's models in their order; the first usable answer counts, and each that was paid for costs. */
async function judged(env: Env, organizationId: string, job: AnalysisJob): Promise<Analysis> {
  const models = hasCaller(job) ? modelsFor(job.chain, sourcesOf(env, organizationId, "analysis")) : [];
  let cost_micros = 0;
  let fault: JudgeFault | null = null;
  for (const model of models) {
    const answered = await judgedBy(model, job);
    const { usage, judgement } = answered;
    if (model.payer() === "platform" && model.price !== null && usage !== null)
      cost_micros += costOf(model.price, usage);
    if (judgement !== null) return { ...judgement, model: model.label, fault: null, cost_micros };
    fault ??= answered.fault;
  }
  return { ...judgedByRules(job), model: null, fault, cost_micros };
}

type Answered = { judgement: Judged | null; fault: JudgeFault | null; usage: ModelUsage | null };

async function judgedBy(model: UsableModel, job: AnalysisJob): Promise<Answered> {
  const signal = AbortSignal.timeout(judge_ms);
  const request = {
    model: model.model,
    system: judgeInstructions,
    tools: [judgeToolFor(job.questions)],
    messages: [{ role: "user" as const, text: `Transcript, one JSON object a line:\n${wordsToJudge(job)}` }],
    temperature: 0,
    max_tokens: mostAnswerTokens,
    cache_key: "analysis",
  };
  let [text, reported, usage]: [string, string | null, ModelUsage | null] = ["", null, null];
  try {
    for await (const event of model.ask(request, signal)) {
      if (event.type === "text") text += event.text;
      else if (event.type === "end") usage = event.usage;
      else if (event.type === "call" && event.name === judgeTool) reported ??= event.arguments;
    }
  } catch (error) {
    return { judgement: null, fault: faultOf(error, signal), usage };
  }
  const judgement = judgementFrom(reported ?? text, job.questions);
  return { judgement, fault: judgement === null ? "unusable" : null, usage };
}

/** @throws what is no fault of the model's */
function faultOf(error: unknown, signal: AbortSignal): JudgeFault {
  if (signal.aborted) return "late";
  if (!(error instanceof ModelError)) throw error;
  switch (error.kind) {
    case "unauthorized":
      return "refused_key";
    case "timeout":
      return "late";
    case "rate_limited":
    case "rejected":
    case "unavailable":
    case "cut":
      return "unreachable";
    default:
      return "unusable";
  }
}
