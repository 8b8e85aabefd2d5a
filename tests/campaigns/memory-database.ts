/** An organization's database in plain Node: the object's own tables in SQLite, behind the interface that its stores use. */
import { readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { drizzle } from "drizzle-orm/durable-sqlite";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";

const folder = new URL("../../drizzle/organization/", import.meta.url);

/** The part of an object's storage that the driver uses. */
function storageOf(sqlite: DatabaseSync) {
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const statementOf = (text: string, isRaw: boolean) => {
    const key = `${isRaw} ${text}`;
    const known = prepared.get(key);
    if (known) return known;
    const made = sqlite.prepare(text);
    made.setReturnArrays(isRaw);
    prepared.set(key, made);
    return made;
  };
  let depth = 0;
  return {
    sql: {
      exec: (text: string, ...values: SQLInputValue[]) => {
        const params = values.map((value) => (typeof value === "boolean" ? Number(value) : value));
        let done: unknown[] | null = null;
        const rows = (isRaw: boolean): unknown[] => {
          done ??= statementOf(text, isRaw).all(...params);
          return done;
        };
        // Statements without results run at once; the others when they are read.
        if (/^\s*(insert|update|delete)/i.test(text) && !/returning/i.test(text)) rows(false);
        return {
          toArray: () => rows(false),
          raw: () => ({ toArray: () => rows(true) }),
          next: () => ({ value: rows(false)[0] }),
        };
      },
    },
    transactionSync: <T>(work: () => T): T => {
      const name = `t${depth++}`;
      sqlite.exec(`savepoint ${name}`);
      try {
        const value = work();
        sqlite.exec(`release ${name}`);
        return value;
      } catch (error) {
        sqlite.exec(`rollback to ${name}`);
        sqlite.exec(`release ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
  };
}

export type Memory = {
  sqlite: DatabaseSync;
  /** The stores' database, as a fresh instance of the object sees it. */
  fresh(): OrganizationDatabase;
  transaction<T>(work: () => T): T;
};

export function memoryDatabase(): Memory {
  const sqlite = new DatabaseSync(":memory:");
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(new URL("meta/_journal.json", folder), "utf8"),
  );
  for (const { tag } of journal.entries)
    for (const statement of readFileSync(new URL(`${tag}.sql`, folder), "utf8").split(
      "--> statement-breakpoint",
    ))
      sqlite.exec(statement);
  const storage = storageOf(sqlite);
  return {
    sqlite,
    // The driver's type is that of a whole object's storage, of which it uses these two parts.
    fresh: () => drizzle(storage as unknown as DurableObjectStorage),
    transaction: storage.transactionSync,
  };
}
