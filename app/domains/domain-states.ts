/** The life of a custom domain: which state follows what was learned, and when it is looked at again. */
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import type { HostnameNews, Pointing } from "./hostname-news.schema.ts";

/**
 * `draft`: added, not looked at yet. `txt_pending`: our record is not there. `hostname_pending`: ours is, and Cloudflare
 * waits for the host. `ssl_pending`: its certificate, or the record that leads here, is missing. `expired`: its certificate
 * does not count any more. `deleting`: given up, and Cloudflare still has it. `gone`: it failed for a week.
 */
export const domainStates = [
  "draft",
  "txt_pending",
  "hostname_pending",
  "ssl_pending",
  "live",
  "moved",
  "blocked",
  "timed_out",
  "expired",
  "deleting",
  "gone",
] as const;
export type DomainState = (typeof domainStates)[number];

/** States in which the page and cron wait for a record, a host or a certificate. */
export const isPending = (state: DomainState): boolean =>
  state === "draft" || state === "txt_pending" || state === "hostname_pending" || state === "ssl_pending";

/** How long a live host may point elsewhere before its organization falls back to another one. */
export const patience_ms = 7 * day_ms;

/** What was learned; `unknown`: could not be asked, which is no failure. */
export type Learned = {
  /** Our TXT record; not asked for once it was seen. */
  readonly proof: "found" | "missing" | "unknown";
  /** The hostname at Cloudflare; null: none was asked for yet, or it refused one. */
  readonly host: HostnameNews | "unknown" | null;
  /** The same for www.; null also where www. is not wanted. */
  readonly www: HostnameNews | "unknown" | null;
  readonly points: Pointing | "unknown";
};

export type Before = {
  readonly state: DomainState;
  readonly proven_at: number | null;
  readonly live_at: number | null;
  readonly failing_since: number | null;
};

export type After = Before & {
  /** The domain has become live for the first time, or again after it failed. */
  readonly wentLive: boolean;
};

export type Verdict =
  | "active"
  | "waiting"
  | "no_certificate"
  | "moved"
  | "blocked"
  | "timed_out"
  | "expired"
  | "lost"
  | "unknown";

/** Statuses of a hostname that serves visitors (reference/hostname-statuses in Cloudflare's documentation). */
const serving = new Set(["active", "active_redeploying"]);
const gone = new Set(["deleted", "pending_deletion"]);
const waiting = new Set(["pending", "pending_provisioned", "pending_migration", "provisioned"]);
const blocked = new Set(["blocked", "pending_blocked"]);
const certificateWaits = new Set([
  "initializing",
  "pending_validation",
  "pending_issuance",
  "pending_deployment",
]);
const certificateEnded = new Set(["expired", "inactive", "deleted"]);

/** What one hostname's statuses mean. A status that is not known says nothing. */
export function verdictOn(news: Learned["host"]): Verdict {
  if (news === null) return "waiting";
  if (news === "unknown") return news;
  const { status, ssl_status } = news;
  if (status === "moved") return "moved";
  if (blocked.has(status)) return "blocked";
  if (gone.has(status)) return "lost";
  if (ssl_status.endsWith("_timed_out")) return "timed_out";
  if (certificateEnded.has(ssl_status)) return "expired";
  if (waiting.has(status)) return "waiting";
  if (!serving.has(status)) return "unknown";
  if (ssl_status === "active") return "active";
  return certificateWaits.has(ssl_status) ? "no_certificate" : "unknown";
}

const failures: Partial<Record<Verdict, DomainState>> = {
  moved: "moved",
  blocked: "blocked",
  timed_out: "timed_out",
  expired: "expired",
};

/** Whether Cloudflare leaves a hostname as it is until its validation is started over. */
export const wantsRestart = (news: Learned["host"]): boolean => failures[verdictOn(news)] !== undefined;

/** Whether a host's record leads here, so far as DNS shows it. */
export const leadsHere = (points: Pointing | "unknown" | null): boolean =>
  points === "here" || points === "proxied";

/** The state of a domain that has not been live yet. */
function pendingState(verdict: Verdict, { points }: Learned, { state }: Before): DomainState {
  const failure = failures[verdict];
  if (failure) return failure;
  if (verdict === "unknown") return state === "ssl_pending" ? state : "hostname_pending";
  if (verdict === "no_certificate") return "ssl_pending";
  if (verdict !== "active") return "hostname_pending";
  // With a certificate alone it would be a home that no one reaches.
  return leadsHere(points) ? "live" : "ssl_pending";
}

/** Why a live domain does not lead visitors here any more; null: it does, or nothing says that it doesn't. */
function failureOf(verdict: Verdict, { points }: Learned): DomainState | null {
  if (verdict === "lost") return "moved";
  const failure = failures[verdict];
  if (failure) return failure;
  return points === "elsewhere" || points === "nowhere" ? "moved" : null;
}

/** Failures after which a certificate that is on its way is not there yet; otherwise the former one serves meanwhile. */
const lacksCertificate = (state: DomainState): boolean => state === "timed_out" || state === "expired";

/** Whether what was learned shows that a failing domain works again: what could not be asked shows nothing. */
const isHealthy = (verdict: Verdict, { points }: Learned, { state }: Before): boolean =>
  leadsHere(points) && (verdict === "active" || (verdict === "no_certificate" && !lacksCertificate(state)));

/**
 * The state that follows.
 * @param now ms UTC
 */
export function nextState(before: Before, learned: Learned, now: number): After {
  const { state } = before;
  if (state === "deleting" || state === "gone") return { ...before, wentLive: false };
  const proven_at = before.proven_at ?? (learned.proof === "found" ? now : null);
  if (proven_at === null) {
    const isKnown = learned.proof !== "unknown" || state !== "draft";
    return { ...before, state: isKnown ? "txt_pending" : "draft", proven_at, wentLive: false };
  }
  const verdict = verdictOn(learned.host);
  if (before.live_at === null) {
    const next = pendingState(verdict, learned, before);
    const live_at = next === "live" ? now : null;
    return { state: next, proven_at, live_at, failing_since: null, wentLive: next === "live" };
  }
  const failure = failureOf(verdict, learned);
  if (failure !== null) {
    const failing_since = before.failing_since ?? now;
    const isOver = now - failing_since >= patience_ms;
    const next = isOver ? "gone" : failure;
    return { state: next, proven_at, live_at: before.live_at, failing_since, wentLive: false };
  }
  if (before.failing_since !== null && isHealthy(verdict, learned, before))
    return { state: "live", proven_at, live_at: before.live_at, failing_since: null, wentLive: true };
  return { ...before, proven_at, wentLive: false };
}

/** How many looks follow each other at which distance, before the next distance applies. */
const paces = [
  { looks: 20, every_ms: 30 * second_ms },
  { looks: 12, every_ms: 5 * minute_ms },
  { looks: 168, every_ms: hour_ms },
] as const;

/**
 * When a domain is looked at next, ms UTC; null: not until a person asks for it.
 * @param checks looks since it was added or tried again
 * @param now ms UTC
 */
export function nextCheckAt(
  { state, failing_since }: Pick<After, "state" | "failing_since">,
  checks: number,
  now: number,
): number | null {
  if (state === "gone") return null;
  if (state === "deleting") return now + 5 * minute_ms;
  if (state === "live") return now + day_ms;
  if (failing_since !== null) return now + hour_ms;
  let passed = 0;
  for (const { looks, every_ms } of paces) {
    passed += looks;
    if (checks < passed) return now + every_ms;
  }
  return null;
}

/** How long an unanswered look waits, unless the answer says longer. */
const unanswered_ms = 5 * minute_ms;

/** @param retryAfter_ms what a busy provider asked for; null: nothing */
export const afterNoAnswer = (retryAfter_ms: number | null, now: number): number =>
  now + Math.min(hour_ms, Math.max(unanswered_ms, retryAfter_ms ?? 0));
