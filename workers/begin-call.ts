/** Begins a call that a carrier announces or a browser asks for: admitted by its organization, with a line of the account, and prepared. */
import type { Admission, Arrival, PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { callSession } from "./call-door.ts";
import type { RelayToken } from "./call-facts.ts";
import { reportObjectError } from "./object-errors.ts";

/** A relay address opens for one minute. */
const token_ms = minute_ms;
/** How much longer than its longest duration a call may hold a line before it is given up. */
const leaseGrace_ms = 30 * minute_ms;

export async function newToken(): Promise<{ secret: string; token: RelayToken }> {
  const secret = randomToken(32);
  return { secret, token: { hash: await sha256(secret), expires_at: Date.now() + token_ms } };
}

const leaseEnd = ({ started_at, longest_seconds }: PreparedCall): number =>
  started_at + longest_seconds * 1000 + leaseGrace_ms;

type Refused = Extract<Admission, { ok: false }>;
export type Begun = { ok: true; call: PreparedCall; secret: string; token: RelayToken } | Refused;

/**
 * @param lines how many calls the arrival's account may carry at once, and of one organization (null: as many)
 * @throws whatever failed between admission and preparation; the lines are returned then
 */
export async function beginCall(
  arrival: Arrival,
  lines: { account_lines: number; organization_lines: number | null },
  env: Env,
): Promise<Begun> {
  const { organization } = arrival;
  const store = storeOf(organizationObject(organization, env));
  const admission = await store.live.admit(arrival);
  if (!admission.ok) return admission;
  const { call } = admission;
  const account = capacity(env, arrival.capacity_account);
  const { secret, token } = await newToken();
  try {
    const lease = await account.lease({
      call_id: call.id,
      organization_id: organization.id,
      direction: arrival.direction,
      ...lines,
      now: arrival.now,
      expires_at: leaseEnd(call),
    });
    if (!lease.ok) {
      const refused = await store.live.refuse(arrival, lease.reason);
      return refused.ok ? { ok: false, reason: "over", say: null } : refused;
    }
    await callSession(env, call.id).prepare(call, token);
    return { ok: true, call, secret, token };
  } catch (error) {
    // Both lines are returned, the organization's and the account's; one that cannot be returned now becomes free by
    // itself.
    const given = [store.live.refuse(arrival, "no_line"), account.release(call.id)];
    const kept = (await Promise.allSettled(given)).filter((one) => one.status === "rejected");
    for (const { reason } of kept)
      await reportObjectError(env, {
        error: reason,
        where: "call/line",
        organization_id: organization.id,
        call_id: call.id,
      });
    throw error;
  }
}
