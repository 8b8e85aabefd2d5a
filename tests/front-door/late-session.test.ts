/** What is answered while the database keeps silent: the bound is the product's own two seconds. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openLiveFeed } from "#workers/live-door.ts";
import { answerWith } from "../support/built-app.ts";
import { memberOf, origin } from "../support/people.ts";

/** A database that takes every statement and answers none. */
function silent(database: D1Database, isAsked = () => {}): D1Database {
  const never = () => {
    isAsked();
    return new Promise<never>(() => {});
  };
  const quiet = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) =>
        name === "bind" ? (...values: unknown[]) => quiet(target.bind(...values)) : never,
    });
  return new Proxy(database, {
    get: (target, name) =>
      name === "withSession"
        ? () =>
            new Proxy(target.withSession(), {
              get: (session, key) =>
                key === "prepare"
                  ? (sql: string) => quiet(session.prepare(sql))
                  : key === "getBookmark"
                    ? () => null
                    : never,
            })
        : never,
  });
}

async function asked(path: string, init: RequestInit = {}, database = silent(env.DB)): Promise<Response> {
  const { cookie } = await memberOf();
  const request = new Request(`${origin}${path}`, {
    redirect: "manual",
    ...init,
    headers: { cookie, "sec-fetch-site": "same-origin", origin },
  });
  return answerWith({ DB: database }, request);
}

test.each(["/auth", "/email-verified"])("%s is drawn as for nobody, and says so", async (path) => {
  const answer = await asked(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("server-timing")).toContain("session-default");
  expect(await answer.text()).toContain("Sign in");
});

test.each(["/dashboard", "/agents", "/agents.data"])(
  "%s sends nobody to sign in who may be signed in already",
  async (path) => {
    const answer = await asked(path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.text()).toContain("respond in time. Please try again.");
  },
);

test("the session's loading ends with its default after 2 s, and not before", async () => {
  const turn = setTimeout;
  const settled = { is: false };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = await new Promise<{ whole: Promise<Response> }>((resolve) => {
      const whole = asked(
        "/auth",
        {},
        silent(env.DB, () => turn(() => resolve({ whole }), 0)),
      );
      whole.finally(() => {
        settled.is = true;
      });
    });
    vi.advanceTimersByTime(1999);
    await new Promise((resolve) => turn(resolve, 0));
    expect(settled.is).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect((await answer.whole).headers.get("server-timing")).toContain("session-default");
  } finally {
    vi.useRealTimers();
  }
});

test("no form says that a session is over which may not be", async () => {
  const body = new URLSearchParams({ intent: "verify", code: "123456" });
  expect((await asked("/auth", { method: "POST", body })).status).toBe(503);
});

test("a live feed is not refused for ever", async () => {
  const { cookie, organizationId } = await memberOf();
  const request = new Request(`${origin}/live?organization_id=${organizationId}`, {
    headers: { cookie, origin, upgrade: "websocket" },
  });
  const opening = openLiveFeed(request, { ...env, DB: silent(env.DB) }, createExecutionContext());
  await expect(opening).rejects.toMatchObject({ code: "unavailable" });
});
