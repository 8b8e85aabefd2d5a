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
});
export type WebPage = z.output<typeof webPage>;

/** The host of the pages that are always there, and its address in DNS. */
export const examplePages = { host: "pages.sandbox.test", address: "93.184.215.14" } as const;

const prices = `<!doctype html><html><head><title>Prices</title></head><body><nav>Home Prices</nav>
<h1>Prices</h1><p>A cleaning costs $90. Whitening is $250 for both rows of teeth.</p>
<h2>Parking</h2><p>Parking is free behind the building; enter from Mill Lane.</p></body></html>`;

const examples: readonly Partial<WebPage>[] = [
  { path: "/prices", body: prices },
  { path: "/moved", status: 302, location: "/prices" },
  { path: "/inward", status: 302, location: "http://169.254.169.254/latest/meta-data" },
  { path: "/loop", status: 302, location: "/loop" },
];

export class WebPages {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists web_pages (host text not null, path text not null, page text not null, primary key (host, path))",
    );
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
export async function served({ status, type, location, body, size, delay_ms }: WebPage): Promise<Response> {
  if (delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, delay_ms));
  const headers = new Headers({ "content-type": type, ...(location !== null && { location }) });
  return new Response(size === null ? body : filled(size), { status, headers });
}
