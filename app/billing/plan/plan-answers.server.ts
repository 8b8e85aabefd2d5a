/** The answers of the forms about the plan on /subscription. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { z } from "zod";
import { pageOrigin } from "#app/billing/checkout/checkout-origin.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { cancelPlan, keepPlan, resumePlan } from "./cancel-plan.server.ts";
import { changePlan } from "./change-plan.server.ts";
import { planRefusalStatus, planRefusalWords } from "./change-rules.ts";
import { openPortal } from "./portal.server.ts";
import type { PlanChanged } from "./running-plan.server.ts";

export type PlanReply = { intent: "plan"; result: SubmissionResult<string[]> };

const refused = (words: string, status: number) =>
  data<PlanReply>({ intent: "plan", result: { status: "error", error: { "": [words] } } }, { status });

/** @throws a 400 answer for a form that no page of ours has */
function parsed<Shape extends z.ZodType>(form: FormData, schema: Shape): z.output<Shape> {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") throw faultResponse("bad_request");
  return submission.value;
}

/** Leads back to the page, which says what was done, or to the bank's question on Stripe's; or says why it was not. */
function answered(outcome: PlanChanged, done: string) {
  if (outcome.ok) return redirect(`/subscription?done=${done}`);
  return outcome.reason === "confirm"
    ? redirect(outcome.url)
    : refused(planRefusalWords(outcome), planRefusalStatus[outcome.reason]);
}

/** Any form about the plan, by its intent; null: it is another part's. */
export async function answerPlan(request: Request, context: Context, member: Member, form: FormData) {
  const deps = depsOf(context);
  switch (form.get("intent")) {
    case "change":
      return answered(await changePlan(member, parsed(form, changePlan.input), deps), "changed");
    case "cancel": {
      const canceled = await cancelPlan(member, {}, deps);
      return answered(canceled, canceled.ok && canceled.isOver ? "ended" : "canceled");
    }
    case "resume":
      return answered(await resumePlan(member, {}, deps), "resumed");
    case "keep":
      return answered(await keepPlan(member, parsed(form, keepPlan.input), deps), "kept");
    case "portal": {
      const origin = pageOrigin(request, context);
      const opened = await openPortal(member, parsed(form, openPortal.input), { ...deps, origin });
      if (opened.ok) return redirect(opened.url);
      return refused(planRefusalWords(opened), planRefusalStatus[opened.reason]);
    }
    default:
      throw faultResponse("bad_request");
  }
}
