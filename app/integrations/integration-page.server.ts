/** /integrations/:provider: one connection, and the answers of its forms. */
import { data, redirect } from "react-router";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, requestFacts } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { adapters } from "./adapters.server.ts";
import {
  connectProvider,
  disconnectProvider,
  saveProvider,
  testProvider,
} from "./integration-verbs.server.ts";
import {
  actionWords,
  connectionWords,
  expiredWords,
  failureWords,
  grantedWords,
  providerNames,
  providerSentences,
  statusTones,
  statusWords,
} from "./integration-words.ts";
import {
  type Integration,
  integrationSettings,
  type Provider,
  provider as providerShape,
} from "./integrations.schema.ts";
import { isOffered, setOut, waysOut } from "./oauth.server.ts";
import { readSettings } from "./settings-form.server.ts";
import { withConnection } from "./tokens.server.ts";
import { toldFields } from "./told-fields.ts";

const doneSentences = {
  connected: "Connected.",
  saved: "Saved.",
  works: "The connection works.",
};
/** What is said when the way back brought no connection. */
const refusedSentences = {
  denied: "You didn't allow access, so nothing was connected.",
  refused: "That didn't work. Start again here, in this browser.",
  unreachable: "The provider didn't respond. Please try again.",
};

/** @throws Response 404 for an unknown provider */
export function providerOf(name: string | undefined): Provider {
  const read = providerShape.safeParse(name);
  if (!read.success) throw faultResponse("not_found");
  return read.data;
}

/** Whom a connection serves: agents whose appointments stand in the calendar, and workflows whose steps use it. */
async function usersOf({ store, may }: Member, { provider }: Integration) {
  const [agents, workflows] = await Promise.all([
    provider === "google_calendar" ? store.bookings.calendars(Date.now()) : [],
    may("workflows.read") ? store.workflows.using(provider) : [],
  ]);
  return {
    agents: agents.map(({ id, name }) => ({ to: `/agents/${id}`, name })),
    workflows: workflows.map(({ id, name }) => ({ to: `/workflows/${id}`, name })),
  };
}

/** What can be chosen; null: the provider was not asked, or does not answer. */
async function choicesFor(member: Member, context: Context, one: Integration) {
  if (one.status === "expired") return null;
  const { env } = depsOf(context);
  const answer = await withConnection(env, member.organization.id, one.provider, ({ access }) =>
    adapters[one.provider].choices(access),
  );
  return answer?.ok ? answer.value.map(({ id, label }) => ({ id, label })) : null;
}

export async function integrationPage(request: Request, context: Context, name: string | undefined) {
  const member = permitted(context, "organization.write");
  const provider = providerOf(name);
  const { organization, store } = member;
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const now = Date.now();
  const one = await store.integrations.find(provider);
  const offered = isOffered(context, provider);
  if (offered) context.get(requestFacts).formActions.push(...waysOut(context, provider));
  const isChoosing = one?.settings.target === null || new URL(request.url).searchParams.has("choose");
  const chooses = provider === "slack" || provider === "google_calendar";
  const [deeds, users, choices] = await Promise.all([
    store.integrations.deeds(provider),
    one ? usersOf(member, one) : { agents: [], workflows: [] },
    one && chooses && isChoosing ? choicesFor(member, context, one) : null,
  ]);
  const { settings } = one ?? { settings: integrationSettings.parse({}) };
  return {
    provider,
    name: providerNames[provider],
    sentence: providerSentences[provider],
    granted: grantedWords[provider],
    done: doneWords(request.url, doneSentences),
    refused: doneWords(request.url, refusedSentences),
    offered,
    takesKey: adapters[provider].takesKey,
    connection: one && {
      status: one.status,
      statusWords: statusWords[one.status],
      tone: statusTones[one.status],
      consequence: one.status === "expired" ? expiredWords[provider] : null,
      account: one.account_label,
      auth: connectionWords[one.auth],
      connected: exactTime(one.connected_at, place),
      used: one.last_sync_at === null ? "Not yet" : ago(one.last_sync_at, now, place),
      error:
        one.last_error === null || one.last_error_at === null || one.status === "connected"
          ? null
          : { said: one.last_error, when: ago(one.last_error_at, now, place) },
    },
    settings,
    choices,
    chooses,
    fields: toldFields.map(({ field, label }) => ({ field, label, value: settings.fields[field] ?? "" })),
    ...users,
    deeds: deeds.map(({ id, action, state, error, attempts, updated_at, subject_id }) => ({
      id,
      what: actionWords(action),
      state,
      error,
      attempts,
      when: ago(updated_at, now, place),
      to: pageOf(action, subject_id),
    })),
  };
}

/** The page of what was told. */
function pageOf(action: string, id: string): string | null {
  if (action === "call.finished") return `/call-history/${id}`;
  return action.startsWith("booking.") || action.startsWith("calendar.") ? `/bookings/${id}` : null;
}

const said = (error: string, status: number) => data({ error, exact: null, fields: {} }, status);

export async function answerIntegration(request: Request, context: Context, name: string | undefined) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  const provider = providerOf(name);
  const here = `/integrations/${provider}`;
  switch (form.get("do")) {
    case "connect":
      return setOut(request, context, provider, member.organization.id, Date.now());
    case "key":
      return answerKey(member, context, provider, form);
    case "test": {
      const tested = await testProvider(member, { provider }, deps);
      if (tested.ok) return redirect(`${here}?done=works`);
      if (tested.reason === "missing") throw faultResponse("not_found");
      if (tested.reason === "too_often") return said(waitWords(tested.retryAfter), 429);
      return data({ error: failureWords[tested.reason], exact: tested.said, fields: {} }, 502);
    }
    case "save": {
      const before = await member.store.integrations.find(provider);
      if (!before) throw faultResponse("not_found");
      const read = readSettings(provider, before.settings, form);
      if (!read.ok) return data({ error: null, exact: null, fields: read.errors }, 422);
      await saveProvider(member, { provider, settings: read.settings }, deps);
      return redirect(`${here}?done=saved`);
    }
    case "disconnect": {
      const left = await disconnectProvider(member, { provider }, deps);
      if (!left.ok) throw faultResponse("not_found");
      return redirect(`/integrations?done=${left.isRevoked ? "disconnected" : "left"}`);
    }
    default:
      throw faultResponse("bad_request");
  }
}

/** A key that the customer made at the provider. */
async function answerKey(member: Member, context: Context, provider: Provider, form: FormData) {
  if (!adapters[provider].takesKey) throw faultResponse("bad_request");
  const typed = form.get("key");
  const key = typeof typed === "string" ? typed.trim() : "";
  if (!/^pat-[\w-]{8,200}$/.test(key)) {
    const words = "A private app's access token begins with pat-. Copy it again";
    return data({ error: null, exact: null, fields: { key: words } }, 422);
  }
  const outcome = await connectProvider(
    member,
    {
      provider,
      auth: "key",
      tokens: { access: key, refresh: null },
      expires_at: null,
      scopes: "",
      given: null,
    },
    depsOf(context),
  );
  if (outcome.ok) return redirect(`/integrations/${provider}?done=connected`);
  if (outcome.reason === "unreachable") return said("The provider didn't respond. Please try again.", 502);
  return data({ error: null, exact: outcome.said, fields: { key: "The provider refused this token" } }, 422);
}
