/** /agents/:agentId: one agent in its editor, beside a phone that speaks the draft. */
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { missing } from "#app/platform/errors.ts";
import { ago } from "#app/platform/format.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { canBuyNumbers } from "#app/telephony/number-buying.ts";
import { voiceKey } from "#app/voices/voice-key.ts";
import { voiceChoices } from "#app/voices/voice-list.ts";
import type { Route } from "./+types/agent.route";
import { formFrom } from "./agent-draft.ts";
import {
  copyAgent,
  deedOf,
  discardDraft,
  publishSaved,
  putAway,
  rehearse,
  saveDraft,
} from "./agent-editing.server.ts";
import { AgentEditor } from "./agent-editor.tsx";
import { askedIn, begunWith } from "./asked-question.ts";
import { isRehearsal, unheardWords } from "./rehearsal-press.ts";
import { rehearsing } from "./rehearsing.server.ts";
import { playing } from "./tests/playing.server.ts";
import { draftStateOf } from "./versions/draft-words.ts";
import { verdictWords } from "./versions/verdict-words.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.values.name ?? "Agent", matches);

export const loader = async ({ context, params, request }: Route.LoaderArgs) => {
  const member = permitted(context, "agents.read");
  const { store, organization } = member;
  const { timeZone, locale, address } = organization;
  const [agent, { favorites }, targets, takenBack] = await Promise.all([
    store.agents.find(params.agentId),
    store.voices.read(),
    store.transfers.list(),
    store.versionHistory.takenBack(params.agentId),
  ]);
  if (!agent) throw missing("agent", { to: "/agents", label: "Agents" });
  const canWrite = member.may("agents.write");
  const asked = canWrite ? askedIn(request.url, agent.spec) : null;
  return {
    id: agent.id,
    version: agent.version,
    state: draftStateOf(agent.live, locale),
    notice: takenBack && verdictWords(takenBack.version, takenBack.to, takenBack.verdict, locale),
    saved: ago(agent.updated_at, Date.now(), { timeZone, locale }),
    numbers: agent.numbers.map(({ shown }) => shown),
    ...begunWith(asked, formFrom(agent.spec)),
    organizationAddress: address,
    voices: voiceChoices(agent.spec.languages[0], favorites, voiceKey(agent.spec.voice)),
    people: targets.map(({ id, name, use_when, is_paused }) => ({
      id,
      name,
      note: [use_when, is_paused && "paused"].filter(Boolean).join(" · "),
    })),
    canWrite,
    canBuy: canBuyNumbers(member),
  };
};
export const clientLoader = rememberedLoader;

/** Talking to the draft changes no saved data. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  isRehearsal(formData) ? false : defaultShouldRevalidate;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "agents.write");
  const posted = await readForm(request, context);
  const id = params.agentId;
  const deed = deedOf(posted);
  if (deed === "duplicate" || deed === "archive") {
    const pressed = await (deed === "duplicate" ? copyAgent(member, id) : putAway(member, id));
    if ("to" in pressed) return redirect(pressed.to);
    return data({ result: null, conflict: null, rehearsal: null, refusal: pressed.refusal }, 409);
  }
  const deps = { ...depsOf(context), play: context.get(playing) };
  if (deed === "discard") return redirect((await discardDraft(member, id, posted, deps)).to);
  const answer =
    deed === "try"
      ? await rehearse(member, id, posted, { ...deps, rehearse: context.get(rehearsing) })
      : await saveDraft(member, id, posted);
  if ("saved" in answer && deed === "publish")
    return redirect((await publishSaved(member, { id, saved: answer.saved, posted }, deps)).to);
  if ("saved" in answer) return redirect(`/agents/${id}`);
  return data({ ...answer.edited, refusal: null }, answer.status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args, unheardWords);

export const ErrorBoundary = PageError;

export default function AgentPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AgentEditor key={loaderData.id} agent={loaderData} answer={actionData ?? undefined} />;
}
