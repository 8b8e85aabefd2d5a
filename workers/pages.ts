/** Pages, forms and data requests: React Router's request handler, loaded only when a page is asked for. */
import { createRequestHandler } from "@react-router/cloudflare";
import { matchRoutes, RouterContextProvider, type ServerBuild } from "react-router";
import { rehearsing } from "#app/agents/rehearsing.server.ts";
import { playing } from "#app/agents/tests/playing.server.ts";
import { pagePattern } from "#app/monitoring/page-pattern.ts";
import { cloudflare } from "#app/platform/context.ts";
import { withFaultAnswers } from "./fault-answers.ts";

type Handler = ReturnType<typeof createRequestHandler>;
/** The package types its handler for Pages; a Worker has no ASSETS fetcher of that kind, hence the one cast. */
type PagesEvent = Parameters<Handler>[0];

/** The context of each request that the handler is working on. */
const contexts = new WeakMap<Request, RouterContextProvider>();

type Made = { handle: Handler; patterns: { path: string }[] };
let made: Made | null = null;

/** The whole pattern of every route's address, from its own part and those of the routes around it. */
function patternsOf({ routes }: Pick<ServerBuild, "routes">): { path: string }[] {
  const whole = (id: string | undefined): string => {
    const found = id === undefined ? undefined : routes[id];
    return found ? [whole(found.parentId), found.path ?? ""].filter((part) => part !== "").join("/") : "";
  };
  const paths = Object.keys(routes).map((id) => `/${whole(id)}`);
  return [...new Set(paths)].filter((path) => path !== "/*").map((path) => ({ path }));
}

/**
 * One handler for each isolate: making it derives every route of the build. Requests share the handler and not the
 * promise of it: with the request that began the loading, the promise would end unanswered for all that wait.
 */
async function handler(): Promise<Made> {
  if (made) return made;
  const build = await import("virtual:react-router/server-build");
  made ??= {
    handle: createRequestHandler({
      build: withFaultAnswers(build as ServerBuild),
      getLoadContext: ({ request }) => contexts.get(request) ?? new RouterContextProvider(),
    }),
    patterns: patternsOf(build as ServerBuild),
  };
  return made;
}

/** Headers that HTTP demands with a status, and that React Router drops from thrown answers: `Allow` with 405, `Retry-After` with 429 and 503. */
const owed: Record<number, [name: string, value: string]> = {
  405: ["allow", "GET, HEAD"],
  429: ["retry-after", "60"],
  503: ["retry-after", "5"],
};

/**
 * A page with `Referrer-Policy: no-referrer` posts its forms with `Origin: null`, which React Router would treat as
 * another site. The front door has already checked such posts by `Sec-Fetch-Site`.
 */
function withoutNullOrigin(request: Request): Request {
  if (request.headers.get("origin") !== "null") return request;
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
}

/** Answers a page, a form or a data request. */
export async function page(asked: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const request = withoutNullOrigin(asked);
  const context = new RouterContextProvider();
  context.set(cloudflare, { env, ctx, cf: asked.cf });
  context.set(playing, async (test, place) =>
    (await import("./agent-tests.ts")).playTestsBy(env)(test, place),
  );
  context.set(rehearsing, async (turn) => (await import("./rehearsal.ts")).rehearse(turn, env));
  const { handle, patterns } = await handler();
  context.set(pagePattern, (path) => matchRoutes(patterns, path)?.at(-1)?.route.path ?? null);
  contexts.set(request, context);
  const event = {
    request,
    env,
    waitUntil: ctx.waitUntil.bind(ctx),
    passThroughOnException: () => {},
    params: {},
    data: {},
    functionPath: "",
    next: () => Promise.resolve(new Response(null, { status: 404 })),
  };
  const response = (await handle(event as unknown as PagesEvent)) as Response;
  const [name, value] = owed[response.status] ?? [];
  if (!name || !value || response.headers.has(name)) return response;
  const whole = new Response(response.body, response);
  whole.headers.set(name, value);
  return whole;
}
