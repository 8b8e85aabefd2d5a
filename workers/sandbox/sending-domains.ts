/** The domains that mail may come from, as Resend stores them: a look verifies one whose records are in DNS. */
import { z } from "zod";
import type { DnsRecords } from "./dns.ts";

const row = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  key: z.string(),
  /** What the sandbox was ordered to say; null: what DNS shows. */
  ordered: z.string().nullable(),
});
export type SendingDomain = z.infer<typeof row>;

export const senderOrder = z.strictObject({ name: z.string().toLowerCase(), status: z.string().nullable() });
export type SenderOrder = z.output<typeof senderOrder>;

export const spf = "v=spf1 include:amazonses.com ~all";

export class SendingDomains {
  readonly #sql: SqlStorage;
  readonly #dns: DnsRecords;

  constructor(sql: SqlStorage, dns: DnsRecords) {
    this.#sql = sql;
    this.#dns = dns;
    sql.exec(
      `create table if not exists sending_domains (
        id text primary key, name text not null unique, status text not null, key text not null, ordered text)`,
    );
  }

  list(): SendingDomain[] {
    return this.#sql
      .exec("select * from sending_domains order by name")
      .toArray()
      .map((found) => row.parse(found));
  }

  /** Null: there is one of that name already. */
  create(name: string): SendingDomain | null {
    if (this.list().some((one) => one.name === name)) return null;
    const key = `p=${crypto.randomUUID().replaceAll("-", "")}`;
    this.#sql.exec(
      "insert into sending_domains values (?, ?, 'not_started', ?, null)",
      crypto.randomUUID(),
      name,
      key,
    );
    return this.list().find((one) => one.name === name) ?? null;
  }

  /** Looks at a domain: one that is being verified is verified once its records are there. */
  look(id: string): SendingDomain | null {
    const found = this.list().find((one) => one.id === id);
    if (!found) return null;
    const has = (name: string, value: string) =>
      this.#dns.lookup(name, "TXT").records.some((record) => record.value === value);
    const isSet = has(`send.${found.name}`, spf) && has(`resend._domainkey.${found.name}`, found.key);
    const status = found.ordered ?? (isSet && found.status !== "not_started" ? "verified" : found.status);
    this.#sql.exec("update sending_domains set status = ? where id = ?", status, id);
    return { ...found, status };
  }

  verify(id: string): boolean {
    this.#sql.exec("update sending_domains set status = 'pending' where id = ? and status <> 'verified'", id);
    return this.list().some((one) => one.id === id);
  }

  delete(id: string): boolean {
    const isThere = this.list().some((one) => one.id === id);
    this.#sql.exec("delete from sending_domains where id = ?", id);
    return isThere;
  }

  order({ name, status }: SenderOrder): void {
    this.#sql.exec("update sending_domains set ordered = ? where name = ?", status, name);
  }
}
