/** /voices: the voices that agents can have, the organization's favorites, default and fallback, and how words are said. */
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/voices.route";
import { ownVoicesOf } from "./own-voices.server.ts";
import { changeVoices } from "./voice-changes.server.ts";
import { voiceFilter } from "./voice-filter.schema.ts";
import { voiceKey } from "./voice-key.ts";
import { accentChoices, languageChoices, usersOfOthers, voiceChoices, voiceRows } from "./voice-list.ts";
import { ChosenVoices, DictionaryPanel } from "./voice-panels.tsx";
import { VoiceFilters, VoiceList } from "./voice-rows.tsx";
import { mostWords } from "./voice-settings.schema.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Voices", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "agents.read");
  const { store } = member;
  const filter = voiceFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [settings, agents, own] = await Promise.all([
    store.voices.read(),
    store.agents.voices(),
    ownVoicesOf(depsOf(context), member.organization.id),
  ]);
  const users = agents.map(({ voice, ...agent }) => ({ ...agent, key: voiceKey(voice) }));
  const { favorites, default_voice, fallback_voice, pronunciations } = settings;
  const chosen = {
    default_voice: default_voice ? voiceKey(default_voice) : "",
    fallback_voice: fallback_voice ? voiceKey(fallback_voice) : "",
  };
  return {
    filter,
    voices: voiceRows(filter, { favorites, users }),
    own,
    others: usersOfOthers(users).map(({ id, name }) => ({ id, name })),
    languages: languageChoices(),
    accents: accentChoices(filter.language),
    chosen,
    defaults: voiceChoices("en", favorites, chosen.default_voice),
    fallbacks: voiceChoices(null, favorites, chosen.fallback_voice),
    words: pronunciations,
    mostWords,
    canWrite: member.may("agents.write"),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "agents.write");
  const { status, ...said } = await changeVoices(member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function VoicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, voices, own, others, languages, accents, words, canWrite, mostWords: most } = loaderData;
  const notice = useFocusWhenLost(words);
  const refused = actionData && !actionData.isGood ? actionData : null;
  return (
    <Page path={[{ label: "Voices" }]}>
      <PageHeader
        title="Voices"
        sentence="Calls cost you the same with every voice. Cost compares what the providers ask for speech."
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <ChosenVoices {...loaderData} refused={refused} />
      <DictionaryPanel words={words} most={most} canWrite={canWrite} refused={refused} />
      <VoiceFilters filter={filter} languages={languages} accents={accents} />
      <VoiceList voices={voices} own={own} canWrite={canWrite} />
      {others.length > 0 && <OtherVoices agents={others} />}
    </Page>
  );
}

/** Agents whose voice is not in the list: it left the list, or came with a setup file. */
function OtherVoices({ agents }: { readonly agents: readonly { id: string; name: string }[] }) {
  return (
    <p className="text-ink-2 text-control">
      {"Not in this list: the voice of "}
      {agents.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <Link to={`/agents/${id}`}>{name}</Link>
        </span>
      ))}
      {". The fallback voice speaks in its place, if you have chosen one."}
    </p>
  );
}
