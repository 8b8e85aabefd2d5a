/** /agents/:agentId/answering: the models of an agent, what they are told, and what that costs; and the answers of its form. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { editorFields, isListChange } from "#app/agents/agent-post.ts";
import { saveAgent } from "#app/agents/agent-verbs.server.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { composedPrompt, promptVariables, tokensIn } from "#app/agents/composed-prompt.ts";
import { draftStateOf } from "#app/agents/versions/draft-words.ts";
import { withoutPaths } from "#app/agents/versions/spec-words.ts";
import { failureWords, type WebhookAnswer } from "#app/agents/webhook-tool.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { changeToolSecrets, keptSecrets } from "#app/models/tool-secrets.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { missing } from "#app/platform/errors.ts";
import { ago } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { answeringFields, answeringFrom, mostTools } from "./answering-fields.ts";
import { type AnsweringDraft, answeringDraft } from "./answering-form.server.ts";
import { toolTokensOf } from "./estimate.ts";
import { keyHolders } from "./key-holders.server.ts";
import { testTool } from "./tool-verbs.server.ts";

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

/** The instructions as they are sent. */
function shownOf(spec: AgentSpec, { name, address, timeZone }: Actor["organization"]) {
  const prompt = composedPrompt(spec, { name, address, time_zone: timeZone });
  const tokens = tokensIn(prompt);
  const toolTokens = toolTokensOf(spec);
  return { prompt, tokens, toolTokens };
}

/** The stored secrets of an agent's tools, by the tool's id: the origin that each is for; null: it is missing. */
async function secretsOf(context: Context, organizationId: string, { tools }: Pick<AgentSpec, "tools">) {
  const ids = tools.flatMap(({ secret_id }) => secret_id ?? []);
  const kept = await keptSecrets(depsOf(context).db, organizationId, ids);
  return new Map(
    tools.flatMap(({ id, secret_id }) =>
      secret_id === null ? [] : [[id, kept.get(secret_id) ?? null] as const],
    ),
  );
}

export async function answeringPage(context: Context, id: string) {
  const member = permitted(context, "agents.read");
  const { store, organization } = member;
  const agent = await store.agents.find(id);
  if (!agent) throw missingAgent();
  const { spec, version } = agent;
  const [keys, secrets, measured] = await Promise.all([
    keyHolders(depsOf(context), organization.id),
    secretsOf(context, organization.id, spec),
    isHidden(member.hiddenSections, "calls") ? undefined : store.answering.firstWord(id),
  ]);
  const { timeZone, locale } = organization;
  const canWrite = member.may("agents.write");
  return {
    id,
    name: spec.name,
    version,
    state: draftStateOf(agent.live, locale),
    saved: ago(agent.updated_at, Date.now(), { timeZone, locale }),
    values: answeringFrom(canWrite ? spec : withoutPaths(spec)),
    canWrite,
    canAddKeys: member.may("organization.write"),
    keys,
    secrets: Object.fromEntries([...secrets].map(([tool, origin]) => [tool, origin !== null])),
    variables: [
      ...promptVariables.map((name) => ({ name, label: variableWords[name] })),
      ...spec.fields.map((field) => ({ name: field.id, label: field.label })),
    ],
    shown: shownOf(spec, organization),
    measured,
  };
}

const variableWords: Record<(typeof promptVariables)[number], string> = {
  organization: "Your organization's name",
  agent: "This agent's name",
  caller_number: "The caller's number",
  today: "The day and date",
  time: "The time of day",
};

const version = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** Secrets are never sent back. */
const unsaid = { hideFields: Array.from({ length: mostTools + 1 }, (_, place) => `tools[${place}].secret`) };

/** What a test of a tool said. `place`: of the tool in the list. */
export type Tried = { place: number; isGood: boolean; words: string; text: string };

export async function answerAnswering(request: Request, context: Context, id: string) {
  const member = permitted(context, "agents.write");
  const { organization, store } = member;
  const posted = await readForm(request, context);
  const agent = await store.agents.find(id);
  if (!agent) throw missingAgent();
  const fields = editorFields(posted, answeringFields);
  const submission = parseWithZod(fields, { schema: answeringDraft(agent.spec) });
  const edited = (
    result: ReturnType<typeof submission.reply>,
    more: { conflict?: number; shown?: ReturnType<typeof shownOf>; tried?: Tried } = {},
  ) => ({ result, conflict: null, shown: null, tried: null, ...more });
  if (isListChange(fields)) return data(edited(submission.reply(unsaid)), 200);
  if (submission.status !== "success") return data(edited(submission.reply(unsaid)), 422);
  const draft = submission.value;
  const secrets = await secretsOf(context, organization.id, agent.spec);
  const lost = lostSecrets(draft, agent.spec, secrets);
  if (Object.keys(lost).length > 0)
    return data(edited(submission.reply({ ...unsaid, fieldErrors: lost })), 422);
  const pressed = String(posted.get("do") ?? "");
  if (pressed === "show")
    return data(edited(submission.reply(unsaid), { shown: shownOf(draft.spec, organization) }), 200);
  const place = /^test-(\d{1,2})$/.exec(pressed)?.[1];
  if (place !== undefined) {
    const tried = await tryTool(member, id, draft, Number(place), context);
    return data(edited(submission.reply(unsaid), tried ? { tried } : {}), tried ? 200 : 422);
  }
  const { spec, changes } = withSecrets(draft);
  const edits = version.parse(posted.get("over") ?? posted.get("version"));
  const saved = await saveAgent(member, { id, version: edits, spec, answers: null });
  if (saved.ok) {
    await keepSecrets(member, id, { spec, stored: agent.spec, kept: changes }, context);
    return redirect(`/agents/${id}/answering`);
  }
  if (saved.reason === "conflict")
    return data(edited(submission.reply(unsaid), { conflict: saved.version }), 409);
  if (saved.reason === "not_found") throw missingAgent();
  const formErrors = ["Something in this agent's editor has to be fixed first. Open it and save."];
  return data(edited(submission.reply({ ...unsaid, formErrors })), 422);
}

/** A kept secret is not sent to another address than the one that it was typed for: on a shared server another path is another owner. */
function lostSecrets(
  { spec, typed, forgets }: AnsweringDraft,
  stored: Pick<AgentSpec, "tools">,
  secrets: ReadonlyMap<string, string | null>,
): Record<string, string[]> {
  const lost: Record<string, string[]> = {};
  for (const [place, { id, url, secret_id }] of spec.tools.entries()) {
    if (secret_id === null || forgets.includes(place) || typed.some((one) => one.place === place)) continue;
    const origin = secrets.get(id) ?? null;
    const before = stored.tools.find((known) => known.id === id)?.url;
    if (origin !== null && url === before && origin === new URL(url).origin) continue;
    lost[`tools[${place}].secret`] = [
      origin === null
        ? "The secret is missing. Enter it again, or remove it"
        : "The address is another one. Enter its secret, or remove the old one",
    ];
  }
  return lost;
}

type KeptSecret = { id: string; origin: string; secret: string };

/** The agent with the ids of its secrets, and the secrets to keep. What is typed gets an id of its own: a published version keeps the secret that it names. */
function withSecrets({ spec, typed, forgets }: AnsweringDraft): { spec: AgentSpec; changes: KeptSecret[] } {
  const changes: KeptSecret[] = [];
  const tools = spec.tools.map((tool, place) => {
    const secret = typed.find((one) => one.place === place)?.secret;
    if (secret === undefined) return forgets.includes(place) ? { ...tool, secret_id: null } : tool;
    const { origin } = new URL(tool.url);
    const id = newId();
    changes.push({ id, origin, secret });
    return { ...tool, secret_id: id };
  });
  return { spec: { ...spec, tools }, changes };
}

/** Keeps what was typed, and forgets what no agent of the organization names any longer. */
async function keepSecrets(
  member: Actor,
  agent_id: string,
  { spec, stored, kept }: { spec: AgentSpec; stored: AgentSpec; kept: KeptSecret[] },
  context: Context,
): Promise<void> {
  const named = ({ tools }: Pick<AgentSpec, "tools">) => tools.flatMap(({ secret_id }) => secret_id ?? []);
  const dropped = named(stored).filter((one) => !named(spec).includes(one));
  const used = dropped.length === 0 ? [] : (await member.store.agents.specsInUse()).flatMap(named);
  const forgotten = [...new Set(dropped.filter((one) => !used.includes(one)))];
  if (kept.length + forgotten.length === 0) return;
  await changeToolSecrets(member, { agent_id, kept, forgotten }, depsOf(context));
}

const mostShown = 500;

async function tryTool(
  member: Actor,
  id: string,
  { spec, typed, forgets }: AnsweringDraft,
  place: number,
  context: Context,
): Promise<Tried | null> {
  const found = spec.tools[place];
  if (!found) return null;
  const tool = forgets.includes(place) ? { ...found, secret_id: null } : found;
  const secret = typed.find((one) => one.place === place)?.secret ?? null;
  const tested = await testTool(member, { agent: { id, name: spec.name }, tool, secret }, depsOf(context));
  if (!tested.ok) return { place, isGood: false, words: waitWords(tested.retryAfter), text: "" };
  return { place, ...triedWords(tested.answer, tool.timeout_ms) };
}

function triedWords(answer: WebhookAnswer, timeout_ms: number): Omit<Tried, "place"> {
  if (!answer.ok)
    return {
      isGood: false,
      words: `The test failed: ${failureWords(answer, timeout_ms)}.`,
      text: answer.text.slice(0, mostShown),
    };
  const text = typeof answer.answer === "string" ? answer.answer : JSON.stringify(answer.answer);
  return { isGood: true, words: `It answered with status ${answer.status}.`, text: text.slice(0, mostShown) };
}
