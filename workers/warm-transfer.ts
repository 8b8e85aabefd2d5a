/**
 * Carries out a transfer in which the agent introduces the two (docs/telephony.md, "Introduced transfers"): the phone is
 * called apart from the caller, the introduction is ordered, and calls that no one waits for any more are hung up. What
 * may happen once at most is written down before the carrier is asked.
 */
import * as limit from "./call-limits.ts";
import { callAddress } from "./carriers/call-address.ts";
import { roomOf } from "./conference.ts";
import type { GoingCall } from "./going-call.ts";
import { accountOf } from "./transfer-account.ts";
import { isWarm, type Ladder } from "./transfer-ladder.ts";
import { dialStep } from "./transfer-life.ts";

/** When it is looked at again, ms from now (null: not by itself), and whether the caller is fetched back now. */
type WarmStep = { again_ms: number | null; fetches: boolean };
const nothing: WarmStep = { again_ms: null, fetches: false };

/** The longest call that can be ordered, and the shortest. */
const [longest_s, shortest_s] = [14_400, 60];

/** The ladder while its introduced phone rings, listens or talks. */
const current = ({ progress }: GoingCall): Ladder | null =>
  progress.transfer === "dialing" && progress.end === null && progress.ladder && isWarm(progress.ladder)
    ? progress.ladder
    : null;

/** Does what is due. Failures of the carrier are expected and told by the next step. */
export async function warmStep(going: GoingCall, env: Env, now: () => number): Promise<WarmStep> {
  const areOff = await hangUpLoose(going, env);
  const ladder = current(going);
  const step =
    ladder === null
      ? nothing
      : ladder.is_dialled
        ? await introduce(going, env, null, now)
        : await dial(going, env, now);
  return areOff ? step : { ...step, again_ms: Math.min(step.again_ms ?? Infinity, limit.fetchBackAgain_ms) };
}

/** Calls the person. A carrier that does not answer may ring the phone all the same: then its reports, or their absence, decide. */
async function dial(going: GoingCall, env: Env, now: () => number): Promise<WarmStep> {
  const { call, progress } = going;
  const ladder = current(going);
  const order = dialStep(going, now());
  if (!ladder || !order) return nothing;
  const { n } = ladder;
  ladder.is_dialled = true;
  going.keep();
  const reached = await accountOf(going, env);
  if (!reached) return failed(going, n, now);
  const { settings, account } = reached;
  const at = (name: string) => callAddress(settings, account, name, `${call.id}/${n}`);
  const [answer_url, status_url] = await Promise.all([at("whisper"), at("leg-status")]);
  const longest = order.ring_seconds + limit.whisper_ms / 1000 + order.seconds;
  const answer = await account.client.dial({
    to: order.to,
    from: order.caller_id,
    answer_url,
    status_url,
    ring_seconds: order.ring_seconds,
    longest_seconds: Math.min(longest_s, Math.max(shortest_s, longest)),
  });
  if (!answer.ok) return answer.reason === "silent" ? nothing : failed(going, n, now);
  const leg_id = answer.provider_call_id;
  const then = current(going);
  if (leg_id !== null && then?.n !== n) {
    // The caller has left meanwhile, or another phone rings.
    progress.loose_legs.push(leg_id);
    if (!(await hangUpLoose(going, env))) return { again_ms: limit.fetchBackAgain_ms, fetches: false };
  } else if (then) then.leg_id ??= leg_id;
  going.keep();
  return nothing;
}

/** The carrier called no one. */
function failed(going: GoingCall, n: number, now: () => number): WarmStep {
  const ladder = current(going);
  if (ladder?.n !== n) return nothing;
  Object.assign(ladder, { leg_end: "failed", leg_ended_at: now() });
  going.keep();
  return { again_ms: null, fetches: true };
}

/**
 * Has both hear the agent's introduction. `id`: the carrier's of their conference, where it said that it began; null: it is
 * looked for. A conference that never begins was left by the person: the caller is fetched back.
 */
export async function introduce(
  going: GoingCall,
  env: Env,
  id: string | null,
  now: () => number,
): Promise<WarmStep> {
  const ladder = current(going);
  if (ladder?.leg !== "accepted" || ladder.introduced !== "no") return nothing;
  const { n } = ladder;
  ladder.introduced = "asked";
  going.keep();
  const came = await announced(going, env, { n, id });
  const then = current(going);
  if (then?.n !== n || then.leg_end !== null) return nothing;
  if (came === "announced") then.introduced = "yes";
  else {
    then.introduced = "no";
    then.lookups += 1;
  }
  const isGivenUp = came !== "announced" && then.lookups >= limit.mostLookups;
  // They talk without an introduction: the person knows who calls and why.
  if (isGivenUp && came !== "empty") {
    then.introduced = "yes";
    then.talk_from = Math.min(then.talk_from ?? now(), now());
  }
  going.keep();
  if (isGivenUp) return { again_ms: null, fetches: came === "empty" };
  return came === "announced" ? nothing : { again_ms: limit.lookAgain_ms, fetches: false };
}

/** `empty`: no one talks in that conference; `silent`: the carrier did not do it, or did not say so. */
async function announced(
  going: GoingCall,
  env: Env,
  { n, id }: { n: number; id: string | null },
): Promise<"announced" | "empty" | "silent"> {
  const reached = await accountOf(going, env);
  if (!reached) return "silent";
  const { settings, account } = reached;
  const { conferences } = account.client;
  const found = id === null ? await conferences.find(roomOf(going.call.id, n)) : { ok: true as const, id };
  if (!found.ok) return "silent";
  if (found.id === null) return "empty";
  const url = await callAddress(settings, account, "introduction", `${going.call.id}/${n}`);
  return (await conferences.announce(found.id, url)).ok ? "announced" : "silent";
}

/** Hangs up the called phones that no caller waits for. @returns whether all are off */
export async function hangUpLoose(going: GoingCall, env: Env): Promise<boolean> {
  const { progress } = going;
  if (progress.loose_legs.length === 0) return true;
  const reached = await accountOf(going, env);
  // An account that is gone carries no calls.
  const ended = new Set<string>();
  for (const leg_id of progress.loose_legs)
    if (!reached || (await reached.account.client.calls.stop(leg_id)).ok) ended.add(leg_id);
  progress.loose_legs = progress.loose_legs.filter((leg_id) => !ended.has(leg_id));
  going.keep();
  return progress.loose_legs.length === 0;
}
