/** The number doctor: asks everything that decides whether a number answers, says what is wrong, and repairs what it can. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { day_ms } from "#app/platform/durations.ts";
import { spendRequest } from "#app/telephony/carrier-limits.server.ts";
import { unansweredWords } from "#app/telephony/carriers/account-words.ts";
import type { CarrierAnswer } from "#app/telephony/carriers/carrier.schema.ts";
import { carrierTitle, credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { numberContextOf } from "#app/telephony/number-verbs.server.ts";
import { assignNumber } from "#app/telephony/numbers.server.ts";
import {
  type Finding,
  findingsOf,
  type Looked,
  needsRegistration,
  type Repair,
  repairs,
} from "./findings.ts";

type Needs = Pick<Deps, "db" | "env">;

/** The answer rate is of so many days. */
const lookedBack_days = 7;

export type Examined =
  | { ok: true; findings: Finding[] }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "too_many"; retryAfter: number };

const choice = z.object({ id: z.uuid() });

const troubleOf = (answer: Extract<CarrierAnswer<object>, { ok: false }>) =>
  ({
    is: "unreachable",
    why: answer.why ?? unansweredWords(answer.reason),
    exact: answer.exact ?? null,
  }) as const;

/** What the carrier says of the number. */
async function lookAt(
  actor: Actor,
  { db, env }: Needs,
  number: { provider: string; account_id: string | null; provider_sid: string | null },
): Promise<Looked> {
  const { settings } = numberContextOf(actor, { db, env });
  const { provider, account_id, provider_sid } = number;
  const account = await credentialsOf(db, settings, { carrier: provider, account_id });
  if (!account || provider_sid === null) return { is: "no_account" };
  // A refused token is named as such, before the number is asked for in vain.
  const [checked, looked] = await Promise.all([
    account_id === null ? ({ ok: true } as const) : account.client.check(),
    account.client.numbers.look(provider_sid),
  ]);
  if (!checked.ok) return troubleOf(checked);
  if (!looked.ok) return troubleOf(looked);
  if (!looked.number) return { is: "gone" };
  const { number: there } = looked;
  const isAsked = needsRegistration(there);
  const registered = isAsked ? await account.client.numbers.registration(there) : null;
  return { is: "there", number: there, registration: registered?.ok ? registered.texts : null };
}

/** Looks at a number from all sides. Changes nothing. */
export const examineNumber = verb(
  {
    verb: "numbers.examine",
    permission: "numbers.write",
    section: "numbers",
    worksUnpaid: true,
    input: choice,
  },
  async (actor, { id }, deps: Needs): Promise<Examined> => {
    const { store, organization } = actor;
    const now = Date.now();
    const number = await store.numberRouting.details(id);
    if (!number) return { ok: false, reason: "not_found" };
    const spent = await spendRequest(numberContextOf(actor, deps), now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const [looked, answerer, pulse] = await Promise.all([
      lookAt(actor, deps, number),
      store.numberRouting.answererOf(id),
      store.numberRouting.pulse(id, now - lookedBack_days * day_ms),
    ]);
    const carrier = number.isOwn ? carrierTitle(number.provider) : "The carrier";
    const { timeZone, locale } = organization;
    const { isOwn } = number;
    const facts = { looked, answerer, pulse, carrier, isOwn, days: lookedBack_days, now };
    return {
      ok: true,
      findings: findingsOf({ ...facts, fallback: number.routing.fallback_number }, { timeZone, locale }),
    };
  },
);

/** `cannot`: there is nothing that could be done without a person's choice. */
type Repaired =
  | { ok: true }
  | { ok: false; reason: "not_found" | "cannot" }
  | { ok: false; reason: "too_many"; retryAfter: number }
  | { ok: false; reason: "carrier"; why: string; exact: string | null };

/** Repairs one finding: points the number at us again, or gives it the only agent that there is. */
export const repairNumber = verb(
  {
    verb: "numbers.repair",
    permission: "numbers.write",
    section: "numbers",
    input: choice.extend({ repair: z.enum(repairs) }),
  },
  async (actor, { id, repair }, deps: Needs): Promise<Repaired> => {
    const number = await actor.store.numberRouting.details(id);
    if (!number) return { ok: false, reason: "not_found" };
    const repaired = await (repair === "assign"
      ? assignOnly(actor, id, deps)
      : pointAgain(actor, number, deps));
    const { phone_number } = number;
    if (repaired.ok)
      await actor.record("number.repaired", id, { phone_number, repair: repair satisfies Repair });
    return repaired;
  },
);

async function assignOnly(actor: Actor, id: string, deps: Needs): Promise<Repaired> {
  const [only, ...others] = await actor.store.agents.names();
  if (!only || others.length > 0) return { ok: false, reason: "cannot" };
  const assigned = await assignNumber(numberContextOf(actor, deps), { id, agent_id: only.id });
  return assigned.ok ? { ok: true } : { ok: false, reason: "cannot" };
}

async function pointAgain(
  actor: Actor,
  {
    provider,
    account_id,
    provider_sid,
  }: { provider: string; account_id: string | null; provider_sid: string | null },
  deps: Needs,
): Promise<Repaired> {
  const context = numberContextOf(actor, deps);
  const spent = await spendRequest(context, Date.now());
  if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
  const account = await credentialsOf(deps.db, context.settings, { carrier: provider, account_id });
  if (!account || provider_sid === null) return { ok: false, reason: "cannot" };
  const pointed = await account.client.numbers.configure(provider_sid);
  if (pointed.ok) return { ok: true };
  const { reason, why, exact = null } = pointed;
  return { ok: false, reason: "carrier", why: why ?? unansweredWords(reason), exact };
}
