/** Brings numbers that lie in the platform's account itself into the one within it of their organization (docs/telephony.md, "Subaccounts"). */
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { settings as settingsOf } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { soldCountry } from "#app/telephony/numbers.schema.ts";
import { kindOfNumber } from "#app/telephony/sale/number-kind.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";
import type { CarrierAccount } from "./carrier.schema.ts";
import { usualAccount } from "./carriers.server.ts";
import { accountToBuyIn, isShut, type Needs } from "./subaccounts.server.ts";

/** In one run of cron. */
const atOnce = 5;

type Entry = { organization_id: string; region: string | null; number_id: string; phone_number: string };

/** What can't be moved today is looked at again tomorrow. */
const tries = (number_id: string): Limit => ({ key: `number-move:${number_id}`, most: 1, within_ms: day_ms });

/** Run by cron. A number that the carrier doesn't move stays where it is, and goes on as it was. */
export async function moveNumbers(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const settings = settingsOf(env);
  const from = usualAccount(settings);
  if (!from.client.subaccounts?.areWanted) return;
  const there = await platform(db).all<Entry>(
    sql`select n.organization_id, o.region, n.number_id, n.phone_number from phone_numbers n
      join organizations o on o.id = n.organization_id
      left join organizations agency on agency.id = o.parent_organization_id
      where n.account_id is null and n.provider = ${from.carrier} and not ${isShut}
        and not exists (select 1 from rate_counters t
          where t.key = 'number-move:' || n.number_id and t.window_start > ${now - day_ms})
      order by n.number_id limit ${atOnce}`,
  );
  for (const entry of there) {
    const { organization_id, number_id } = entry;
    try {
      if (!(await spend(db, [tries(number_id)], now)).ok) continue;
      const moved = await moveNumber({ organization_id, db, settings }, env, from, entry);
      if (moved) log("info", "number_moved", { organization_id, number_id });
    } catch (error) {
      log("error", "number_not_moved", { organization_id, number_id, message: innermostMessage(error) });
    }
  }
}

/** @returns whether it lies in the organization's account now */
async function moveNumber(needs: Needs, env: Env, from: CarrierAccount, entry: Entry): Promise<boolean> {
  const { organization_id, db } = needs;
  const { number_id: id, phone_number, region } = entry;
  const store = storeOf(organizationObject({ id: organization_id, region }, env));
  const number = await store.telephony.movable(id);
  const country = soldCountry.safeParse(number?.country).data;
  if (!number || number.provider_sid === null || !country) return false;
  const { provider_sid } = number;
  const sort = { country, kind: kindOfNumber(country, phone_number) };
  // Documents and the registration for texts belong to the account that they were approved for.
  if (from.client.numbers.lacksDocuments({ ...sort, needsAddress: false })) return false;
  const registered = await from.client.numbers.registration({ sid: provider_sid, phone_number });
  if (!registered.ok || registered.texts !== "none") return false;
  const opened = await accountToBuyIn(needs, sort);
  if (!opened.ok) return false;
  const { account } = opened;
  const { id: account_id } = account;
  if (account_id === null) return false;
  const taken = await from.client.subaccounts?.take(provider_sid, account);
  if (!taken?.ok) return false;
  // One whose answer was lost lies there already.
  if (taken.is_gone) {
    const looked = await account.client.numbers.look(provider_sid);
    if (!looked.ok || looked.number === null) return false;
  }
  // The index comes last: a number that is not written there is found again.
  if (!(await store.telephony.moveNumber({ id, account_id, now: Date.now() }))) {
    // It was given back meanwhile, from an account that no longer held it.
    await account.client.numbers.release(provider_sid);
    return false;
  }
  await tenant(db, organization_id)
    .update(phoneNumbers)
    .set({ account_id, updated_at: Date.now() })
    .where(
      and(
        eq(phoneNumbers.phone_number, phone_number),
        eq(phoneNumbers.organization_id, organization_id),
        isNull(phoneNumbers.account_id),
      ),
    );
  return true;
}
