/** Looks at a custom domain: asks DNS and Cloudflare, and writes what follows (docs/architecture.md, "Custom domains"). */
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import {
  type DomainSettings,
  deleteHostname,
  domainSettings,
  ensureHostname,
  findHostname,
} from "./cloudflare.server.ts";
import { forbiddingIssuers, pointingOf, textsAt } from "./dns.server.ts";
import type { DomainEvent, FailureCause } from "./domain.mail.tsx";
import { mailsToOwners } from "./domain-mails.server.ts";
import { type DomainRow, findDomain, leavingHost, settlingOn, writeDomain } from "./domain-rows.server.ts";
import {
  type After,
  afterNoAnswer,
  isPending,
  type Learned,
  leadsHere,
  nextCheckAt,
  nextState,
  verdictOn,
} from "./domain-states.ts";
import { type DomainNews, noNews } from "./hostname-news.schema.ts";
import { fallenBack, finishRemoval, publishDomain, withdrawHostnames } from "./leave-domain.server.ts";
import { restartFailed } from "./restart-domain.server.ts";
import { winClaim } from "./win-claim.server.ts";

export type CheckDeps = { env: Env; db: Database; after: (work: Promise<unknown>) => void };

/** 128 random bits: the value of the record that proves a domain. */
export const newProof = (): string => `verify-${randomToken(16)}`;

/** What one look brought: what it means, what the page shows of it, and whether a question stayed unanswered. */
type Look = {
  learned: Learned;
  news: DomainNews;
  silent: { retryAfter_ms: number | null } | null;
};

type Hostname = Pick<Look, "silent"> & { learned: Learned["host"]; refusal: DomainNews["refusal"] };

async function lookAtHostname(known: DomainSettings, host: string, id: string | null): Promise<Hostname> {
  if (id !== null) {
    const found = await findHostname(known, id);
    if (!found.ok) return { learned: "unknown", silent: found, refusal: null };
    // One that Cloudflare has lost is made anew at once: the domain's own records may be as they should.
    if (found.value !== null) return { learned: found.value, silent: null, refusal: null };
  }
  const made = await ensureHostname(known, host);
  if (made.ok) return { learned: made.value, silent: null, refusal: null };
  return made.reason === "silent"
    ? { learned: "unknown", silent: made, refusal: null }
    : { learned: null, silent: null, refusal: made.reason };
}

const newsOf = (learned: Learned["host"], before: DomainNews["host"]): DomainNews["host"] =>
  learned === "unknown" ? before : learned;

async function lookAt(known: DomainSettings, row: DomainRow): Promise<Look> {
  const texts = row.proven_at === null ? await textsAt(row.host) : [row.proof];
  const proof = texts === null ? "unknown" : texts.includes(row.proof) ? "found" : "missing";
  const pointing = await pointingOf(row.host, known.target);
  const www = `www.${row.host}`;
  const wwwPointing = row.has_www ? await pointingOf(www, known.target) : null;
  const isOurs = proof === "found" && !row.is_claim;
  const host = isOurs ? await lookAtHostname(known, row.host, row.provider_id) : null;
  const wwwHost = isOurs && row.has_www ? await lookAtHostname(known, www, row.www_provider_id) : null;
  const waits = host !== null && verdictOn(host.learned) === "no_certificate";
  const dnsSilent = texts === null || pointing === null ? { retryAfter_ms: null } : null;
  return {
    learned: {
      proof,
      host: host?.learned ?? null,
      www: wwwHost?.learned ?? null,
      points: pointing?.points ?? "unknown",
    },
    news: {
      host: newsOf(host?.learned ?? "unknown", row.provider.host),
      www: newsOf(wwwHost?.learned ?? "unknown", row.provider.www),
      points: pointing?.points ?? row.provider.points,
      www_points: wwwPointing?.points ?? row.provider.www_points,
      found_texts: (texts ?? []).filter((text) => text !== row.proof).slice(0, 5),
      found_targets: pointing?.found ?? [],
      caa: waits ? await forbiddingIssuers(row.host) : null,
      refusal: host?.refusal ?? null,
      www_refusal: wwwHost?.refusal ?? null,
    },
    silent: host?.silent ?? wwwHost?.silent ?? dnsSilent,
  };
}

/** The id under which Cloudflare has a hostname after a look. */
const idAfter = (learned: Learned["host"], before: string | null): string | null =>
  learned === null || learned === "unknown" ? before : learned.id;

/** Why a domain fails, as its owners are told. */
function causeOf({ state }: After, { points }: DomainNews): FailureCause {
  if (state === "blocked") return "blocked";
  if (state === "timed_out" || state === "expired") return "certificate";
  return leadsHere(points) ? "routing" : "records";
}

/** What the owners are told of this change; null: nothing. */
function eventOf(row: DomainRow, next: After): DomainEvent | null {
  if (next.state === "gone" && row.state !== "gone") return "fallen_back";
  if (next.wentLive && row.live_at === null) return "live";
  return next.failing_since !== null && row.told_at === null ? "failing" : null;
}

/**
 * Looks at a domain and writes what follows from it. What could not be asked changes nothing and is asked again.
 * @param now ms UTC
 */
export async function checkDomain(deps: CheckDeps, row: DomainRow, now: number): Promise<void> {
  if (row.state === "deleting") return finishRemoval(deps, row, now);
  if (row.state === "gone") return withdrawHostnames(deps, row, null, now);
  // A deleted organization can be restored for a while: its domains come back by the next look after it.
  if (row.is_archived) return withdrawHostnames(deps, row, now + hour_ms, now);
  const known = domainSettings(settings(deps.env));
  if (known === null) {
    await writeDomain(deps.db, row, { check_error: "unset", check_at: now + hour_ms }, {}, now);
    return;
  }
  const look = await lookAt(known, row);
  if (row.is_claim && look.learned.proof === "found") return takeOver(deps, row, now);
  const isRestarted =
    look.silent === null && (await restartFailed({ db: deps.db, known }, row, look.news, now));
  const isWritten = await writeLook(deps, row, { ...look, isRestarted }, now);
  if (!isWritten) await cleanUpAfter(deps, known, row, look);
}

async function takeOver(deps: CheckDeps, row: DomainRow, now: number): Promise<void> {
  if (!(await winClaim(deps, row, now))) return;
  const won = await findDomain(deps.db, row.organization_id, row.id);
  if (won && !won.is_claim) await checkDomain(deps, won, now);
}

/** What Cloudflare says soon after a restart is worth a look of its own. */
const afterRestart_ms = 5 * minute_ms;

/** Whether www. leads here and is not served yet, which a live domain's daily look would learn late. */
const wwwWaits = ({ learned, news }: Look): boolean =>
  leadsHere(news.www_points) && verdictOn(learned.www) !== "active";

/** When the next look is due after an answered one; null: not until a person asks for it. */
function dueAfter(next: After, look: Look & { isRestarted: boolean }, checks: number, now: number) {
  const usual = nextCheckAt(next, checks, now);
  if (next.state === "gone") return usual;
  if (look.isRestarted) return now + afterRestart_ms;
  return next.state === "live" && wwwWaits(look) ? now + hour_ms : usual;
}

async function writeLook(
  deps: CheckDeps,
  row: DomainRow,
  look: Look & { isRestarted: boolean },
  now: number,
): Promise<boolean> {
  const { learned, news, silent } = look;
  const next = nextState(row, learned, now);
  const event = eventOf(row, next);
  // A look that started the validation over is no part of the week that a new domain has.
  const checks = silent || look.isRestarted ? row.checks : row.checks + 1;
  const check_at = silent ? afterNoAnswer(silent.retryAfter_ms, now) : dueAfter(next, look, checks, now);
  // The last look of a week: the page says so, and offers to try again.
  const state = check_at === null && isPending(next.state) ? "timed_out" : next.state;
  const hasGone = state === "gone";
  const db = platform(deps.db);
  const mails = event
    ? await mailsToOwners(
        deps.env,
        deps.db,
        row.organization_id,
        { event, host: row.host, cause: causeOf(next, news) },
        now,
      )
    : [];
  const isWritten = await writeDomain(
    deps.db,
    row,
    {
      state,
      proven_at: next.proven_at,
      live_at: next.live_at,
      failing_since: next.failing_since,
      provider_id: idAfter(learned.host, row.provider_id),
      www_provider_id: idAfter(learned.www, row.www_provider_id),
      provider: news,
      check_error: silent ? (silent.retryAfter_ms === null ? "silent" : "busy") : null,
      checked_at: now,
      check_at: hasGone ? now : check_at,
      checks,
      told_at: next.failing_since === null ? null : event === "failing" ? now : row.told_at,
      ...(hasGone && { ...fallenBack(row, newProof()), provider: noNews }),
    },
    {
      statements: [
        ...(next.wentLive ? settlingOn(db, row, now) : []),
        ...(hasGone ? leavingHost(db, row) : []),
      ],
      audit: event
        ? [
            auditLine(noTrace, {
              action: `domain.${event}`,
              organization_id: row.organization_id,
              target: row.id,
              changes: { host: row.host },
            }),
          ]
        : [],
      mails: mails.map((mail) => mail.row),
    },
    now,
  );
  if (!isWritten) return false;
  if (next.wentLive || hasGone || (row.proven_at === null && next.proven_at !== null))
    await publishDomain(deps, row, now);
  for (const mail of mails) deps.after(mail.send());
  return true;
}

/** The domain was removed while it was looked at: a hostname that this look made must not stay behind. */
async function cleanUpAfter(
  { db }: CheckDeps,
  known: DomainSettings,
  row: DomainRow,
  { learned }: Look,
): Promise<void> {
  const left = await findDomain(db, row.organization_id, row.id);
  if (left !== null && left.state !== "deleting") return;
  const pairs = [
    [learned.host, row.provider_id],
    [learned.www, row.www_provider_id],
  ] as const;
  for (const [found, before] of pairs)
    if (found !== null && found !== "unknown" && found.id !== before) await deleteHostname(known, found.id);
}
