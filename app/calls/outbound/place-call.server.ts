/** Has an agent call a number: written first, then dialled, so that no call is placed twice and none is lost. */
import { z } from "zod";
import { calledById } from "#app/calls/answering.server.ts";
import { mostReason } from "#app/calls/call-terms.schema.ts";
import type { Verdict } from "#app/calls/compliance/compliance.schema.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { type Settings, settings as settingsOf } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { provenAddress } from "#app/telephony/carriers/call-address.server.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import {
  type Cause,
  carrierGrace_s,
  type NotAsked,
  type PlacedCall,
  type Placement,
  type PlaceOrder,
  type PlaceRefusal,
  placedRing_s,
} from "./placed-calls.schema.ts";

/** How much longer than its longest duration a call may hold a line before it is given up. */
const leaseGrace_ms = 30 * minute_ms;

const wanted = z.object({
  agent_id: z.string().min(1).max(100),
  /** As people type it. */
  to: z.string().trim().max(60),
  /** Which of the organization's numbers calls; null: the agent's, or else the first. */
  number_id: z.string().min(1).max(100).nullable(),
  reason: z.string().trim().max(mostReason).nullable(),
  /** The same key again places nothing new, and gives the same call. */
  key: z.string().min(8).max(100),
});
type Wanted = z.output<typeof wanted>;

const refusal = (reason: NotAsked | PlaceRefusal): PlacedCall => ({
  ok: false,
  reason,
  words: null,
  call_id: null,
});

/** A number of the organization, as lists show it. */
type HeldNumber = {
  id: string;
  phone_number: string;
  shown: string;
  status: string;
  agent_id: string | null;
  calling_agent_id: string | null;
};

/**
 * The number that calls: the chosen one, or the one from which the agent calls, or that it answers, or the organization's
 * usual one. Null: there is none that may.
 * @param usual_id the number that the organization's calls show, unless their agent has one of its own
 */
export function callerOf(
  held: readonly HeldNumber[],
  { agent_id, number_id }: Pick<Wanted, "agent_id" | "number_id">,
  usual_id: string | null,
): HeldNumber | null {
  const active = held.filter(({ status }) => status === "active");
  if (number_id !== null) return active.find(({ id }) => id === number_id) ?? null;
  const own =
    active.find((one) => one.calling_agent_id === agent_id) ??
    active.find((one) => one.agent_id === agent_id);
  return own ?? active.find(({ id }) => id === usual_id) ?? active[0] ?? null;
}

/** The number that is typed, in E.164, or why it is not called. */
function calledNumber(
  { organization }: Pick<Caller, "organization">,
  typed: string,
  held: readonly HeldNumber[],
): { to: string } | { reason: NotAsked } {
  const { country, tier, status } = organization;
  const to = phoneNumberFrom(typed, country);
  if (to === null) return { reason: "no_number" };
  if (held.some(({ phone_number }) => phone_number === to)) return { reason: "own_number" };
  const why = dialRefusal(to, { country, reach: reachOf(tier, status) });
  return why === null ? { to } : { reason: why };
}

type Outlook = { ok: true; to: string; verdict: Verdict } | { ok: false; reason: NotAsked };

/** What the rules say of a number now. Nothing is placed. */
export async function placeOutlook(actor: Actor, typed: string): Promise<Outlook> {
  const called = calledNumber(actor, typed, await actor.store.numbers.list());
  if (!("to" in called)) return { ok: false, reason: called.reason };
  const { locale } = actor.organization;
  const verdict = await actor.store.placed.outlook({ to: called.to, now: Date.now(), locale });
  return { ok: true, to: called.to, verdict };
}

const causes: Readonly<Record<string, Cause>> = { number: "number", country: "blocked", lines: "lines" };

/** Who has the call placed: a member, or a campaign. */
export type Caller = Pick<Actor, "store"> & {
  organization: Pick<Actor["organization"], "id" | "country" | "tier" | "status">;
  asked_by: string;
  asked_name: string;
  /** Notes that it was placed. */
  placed(call_id: string): Promise<void>;
};

/** The steps that a member's call and a campaign's do not share. */
type OwnSteps = {
  /** Keeps the call before the carrier is asked. */
  write(order: PlaceOrder): Promise<Placement>;
  /** Asks what stands against it after the wait for a turn at the carrier; what does ends it. Null: nothing. */
  lookAgain(order: PlaceOrder, now: number): Promise<PlaceRefusal | null>;
};

type Dialled = {
  store: Actor["store"];
  env: Env;
  settings: Settings;
  account: CarrierAccount;
  placement: Extract<Placement, { ok: true }>;
  to: string;
  from: string;
};

/** Asks the carrier. What it is silent about may ring all the same: a check finds out, and nothing is dialled again. */
async function dial({ store, env, settings, account, placement, to, from }: Dialled): Promise<PlacedCall> {
  const { call_id, longest_seconds, machines } = placement;
  const at = (name: string) => provenAddress(settings, account, name, call_id);
  const answer = await account.client.dial({
    to,
    from,
    answer_url: await at("placed-answer"),
    status_url: await at("placed-status"),
    ring_seconds: placedRing_s,
    longest_seconds: longest_seconds + carrierGrace_s,
    ...(machines !== "off" && {
      machines: { report_url: await at("placed-machine"), waitsForBeep: machines === "message" },
    }),
  });
  const now = Date.now();
  const { placed } = store;
  if (answer.ok) {
    const { provider_call_id } = answer;
    if (provider_call_id !== null) await placed.dialled({ call_id, provider_call_id, now });
    return { ok: true, call_id, isNew: true };
  }
  if (answer.reason === "silent") return { ok: true, call_id, isNew: true };
  const cause = causes[answer.about ?? ""] ?? (answer.reason === "busy" ? "lines" : null);
  await placed.notPlaced({ call_id, cause, words: answer.why, now });
  await capacity(env, account.lines_of).release(call_id);
  return { ok: false, reason: "carrier", words: answer.why, call_id };
}

/**
 * The one path to a placed call: who calls, what stands against it, the row, a line and a turn at the carrier's account, the
 * carrier. A call that is refused for its number, its hour or the plan stands in the history.
 * @param more what the order says besides
 */
export async function placeBy(
  asker: Caller,
  { agent_id, to: typed, number_id, reason, key }: Wanted,
  { db, env }: Pick<Deps, "db" | "env">,
  { write, lookAgain }: OwnSteps,
  more: Pick<PlaceOrder, "zones" | "voicemail"> = {},
): Promise<PlacedCall> {
  const { store, organization } = asker;
  const settings = settingsOf(env);
  const [held, usual] = await Promise.all([store.numbers.list(), store.telephony.callerId()]);
  const called = calledNumber(asker, typed, held);
  if (!("to" in called)) return refusal(called.reason);
  const caller = callerOf(held, { agent_id, number_id }, usual?.id ?? null);
  if (!caller) return refusal("no_caller");
  const [number, agent, standing] = await Promise.all([
    store.numbers.find(caller.id),
    store.agents.find(agent_id),
    calledById(db, organization.id),
  ]);
  if (!agent) return refusal("no_agent");
  if (!number || !standing) return refusal("no_caller");
  const { provider, account_id } = number;
  const account = await credentialsOf(db, settings, { carrier: provider, account_id });
  if (!account) return refusal("no_carrier");
  const now = Date.now();
  const call_id = newId(now);
  const arrival = {
    ...standing,
    provider,
    provider_call_id: call_id,
    capacity_account: account.lines_of,
    direction: "outbound" as const,
    placed: { call_id, agent_id },
    our_number: caller.phone_number,
    other_number: called.to,
    now,
  };
  const { asked_by, asked_name } = asker;
  const order = { key, arrival, account_id, reason: reason || null, asked_by, asked_name, ...more };
  const placement = await write(order);
  if (!placement.ok) return placement;
  if (!placement.isNew) return { ok: true, call_id: placement.call_id, isNew: false };
  await asker.placed(call_id);
  const refused = async (reason: "no_line") => {
    await store.live.refuse(arrival, reason);
    return { ok: false as const, reason, words: null, call_id };
  };
  const lines = capacity(env, account.lines_of);
  const lease = await lines.lease({
    call_id,
    organization_id: organization.id,
    reseller_id: standing.reseller_id,
    direction: "outbound",
    account_lines: account.lines,
    organization_lines: null,
    now,
    expires_at: now + placement.longest_seconds * 1000 + leaseGrace_ms,
  });
  if (!lease.ok) return refused("no_line");
  const wait_ms = await lines.turn(account.calls_per_second, now);
  if (wait_ms === null) {
    await lines.release(call_id);
    return refused("no_line");
  }
  if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
  const barred = await lookAgain(order, Date.now());
  if (barred !== null) {
    await lines.release(call_id);
    return { ok: false, reason: barred, words: null, call_id };
  }
  return dial({ store, env, settings, account, placement, to: called.to, from: caller.phone_number });
}

/** Has an agent call a number for the member who asks. */
export const placeCall = verb(
  { verb: "calls.place", permission: "calls.place", section: "calls", input: wanted },
  (actor, input, deps: Pick<Deps, "db" | "env">): Promise<PlacedCall> =>
    placeBy(
      {
        ...actor,
        asked_by: authorOf(actor),
        asked_name: actor.by.name,
        placed: (call_id) => actor.record("call.placed", call_id, { agent_id: input.agent_id }),
      },
      input,
      deps,
      {
        write: async (order) => {
          const { announce: _, ...placement } = await actor.store.placed.place(order);
          return placement;
        },
        lookAgain: async (order, now) => (await actor.store.placed.stillAllowed(order, now)).reason,
      },
    ),
);
