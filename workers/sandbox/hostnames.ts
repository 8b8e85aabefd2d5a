/** The custom hostnames of the zone, as Cloudflare stores them: each look at one takes it one step further. */
import { z } from "zod";
import type { DnsRecords } from "./dns.ts";
import { localSettings } from "./local-bindings.ts";

const row = z.object({
  id: z.string(),
  hostname: z.string(),
  status: z.string(),
  ssl_status: z.string(),
  ownership: z.string(),
  challenge: z.string(),
  /** What the sandbox was ordered to say instead; null: what DNS shows. */
  ordered_status: z.string().nullable(),
  ordered_ssl_status: z.string().nullable(),
  created_at: z.number(),
  /** Whether a look found it pointing here since its validation began: without that it cannot have moved. */
  has_pointed: z.number(),
});
type Row = z.infer<typeof row>;

/** A hostname with what is wrong with it, in Cloudflare's words. */
export type Hostname = Row & { verification_errors: string[]; validation_errors: string[] };

/**
 * What a person or a test orders: `lost` makes Cloudflare forget the hostname, `unlisted` leaves it out of the next list
 * (which may lag behind a creation), `quota` limits how many there may be.
 */
export const hostnameOrder = z.union([
  z.strictObject({
    hostname: z.string().toLowerCase(),
    status: z.string().nullable().optional(),
    ssl_status: z.string().nullable().optional(),
    lost: z.literal(true).optional(),
    unlisted: z.literal(true).optional(),
  }),
  z.strictObject({ quota: z.number().int().min(0) }),
]);
export type HostnameOrder = z.output<typeof hostnameOrder>;

/** As many as a zone without an Enterprise plan may have. */
const allocated = 50_000;
/** The authorities that Cloudflare orders certificates from (reference/certificate-authorities in its documentation). */
const authorities = ["pki.goog", "letsencrypt.org", "ssl.com"];
const unlistedKey = (hostname: string): string => `hostname_unlisted:${hostname}`;
const afterValidation: Record<string, string> = {
  pending_issuance: "pending_deployment",
  pending_deployment: "active",
};

export class Hostnames {
  readonly #sql: SqlStorage;
  readonly #kv: SyncKvStorage;
  readonly #dns: DnsRecords;

  constructor({ sql, kv }: DurableObjectStorage, dns: DnsRecords) {
    this.#sql = sql;
    this.#kv = kv;
    this.#dns = dns;
    sql.exec(
      `create table if not exists hostnames (
        id text primary key, hostname text not null unique, status text not null, ssl_status text not null,
        ownership text not null, challenge text not null, ordered_status text, ordered_ssl_status text,
        created_at integer not null, has_pointed integer not null default 0)`,
    );
    // Upgrades the database of an earlier version.
    const columns = sql.exec("select name from pragma_table_info('hostnames')").toArray();
    if (!columns.some(({ name }) => name === "has_pointed"))
      sql.exec("alter table hostnames add column has_pointed integer not null default 0");
  }

  /** @returns why it cannot be created, by Cloudflare's code */
  create(hostname: string, now: number): Hostname | { code: 1405 | 1406 } {
    if (this.find(hostname)) return { code: 1406 };
    const quota = this.quota();
    if (quota.used >= quota.allocated) return { code: 1405 };
    this.#sql.exec(
      "insert into hostnames values (?, ?, 'pending', 'initializing', ?, ?, null, null, ?, 0)",
      crypto.randomUUID().replaceAll("-", ""),
      hostname,
      crypto.randomUUID(),
      crypto.randomUUID().replaceAll("-", ""),
      now,
    );
    const made = this.find(hostname);
    if (!made) throw new Error(`${hostname} was not kept`);
    return made;
  }

  list(): Hostname[] {
    return this.#sql
      .exec("select * from hostnames order by created_at desc")
      .toArray()
      .map((found) => this.#judged(row.parse(found)));
  }

  find(hostname: string): Hostname | null {
    return this.list().find((one) => one.hostname === hostname) ?? null;
  }

  /** The hostnames of a name, as the API lists them. */
  named(hostname: string): Hostname[] {
    const found = this.list().filter((one) => one.hostname === hostname);
    return this.#kv.delete(unlistedKey(hostname)) ? [] : found;
  }

  /** Looks at a hostname, which takes it one step further. */
  look(id: string): Hostname | null {
    const found = this.list().find((one) => one.id === id);
    if (!found) return null;
    const status = found.ordered_status ?? this.#nextStatus(found);
    const ssl_status = found.ordered_ssl_status ?? this.#nextSslStatus(found);
    this.#sql.exec(
      "update hostnames set status = ?, ssl_status = ?, has_pointed = max(has_pointed, ?) where id = ?",
      status,
      ssl_status,
      this.#pointsHere(found.hostname) ? 1 : 0,
      id,
    );
    return this.find(found.hostname);
  }

  /** Starts validation over, as a PATCH with the same settings does; ordered statuses end. */
  restart(id: string): Hostname | null {
    this.#sql.exec(
      `update hostnames set ordered_status = null, ordered_ssl_status = null, status = 'pending',
        ssl_status = 'initializing', has_pointed = 0 where id = ?`,
      id,
    );
    return this.list().find((one) => one.id === id) ?? null;
  }

  /** @returns whether there was one */
  delete(id: string): boolean {
    const isThere = this.list().some((one) => one.id === id);
    this.#sql.exec("delete from hostnames where id = ?", id);
    return isThere;
  }

  quota(): { allocated: number; used: number } {
    const limit = z
      .number()
      .nullable()
      .parse(this.#kv.get("hostname_quota") ?? null);
    return { allocated: limit ?? allocated, used: this.list().length };
  }

  order(order: HostnameOrder): void {
    if ("quota" in order) {
      this.#kv.put("hostname_quota", order.quota);
      return;
    }
    const { hostname, status, ssl_status, lost, unlisted } = order;
    if (unlisted) this.#kv.put(unlistedKey(hostname), true);
    if (lost) this.#sql.exec("delete from hostnames where hostname = ?", hostname);
    if (status !== undefined)
      this.#sql.exec("update hostnames set ordered_status = ? where hostname = ?", status, hostname);
    if (ssl_status !== undefined)
      this.#sql.exec("update hostnames set ordered_ssl_status = ? where hostname = ?", ssl_status, hostname);
  }

  #pointsHere(hostname: string): boolean {
    const { CUSTOMERS_HOST } = localSettings("");
    const target = this.#dns.lookup(CUSTOMERS_HOST, "A").records.map(({ value }) => value);
    return this.#dns.lookup(hostname, "A").records.some(({ value }) => target.includes(value));
  }

  #hasText(name: string, value: string): boolean {
    return this.#dns.lookup(name, "TXT").records.some((record) => record.value === value);
  }

  #isOwned({ hostname, ownership }: Row): boolean {
    return this.#pointsHere(hostname) || this.#hasText(`_cf-custom-hostname.${hostname}`, ownership);
  }

  /** One that has moved stays so until its validation is started over. */
  #nextStatus(found: Row): string {
    if (found.status === "moved") return found.status;
    if (found.has_pointed === 1 && !this.#pointsHere(found.hostname)) return "moved";
    return found.status === "active" || this.#isOwned(found) ? "active" : "pending";
  }

  #nextSslStatus({ hostname, ssl_status, challenge }: Row): string {
    if (ssl_status === "initializing") return "pending_validation";
    if (ssl_status !== "pending_validation") return afterValidation[ssl_status] ?? ssl_status;
    const isProven = this.#pointsHere(hostname) || this.#hasText(`_acme-challenge.${hostname}`, challenge);
    return isProven && !this.#isForbidden(hostname) ? "pending_issuance" : ssl_status;
  }

  /** Whether CAA records allow none of the authorities: the nearest name with such records decides (RFC 8659). */
  #isForbidden(hostname: string): boolean {
    const labels = hostname.split(".");
    for (let at = 0; at < labels.length; at++) {
      const found = this.#dns.lookup(labels.slice(at).join("."), "CAA").records;
      const records = found.filter(({ type }) => type === "CAA");
      const issuers = records.flatMap(({ value }) => /issue "([^";]*)/.exec(value)?.[1]?.trim() ?? []);
      if (records.length > 0) return !issuers.some((one) => authorities.includes(one));
    }
    return false;
  }

  #judged(found: Row): Hostname {
    const isPending = found.status === "pending";
    const isRefused = found.ssl_status === "pending_validation" && this.#isForbidden(found.hostname);
    return {
      ...found,
      verification_errors: isPending ? ["custom hostname does not CNAME to this zone."] : [],
      validation_errors: isRefused ? ["caa_error: CAA record prevents issuing the certificate"] : [],
    };
  }
}
