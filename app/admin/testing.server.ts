/** The data and the forms of /testing. */
import type { EditorAnswer } from "#app/agents/editor-form.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { healthChecks } from "./health-checks.server.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";
import { pingProviders } from "./provider-pings.server.ts";
import { agentTrial, talkToAgent } from "./try-agents.server.ts";

type Shown = Parameters<typeof healthChecks>[1];

export async function testingPage(request: Request, context: Context, shown: Shown) {
  const { env } = context.get(cloudflare);
  const [checks, trial] = await Promise.all([
    healthChecks(context, shown),
    agentTrial(context, request.url, shown?.id ?? null),
  ]);
  return { checks, trial, phone: settings(env).SIMULATED_PHONE ?? null };
}

/** The answer to the page's forms. */
export async function answerTesting(request: Request, context: Context) {
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  // The page behind these forms asks for the proof.
  if (platformAdmin(context).needsProof) throw faultResponse("forbidden");
  if (intent === "ping")
    return { asks: "ping" as const, pings: await pingProviders(settings(context.get(cloudflare).env)) };
  if (form.get("do") !== "call" && form.get("do") !== "say") throw faultResponse("bad_request");
  const answer: EditorAnswer = {
    result: null,
    conflict: null,
    rehearsal: await talkToAgent(request, context, form),
    refusal: null,
  };
  return { asks: "talk" as const, ...answer };
}
