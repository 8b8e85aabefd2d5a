/** The bindings of one invocation, with its statements to D1 counted: all that happens in it shares one limit (R33). */

export type Counted = { env: Env; spent: () => number };

/** A binding whose one method is another, and the rest its own. */
const withMethod = <T extends object>(target: T, name: string, method: unknown): T =>
  new Proxy(target, {
    get(from, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(from, key);
      return typeof value === "function" ? value.bind(from) : value;
    },
  });

/** Each statement is prepared once for each time that it runs, alone or in a batch. */
export function countedEnv(env: Env): Counted {
  let statements = 0;
  const DB = withMethod(env.DB, "withSession", (start?: string) => {
    const session = env.DB.withSession(start);
    return withMethod(session, "prepare", (sql: string) => {
      statements += 1;
      return session.prepare(sql);
    });
  });
  const counted = new Proxy(env, {
    get: (from, key): unknown => (key === "DB" ? DB : Reflect.get(from, key)),
  });
  return { env: counted, spent: () => statements };
}
