/** Answers /agents/:agentId/versions: the versions with their calls, one change in words, and what is pressed there. */
import { inArray } from "drizzle-orm";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { keyHolders } from "#app/agents/answering/key-holders.server.ts";
import { draftWarnings } from "#app/agents/draft-warnings.ts";
import { playing } from "#app/agents/tests/playing.server.ts";
import { trialShares } from "#app/agents/versions/call-share.ts";
import { draftStateOf } from "#app/agents/versions/draft-words.ts";
import { changesBetween, withoutPaths } from "#app/agents/versions/spec-words.ts";
import { verdictWords } from "#app/agents/versions/verdict-words.ts";
import {
  endAgentTrial,
  publishAgent,
  redraftAgent,
  rollBackAgent,
} from "#app/agents/versions/version-verbs.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { missing } from "#app/platform/errors.ts";
import { ago } from "#app/platform/format.ts";
import { users } from "#drizzle/control/schema.ts";
import { callsWords, isRefusal, type RefusalReason, refusalWords } from "./version-words.ts";

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });

const done = {
  published: "Published. It answers from the next call on.",
  tried: "Published for a share of the calls. We'll watch how it does.",
  back: "Published again. It answers from the next call on.",
  discarded: "Changes discarded.",
  settled: "It answers all calls now.",
  taken_back: "Taken back. The version before it answers all calls.",
} as const;

const number = z.coerce.number().int().min(1).max(2_147_483_647);
const query = z.object({
  /** The change that is shown: of the draft, or of a version. */
  show: z
    .union([z.literal("draft"), number])
    .nullable()
    .catch(null),
  below: number.nullable().catch(null),
  refused: z.string().refine(isRefusal).nullable().catch(null),
});

/** Names of people by their ids; an id without an account has none. */
async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const people = [...new Set(ids)].filter((id) => !id.includes(":"));
  if (people.length === 0) return new Map();
  const rows = await platform(db)
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, people));
  return new Map(rows.map(({ id, name, email }) => [id, name ?? email]));
}

/** Who published, in words; null: it stood before versions were kept. */
function authorIn(names: ReadonlyMap<string, string>, by: string | null): string | null {
  if (by === null) return null;
  return names.get(by) ?? (by.includes(":") ? "An API key" : "A former member");
}

const statusWords = {
  published: { words: "Answers calls", tone: "good" },
  trial: { words: "On trial", tone: "brand" },
  replaced: null,
  taken_back: { words: "Taken back", tone: "warn" },
} as const;

export async function versionsPage(request: Request, context: Context, id: string) {
  const member = permitted(context, "agents.read");
  const { store, organization } = member;
  const { locale, timeZone } = organization;
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { show, below, refused } = query.parse({ show: null, below: null, refused: null, ...asked });
  const wanted = show === null ? null : show === "draft" ? null : show;
  const [agent, tests, page, takenBack, compared] = await Promise.all([
    store.agents.find(id),
    store.agentTests.list(id),
    store.versionHistory.page(id, below),
    store.versionHistory.takenBack(id),
    show === null ? null : store.versionHistory.compared(id, wanted),
  ]);
  if (!agent) throw missingAgent();
  const after = compared && (show === "draft" ? agent.spec : compared.spec);
  const names = await namesOf(
    context.get(database),
    page.versions.flatMap(({ published_by }) => published_by ?? []),
  );
  const state = draftStateOf(agent.live, locale);
  const holders = await keyHolders(depsOf(context), organization.id);
  const now = Date.now();
  const canWrite = member.may("agents.write");
  const shownSpec = canWrite ? (spec: AgentSpec) => spec : withoutPaths;
  return {
    id,
    name: agent.spec.name,
    draft: agent.version,
    state,
    canWrite,
    hasTests: tests.length > 0,
    warnings: draftWarnings(agent.spec, (provider) => holders[provider] !== null),
    shares: [...trialShares],
    shown: after && {
      of: show,
      before: compared.before?.version ?? null,
      changes: compared.before ? changesBetween(shownSpec(compared.before.spec), shownSpec(after)) : [],
    },
    notice: takenBack && {
      words: verdictWords(takenBack.version, takenBack.to, takenBack.verdict, locale),
      when: ago(takenBack.at, now, { locale, timeZone }),
    },
    versions: page.versions.map((row) => ({
      version: row.version,
      status: statusWords[row.status],
      share: row.status === "trial" ? row.share : null,
      from: row.from_version,
      note: row.note,
      by: authorIn(names, row.published_by),
      when: ago(row.published_at, now, { locale, timeZone }),
      tests:
        row.tests_total === null
          ? null
          : `${row.tests_total - (row.tests_failed ?? 0)} of ${row.tests_total} tests passed`,
      calls: callsWords(row.outcomes, page.calls, locale),
      canGoBack: canWrite && (row.status !== "published" || state.trial !== null) && row.status !== "trial",
    })),
    older: page.hasMore ? (page.versions.at(-1)?.version ?? null) : null,
    refused: refused && refusalWords[refused],
    done: doneWords(request.url, done),
  };
}

const posted = {
  version: number.catch(0),
  latest: number.or(z.literal(0)).catch(0),
  share: z
    .enum(["all", ...trialShares.map((share) => String(share))])
    .transform((share) => trialShares.find((one) => String(one) === share) ?? null)
    .catch(null),
};

/** Why nothing was done; `failed`: the names of the tests that failed. */
type Refusal = { reason: RefusalReason; failed: string[] };
type Pressed = { done: keyof typeof done } | Refusal;

const refusal = (reason: RefusalReason, failed: string[] = []): Refusal => ({ reason, failed });

async function publishPressed(member: Actor, context: Context, id: string, form: FormData): Promise<Pressed> {
  const input = publishAgent.input.safeParse({
    id,
    version: posted.version.parse(form.get("version")),
    latest: posted.latest.parse(form.get("latest")),
    note: String(form.get("note") ?? ""),
    share: posted.share.parse(form.get("share")),
    despite_tests: form.get("do") === "publish_anyway",
  });
  if (!input.success)
    return refusal(input.error.issues.some(({ path }) => path[0] === "note") ? "note_long" : "conflict");
  const deps = { ...depsOf(context), play: context.get(playing) };
  const published = await publishAgent(member, input.data, deps);
  if (published.ok) return { done: input.data.share === null ? "published" : "tried" };
  if (published.reason === "not_found") throw missingAgent();
  if (published.reason === "tests_failed")
    return refusal(
      "tests_failed",
      published.failed.map(({ name }) => name),
    );
  return refusal(published.reason);
}

async function pressed(member: Actor, context: Context, id: string, form: FormData): Promise<Pressed> {
  const deps = depsOf(context);
  const deed = String(form.get("do") ?? "");
  const version = posted.version.parse(form.get("version"));
  const [, press, of] = /^(back|draft|settle|take_back)-(\d{1,10})$/.exec(deed) ?? [];
  if (press === "settle" || press === "take_back") {
    const keep = press === "settle";
    const { ok } = await endAgentTrial(member, { id, version: Number(of), keep }, deps);
    return ok ? { done: keep ? "settled" : "taken_back" } : refusal("ended");
  }
  if (press === "back") {
    const latest = posted.latest.parse(form.get("latest"));
    const went = await rollBackAgent(member, { id, latest, to: Number(of), note: "" }, deps);
    if (went.ok) return { done: "back" };
    if (went.reason === "not_found") throw missingAgent();
    return refusal(went.reason);
  }
  if (press === "draft" || deed === "discard") {
    const wanted = { id, version, of: of === undefined ? null : Number(of) };
    const drafted = await redraftAgent(member, wanted, deps);
    if (!drafted.ok && drafted.reason === "not_found") throw missingAgent();
    return drafted.ok ? { done: "discarded" } : refusal("conflict");
  }
  return publishPressed(member, context, id, form);
}

export async function pressInVersions(request: Request, context: Context, id: string) {
  const member = permitted(context, "agents.write");
  const form = await readForm(request, context);
  const answer = await pressed(member, context, id, form);
  if ("done" in answer) {
    if (String(form.get("do")).startsWith("draft-")) return redirect(`/agents/${id}`);
    return redirect(`/agents/${id}/versions?done=${answer.done}`);
  }
  return data({ words: refusalWords[answer.reason], ...answer }, 409);
}
