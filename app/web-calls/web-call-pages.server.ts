/** The pages of an agent's calls from browsers: what they show, and the answers of their forms. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { spanWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import type { Opening } from "./browser-call.ts";
import { widgetForm } from "./widget-form.server.ts";
import { lookOfOrganization, widgetOf } from "./widget-rows.server.ts";
import { defaultGreeting, snippetOf } from "./widget-terms.ts";
import { callAgent, renewWidgetKey, saveWidget } from "./widget-verbs.server.ts";

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

/** @throws a 404 answer for an agent that is not the organization's */
async function agentOf(context: Context, id: string) {
  const member = permitted(context, "agents.read");
  const agent = await member.store.agents.find(id);
  if (!agent) throw missingAgent();
  return { member, agent };
}

export async function agentCallPage(context: Context, id: string) {
  const { member, agent } = await agentOf(context, id);
  // One machine's outside world is simulated, and its models with it.
  const isSimulated =
    settings(depsOf(context).env).SIMULATED_PHONE !== undefined && agent.spec.model !== null;
  return { id, name: agent.spec.name, canCall: member.may("agents.write"), isSimulated };
}

type Begun = { status: number; opening: Opening | null; problem: string | null };

export async function beginAgentCall(request: Request, context: Context, id: string): Promise<Begun> {
  const member = permitted(context, "agents.write");
  await readForm(request, context);
  const { origin } = new URL(request.url);
  const opened = await callAgent(member, { agent_id: id, origin }, depsOf(context));
  if (opened.ok) return { status: 200, opening: opened.opening, problem: null };
  if ("say" in opened) return { status: 409, opening: null, problem: opened.say };
  if (opened.reason === "not_found") throw missingAgent();
  const wait = "retryAfter" in opened ? spanWords(opened.retryAfter) : "a moment";
  return { status: 429, opening: null, problem: `You've made many calls. Please try again in ${wait}.` };
}

const doneSentences = {
  saved: "Widget saved. Your website shows the change within a minute.",
  renewed: "The widget has a new key. Replace the line on your website.",
};

export async function widgetPage(request: Request, context: Context, id: string) {
  const { member, agent } = await agentOf(context, id);
  const { db, env } = depsOf(context);
  const organizationId = member.organization.id;
  const [widget, look, { origin }] = await Promise.all([
    widgetOf(db, organizationId, id),
    lookOfOrganization(db, organizationId),
    brandOfOrganization(db, env, organizationId),
  ]);
  return {
    id,
    name: agent.spec.name,
    canWrite: member.may("agents.write"),
    done: doneWords(request.url, doneSentences),
    look,
    isOn: widget?.enabled ?? false,
    snippet: widget === null ? null : snippetOf(origin, widget.public_id),
    values: {
      enabled: widget?.enabled ? "on" : "",
      allowed_hosts: widget?.allowed_hosts.join("\n") ?? "",
      position: widget?.position ?? "right",
      greeting: widget?.greeting ?? defaultGreeting,
      color: widget?.color ?? "",
    },
  };
}

export async function answerWidgetPage(request: Request, context: Context, id: string) {
  const member = permitted(context, "agents.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  await agentOf(context, id);
  const page = `/agents/${id}/widget`;
  if (form.get("intent") === "renew") {
    const renewed = await renewWidgetKey(member, { agent_id: id }, deps);
    if (!renewed.ok) throw faultResponse("not_found");
    return redirect(`${page}?done=renewed`);
  }
  const submission = parseWithZod(form, { schema: widgetForm });
  if (submission.status !== "success") return data({ result: submission.reply() }, 422);
  const saved = await saveWidget(member, { ...submission.value, agent_id: id }, deps);
  if (!saved.ok) throw missingAgent();
  return redirect(`${page}?done=saved`);
}
