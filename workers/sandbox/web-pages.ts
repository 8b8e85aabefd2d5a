/** Pages of the web at large: those that tests and hands set, and a few that are always there. */
import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";

/** `size`: so many bytes of body instead; `location` makes a redirect of the status. */
export const webPage = z.object({
  host: z.string().min(1).max(253).toLowerCase(),
  path: z.string().min(1).max(2000).default("/"),
  status: z.int().min(200).max(599).default(200),
  type: z.string().max(200).default("text/html; charset=utf-8"),
  location: z.string().max(2000).nullable().default(null),
  body: z.string().max(1_000_000).default(""),
  size: z.int().min(0).max(200_000_000).nullable().default(null),
  delay_ms: z.int().min(0).max(minute_ms).default(0),
  /** Keeps what is posted, for /sandbox/received; the first so many are answered with 500. */
  keeps: z.boolean().default(false),
  fails: z.int().min(0).default(0),
  /** Answers with the request instead, as JSON: its method, its headers and its body. */
  echo: z.boolean().default(false),
});
export type WebPage = z.output<typeof webPage>;

/** The host of the pages that are always there, and its address in DNS. */
export const examplePages = { host: "pages.sandbox.test", address: "93.184.215.14" } as const;

/** A host that keeps whatever is posted to it, and its address in DNS. */
export const receiver = { host: "hooks.sandbox.test", address: "93.184.215.15" } as const;

/** A request that a page kept. */
export type Received = { path: string; at: number; headers: Record<string, string>; body: string };

const receivedRow = z.object({ path: z.string(), at: z.number(), headers: z.string(), body: z.string() });
const headersShape = z.record(z.string(), z.string());
/** Of a host, the newest. */
const mostReceived = 500;

const prices = `<!doctype html><html><head><title>Prices</title></head><body><nav>Home Prices</nav>
<h1>Prices</h1><p>A cleaning costs $90. Whitening is $250 for both rows of teeth.</p>
<h2>Parking</h2><p>Parking is free behind the building; enter from Mill Lane.</p></body></html>`;

const examples: readonly Partial<WebPage>[] = [
  { path: "/prices", body: prices },
  { path: "/moved", status: 302, location: "/prices" },
  { path: "/inward", status: 302, location: "http://169.254.169.254/latest/meta-data" },
  { path: "/loop", status: 302, location: "/loop" },
  { path: "/echo", echo: true },
];

export class WebPages {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists web_pages (host text not null, path text not null, page text not null, primary key (host, path))",
    );
    sql.exec(
      "create table if not exists web_received (id integer primary key, host text not null, path text not null, at integer not null, headers text not null, body text not null)",
    );
    sql.exec("create index if not exists web_received_host on web_received (host, id)");
  }

  /** Keeps a request. @returns how many its page has kept by now */
  keep(host: string, { path, at, headers, body }: Received): number {
    this.#sql.exec(
      "insert into web_received (host, path, at, headers, body) values (?, ?, ?, ?, ?)",
      host,
      path,
      at,
      JSON.stringify(headers),
      body,
    );
    this.#sql.exec(
      "delete from web_received where host = ? and id <= (select id from web_received where host = ? order by id desc limit 1 offset ?)",
      host,
      host,
      mostReceived,
    );
    const [counted] = this.#sql
      .exec("select count(*) as n from web_received where host = ? and path = ?", host, path)
      .toArray();
    return Number(counted?.n ?? 0);
  }

  /** What a host kept, the oldest first. */
  received(host: string): Received[] {
    return this.#sql
      .exec("select path, at, headers, body from web_received where host = ? order by id", host)
      .toArray()
      .map((row) => receivedRow.parse(row))
      .map((row) => ({ ...row, headers: headersShape.parse(JSON.parse(row.headers)) }));
  }

  set(page: WebPage): void {
    this.#sql.exec(
      "insert or replace into web_pages values (?, ?, ?)",
      page.host,
      page.path,
      JSON.stringify(page),
    );
  }

  find(host: string, path: string): WebPage | null {
    const [set] = this.#sql
      .exec("select page from web_pages where host = ? and path = ?", host, path)
      .toArray();
    if (set) return webPage.parse(JSON.parse(String(set.page)));
    if (host === receiver.host)
      return webPage.parse({ host, path, keeps: true, type: "text/plain", body: "OK" });
    const example = host === examplePages.host ? examples.find((one) => one.path === path) : undefined;
    return example ? webPage.parse({ host, ...example }) : null;
  }
}

const chunk = 65_536;

function filled(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const next = Math.min(left, chunk);
      left -= next;
      if (next > 0) controller.enqueue(new Uint8Array(next).fill(97));
      if (left === 0) controller.close();
    },
  });
}

/** A page as its server answers it. */
export async function served(
  { status, type, location, body, size, delay_ms, echo }: WebPage,
  request: Request,
): Promise<Response> {
  if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms));
  if (echo) {
    const { method, headers } = request;
    return Response.json(
      { method, headers: Object.fromEntries(headers), body: await request.text() },
      { status },
    );
  }
  const headers = new Headers({ "content-type": type, ...(location !== null && { location }) });
  return new Response(size === null ? body : filled(size), { status, headers });
}
