/** The tables of one organization's database: made whole in a new one, brought up to date in an older one. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import migrations from "#drizzle/organization/migrations.js";
import whole from "#drizzle/organization/whole/schema.sql";

/** The names of the tables that an object's storage holds, without the platform's own. */
export const tablesIn = (storage: DurableObjectStorage): string[] =>
  storage.sql
    .exec<{ name: string }>(
      "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
    )
    .toArray()
    .map(({ name }) => name);

/** The time of the newest migration, by which the migrator knows which ones an object has. */
const newest = Math.max(...migrations.journal.entries.map(({ when }) => when));

/** Brings a database to today's schema: an empty one in one step, as if it had taken every migration. */
export async function bringUpToDate(storage: DurableObjectStorage): Promise<void> {
  const db = drizzle(storage);
  if (tablesIn(storage).length === 0)
    storage.transactionSync(() => {
      storage.sql.exec(whole);
      // The migrator's own table, as it makes it.
      db.run(
        sql`create table __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
      );
      db.run(sql`insert into __drizzle_migrations (hash, created_at) values ('', ${newest})`);
    });
  await migrate(db, migrations);
}
