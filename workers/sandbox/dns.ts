/** Plays DNS: the records that people set on /sandbox/dns, and https://cloudflare-dns.com/dns-query, which answers from them. */
import { z } from "zod";
import { localSettings } from "./local-bindings.ts";
import { examplePages, receiver } from "./web-pages.ts";

/** The numbers of the record types (RFC 1035, RFC 3596, RFC 8659). */
const typeNumbers = { A: 1, CNAME: 5, TXT: 16, AAAA: 28, CAA: 257 } as const;
const recordTypes = ["A", "AAAA", "CNAME", "TXT", "CAA"] as const;
type RecordType = (typeof recordTypes)[number];

const nameOf = z
  .string()
  .min(1)
  .max(253)
  .transform((name) => name.toLowerCase().replace(/\.$/, ""));

/** A CAA value is written as zone files do: `0 issue "letsencrypt.org"`. */
export const dnsRecord = z.object({
  name: nameOf,
  type: z.enum(recordTypes),
  value: z.string().min(1).max(1000),
});
export type DnsRecord = z.output<typeof dnsRecord>;

const maxChain = 8;
const ttl_s = 60;

/** The address that the target of all custom domains has, as a flattened name shows it. */
export const targetAddress = "192.0.2.10";

export class DnsRecords {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists dns_records (
        name text not null, type text not null, value text not null, primary key (name, type, value))`,
    );
  }

  /** Adds a record; a name has one CNAME, so another one replaces it. */
  set({ name, type, value }: DnsRecord): void {
    if (type === "CNAME") this.remove({ name, type });
    this.#sql.exec("insert or ignore into dns_records values (?, ?, ?)", name, type, value);
  }

  /** Removes the records of a name, of one type if one is given. */
  remove({ name, type }: { name: string; type?: RecordType | undefined }): void {
    this.#sql.exec("delete from dns_records where name = ? and type = coalesce(?, type)", name, type ?? null);
  }

  clear(): void {
    this.#sql.exec("delete from dns_records where name is not null");
  }

  list(): DnsRecord[] {
    return this.#sql
      .exec("select name, type, value from dns_records order by name, type, value")
      .toArray()
      .map((found) => dnsRecord.parse(found));
  }

  /** The records of a name, with the chain of aliases that leads to them. */
  lookup(asked: string, type: RecordType): { records: DnsRecord[]; exists: boolean } {
    const { CUSTOMERS_HOST } = localSettings("");
    const all: DnsRecord[] = [
      ...this.list(),
      { name: CUSTOMERS_HOST, type: "A", value: targetAddress },
      { name: examplePages.host, type: "A", value: examplePages.address },
      { name: receiver.host, type: "A", value: receiver.address },
    ];
    const records: DnsRecord[] = [];
    let name = asked;
    for (let step = 0; step < maxChain; step++) {
      const here = all.filter((record) => record.name === name);
      const alias = here.find((record) => record.type === "CNAME");
      records.push(...here.filter((record) => record.type === type && record !== alias));
      if (!alias) break;
      records.push(alias);
      if (type === "CNAME") break;
      name = alias.value.toLowerCase().replace(/\.$/, "");
    }
    const below = `.${asked}`;
    return { records, exists: all.some((record) => record.name === asked || record.name.endsWith(below)) };
  }
}

type Zone = { lookup(name: string, type: RecordType): Promise<ReturnType<DnsRecords["lookup"]>> };

const question = z.object({ name: nameOf, type: z.enum(recordTypes) });

/** Names end in a dot and texts stand in quotation marks, as Cloudflare's resolver writes them. */
const dataOf = ({ type, value }: DnsRecord): string =>
  type === "TXT" ? JSON.stringify(value) : type === "CNAME" ? `${value.replace(/\.$/, "")}.` : value;

/** Answers a request to cloudflare-dns.com. */
export async function dns(request: Request, zone: Zone): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== "/dns-query") return new Response(null, { status: 404 });
  if (request.headers.get("accept") !== "application/dns-json") return new Response(null, { status: 415 });
  const asked = question.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) return new Response(null, { status: 400 });
  const { name, type } = asked.data;
  const { records, exists } = await zone.lookup(name, type);
  const body = {
    Status: exists ? 0 : 3,
    TC: false,
    RD: true,
    RA: true,
    AD: false,
    CD: false,
    Question: [{ name, type: typeNumbers[type] }],
    ...(records.length > 0 && {
      Answer: records.map((record) => ({
        name: record.name,
        type: typeNumbers[record.type],
        TTL: ttl_s,
        data: dataOf(record),
      })),
    }),
  };
  return Response.json(body, { headers: { "content-type": "application/dns-json" } });
}
