/** Stripe's memory: every object by its id, in the order in which it was made. */
import type { Kind, Of, StripeObject } from "./shapes.ts";

/** The objects that refer to one of these are found by it. */
type Reference = { customer: string } | { subscription: string } | { payment_intent: string };

export class ObjectStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists stripe_objects (
        number integer primary key autoincrement, id text not null unique, kind text not null, customer text,
        subscription text, payment_intent text, json text not null);
      create index if not exists stripe_objects_kind on stripe_objects (kind, number);
      create index if not exists stripe_objects_customer on stripe_objects (customer, kind);
      create index if not exists stripe_objects_subscription on stripe_objects (subscription, kind);
      create index if not exists stripe_objects_payment on stripe_objects (payment_intent, kind)`,
    );
  }

  find<K extends Kind>(kind: K, id: string): Of<K> | null {
    const [row] = this.#sql
      .exec("select json from stripe_objects where id = ? and kind = ?", id, kind)
      .toArray();
    return row ? this.#read<K>(row) : null;
  }

  /** An object of any kind. */
  any(id: string): StripeObject | null {
    const [row] = this.#sql.exec("select json from stripe_objects where id = ?", id).toArray();
    return row ? this.#read<Kind>(row) : null;
  }

  /** Newest first, as Stripe lists. */
  list<K extends Kind>(kind: K, of?: Reference): Of<K>[] {
    const [[column, value] = []] = Object.entries(of ?? {});
    const found = column
      ? this.#sql.exec(
          `select json from stripe_objects where ${column} = ? and kind = ? order by number desc`,
          value,
          kind,
        )
      : this.#sql.exec("select json from stripe_objects where kind = ? order by number desc", kind);
    return found.toArray().map((row) => this.#read<K>(row));
  }

  put(object: StripeObject): void {
    this.#sql.exec(
      `insert into stripe_objects (id, kind, customer, subscription, payment_intent, json) values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update set customer = excluded.customer, subscription = excluded.subscription,
         json = excluded.json`,
      object.id,
      object.object,
      "customer" in object ? object.customer : null,
      subscriptionOf(object),
      "payment_intent" in object ? object.payment_intent : null,
      JSON.stringify(object),
    );
  }

  remove(id: string): void {
    this.#sql.exec("delete from stripe_objects where id = ?", id);
  }

  /** Forgets all but these kinds. */
  clear(except: readonly Kind[] = []): void {
    this.#sql.exec(
      "delete from stripe_objects where kind not in (select value from json_each(?))",
      JSON.stringify(except),
    );
  }

  /** Only this class writes the column, so what is read has the type that was written. */
  #read<K extends Kind>(row: Record<string, SqlStorageValue>): Of<K> {
    return JSON.parse(String(row.json));
  }
}

function subscriptionOf(object: StripeObject): string | null {
  if (object.object === "invoice") return object.parent?.subscription_details.subscription ?? null;
  if (object.object === "invoiceitem") return object._subscription;
  if (object.object === "checkout.session" || object.object === "subscription_schedule")
    return object.subscription;
  return null;
}
