/** Erases a person from campaigns: their leads and attempts, and what the ledger says of them. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { forget } from "./ledger.store.ts";

/** Whose: their contacts and their numbers. */
type Theirs = { readonly ids: readonly string[]; readonly phones: readonly string[] };

/** Repeating it changes nothing. The hashes of the ledger stay, so what is left of it still verifies. */
export function eraseFromCampaigns(db: OrganizationDatabase, { ids, phones }: Theirs, now: number): void {
  const isTheirs = sql`(contact_id in (select value from json_each(${JSON.stringify(ids)}))
    or phone_number in (select value from json_each(${JSON.stringify(phones)})))`;
  forget(
    db,
    sql`contact_id in (select value from json_each(${JSON.stringify(ids)}))
      or attempt_id in (select id from dial_attempts where ${isTheirs})`,
    now,
  );
  db.run(sql`delete from dial_attempts where ${isTheirs}`);
  db.run(sql`update campaign_counts set leads = leads - (select count(*) from campaign_leads l
    where l.campaign_id = campaign_counts.campaign_id and l.state = campaign_counts.state
      and coalesce(l.result, '') = campaign_counts.result and ${isTheirs})
    where campaign_id in (select campaign_id from campaign_leads where ${isTheirs})`);
  db.run(sql`delete from campaign_leads where ${isTheirs}`);
}
