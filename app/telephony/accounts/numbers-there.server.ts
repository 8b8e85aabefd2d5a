/** The numbers that an own account holds at its carrier, and which of them are here already. */
import { inArray } from "drizzle-orm";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { platform } from "#app/platform/d1.server.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { spendRequest } from "#app/telephony/carrier-limits.server.ts";
import { unansweredWords } from "#app/telephony/carriers/account-words.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { numberContextOf } from "#app/telephony/number-verbs.server.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";

/** `mine`: it is here. `others`: another organization has it here. */
export type NumberThere = {
  /** E.164 */
  phone_number: string;
  shown: string;
  label: string | null;
  /** Where its calls go now, for people; null: nowhere. */
  target: string | null;
  trouble: string | null;
  state: "free" | "mine" | "others";
};

export type There =
  | { ok: true; numbers: NumberThere[]; hasMore: boolean }
  | { ok: false; why: string; exact: string | null };

/** A page shows at most so many: the index is asked about each of them. */
const shownAtMost = 90;

/** Which organization has each of the numbers here. */
async function ownersOf({ db }: Pick<Deps, "db">, numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const known = await platform(db)
    .select({ phone_number: phoneNumbers.phone_number, organization_id: phoneNumbers.organization_id })
    .from(phoneNumbers)
    .where(inArray(phoneNumbers.phone_number, numbers));
  return new Map(known.map((one) => [one.phone_number, one.organization_id]));
}

export async function numbersThere(
  actor: Actor,
  { id, carrier }: { id: string; carrier: string },
  deps: Pick<Deps, "db" | "env">,
): Promise<There> {
  const context = numberContextOf(actor, deps);
  const spent = await spendRequest(context, Date.now());
  if (!spent.ok) return { ok: false, why: waitWords(spent.retryAfter), exact: null };
  const account = await credentialsOf(deps.db, context.settings, { carrier, account_id: id });
  if (!account) return { ok: false, why: "The credentials can't be read. Replace them below.", exact: null };
  const listed = await account.client.numbers.list();
  if (!listed.ok)
    return { ok: false, why: listed.why ?? unansweredWords(listed.reason), exact: listed.exact ?? null };
  const shown = listed.numbers.slice(0, shownAtMost);
  const owners = await ownersOf(
    deps,
    shown.map(({ phone_number }) => phone_number),
  );
  return {
    ok: true,
    hasMore: listed.numbers.length > shown.length,
    numbers: shown.map(({ phone_number, label, target, trouble }) => {
      const owner = owners.get(phone_number);
      const state = owner === undefined ? "free" : owner === actor.organization.id ? "mine" : "others";
      const name = label === null || label === phone_number ? null : label.slice(0, 80);
      return { phone_number, shown: internationally(phone_number), label: name, target, trouble, state };
    }),
  };
}
