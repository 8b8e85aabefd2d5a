/** A page asked for while the database breaks the connection off for some of its statements. */
import { env } from "cloudflare:workers";
import { answerWith } from "./built-app.ts";
import { origin } from "./people.ts";

/**
 * A database that breaks off whatever mentions this, alone or in a batch.
 * @param words what it says meanwhile
 */
export function breaking(
  database: D1Database,
  mention: string,
  words = "Network connection lost.",
): D1Database {
  const lost = () => Promise.reject(new Error(words));
  const broken = new WeakSet<D1PreparedStatement>();
  const dead = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get: (_, method) => (method === "bind" ? () => dead(statement) : lost),
    });
    broken.add(proxy);
    return proxy;
  };
  const session = (): D1DatabaseSession => {
    const real = database.withSession();
    return new Proxy(real, {
      get: (_, key) => {
        if (key === "getBookmark") return () => null;
        if (key === "batch")
          return (all: D1PreparedStatement[]) =>
            all.some((one) => broken.has(one)) ? lost() : real.batch(all);
        return (sql: string) => (sql.includes(mention) ? dead(real.prepare(sql)) : real.prepare(sql));
      },
    });
  };
  return new Proxy(database, { get: (_, name) => (name === "withSession" ? session : lost) });
}

/**
 * @param mention the statements that break off are those that hold it, such as a table's name
 * @param path on the main host, or a whole address
 */
export const withBrokenDatabase = (
  mention: string,
  path: string,
  cookie: string,
  init: RequestInit = {},
): Promise<Response> =>
  answerWith(
    { DB: breaking(env.DB, mention) },
    new Request(new URL(path, origin), {
      redirect: "manual",
      ...init,
      headers: {
        cookie,
        origin,
        "sec-fetch-site": "same-origin",
        accept: "text/html",
        ...Object.fromEntries(new Headers(init.headers)),
      },
    }),
  );
