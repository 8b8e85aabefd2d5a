/** Imports numbers of an own account, one or all of them, and says what came of each. */
import { z } from "zod";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { countryOfNumber, internationally } from "#app/platform/phone-number.ts";
import { unansweredWords } from "#app/telephony/carriers/account-words.ts";
import { importNumber } from "#app/telephony/import-number.server.ts";
import { planFullWords } from "#app/telephony/number-words.ts";
import { numbersThere } from "./numbers-there.server.ts";

type Needs = Pick<Deps, "db" | "env">;
type Account = { id: string; carrier: string };
type One = { ok: true } | { ok: false; words: string; status: number };

const agentId = z.uuid().nullable().catch(null);

/** A number whose country the metadata does not know is listed under the organization's. */
function countryOf(actor: Actor, phone_number: string): string {
  const country = countryOfNumber(phone_number);
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : actor.organization.country;
}

export async function importOne(
  actor: Actor,
  account: Account,
  { number, agent }: { number: string; agent: string },
  deps: Needs,
): Promise<One> {
  const refused = (words: string, status = 422): One => ({ ok: false, words, status });
  const wish = importNumber.input.safeParse({
    account_id: account.id,
    phone_number: number,
    country: countryOf(actor, number),
    agent_id: agentId.parse(agent || null),
  });
  if (!wish.success) return refused("Choose one of the numbers below.");
  const shown = internationally(wish.data.phone_number);
  const imported = await importNumber(actor, wish.data, deps);
  if (imported.ok) return { ok: true };
  switch (imported.reason) {
    case "too_many":
      return refused(waitWords(imported.retryAfter), 429);
    case "elsewhere":
      return refused(
        `${shown} is in use by another organization here. It has to be released there first.`,
        409,
      );
    case "not_held":
      return refused(`The account no longer has ${shown}.`, 409);
    case "held":
      return refused(`${shown} is here already.`, 409);
    case "no_agent":
      return refused("That agent no longer exists. Choose another one.");
    case "no_account":
      return refused("The account's credentials can't be read. Replace them below.");
    case "plan_full":
      return refused(planFullWords(actor), 409);
    default:
      return refused(
        `${shown} wasn't imported, and nothing was changed. ${imported.why ?? unansweredWords(imported.reason)}`,
        502,
      );
  }
}

export type ImportedAll = {
  /** Numbers that are here now. */
  done: number;
  /** Why the first one that was not imported was not; null: all were. */
  stopped: string | null;
};

/** Imports every number that is free, until one is refused. @param agent the one that answers them; "" for none yet */
export async function importAll(
  actor: Actor,
  account: Account,
  agent: string,
  deps: Needs,
): Promise<ImportedAll> {
  const there = await numbersThere(actor, account, deps);
  if (!there.ok) return { done: 0, stopped: there.why };
  let done = 0;
  for (const { phone_number } of there.numbers.filter(({ state }) => state === "free")) {
    const imported = await importOne(actor, account, { number: phone_number, agent }, deps);
    if (!imported.ok) return { done, stopped: imported.words };
    done += 1;
  }
  return { done, stopped: null };
}
