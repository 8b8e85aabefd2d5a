/** An object's SQLite with counters for the rows read and written, as the platform bills them. It refuses statements that would change a whole table. */
import { changesEveryRow } from "#app/platform/unbounded-sql.ts";

export class CountedStorage {
  readonly #cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  #read = 0;
  #written = 0;
  /** The same storage; every statement through it is counted. */
  readonly counted: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    const cursors = this.#cursors;
    const sql = new Proxy(storage.sql, {
      get(target, key) {
        if (key !== "exec") {
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === "function" ? value.bind(target) : value;
        }
        return (query: string, ...bindings: SqlStorageValue[]) => {
          if (changesEveryRow(query)) throw new Error("update and delete need a where");
          const cursor = target.exec(query, ...bindings);
          cursors.push(cursor);
          return cursor;
        };
      },
    });
    this.counted = new Proxy(storage, {
      get(target, key) {
        if (key === "sql") return sql;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** Rows so far. Cursors are asked at this point, because they count while they are consumed. */
  spent(): { read: number; written: number } {
    for (const cursor of this.#cursors.splice(0)) {
      this.#read += cursor.rowsRead;
      this.#written += cursor.rowsWritten;
    }
    return { read: this.#read, written: this.#written };
  }
}
