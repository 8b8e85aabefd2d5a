/** React Router's handler, loaded only when a page is asked for. */
import { createRequestHandler } from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { cloudflare } from "#app/platform/context.ts";
import { withFaultAnswers } from "./fault-answers.ts";

/** The package types its handler for Pages; a Worker has no ASSETS fetcher of that kind, hence the one cast. */
type PagesEvent = Parameters<ReturnType<typeof createRequestHandler>>[0];

const build = async (): Promise<ServerBuild> =>
  withFaultAnswers((await import("virtual:react-router/server-build")) as ServerBuild);

/** What an answer of a status must say, and React Router drops from what is thrown: a page without an action can only be read, and what was silent may speak again soon. */
const owed: Record<number, [name: string, value: string]> = {
  405: ["allow", "GET, HEAD"],
  429: ["retry-after", "60"],
  503: ["retry-after", "5"],
};

/**
 * The forms of a page that lets nobody know where it was (R40) come as `Origin: null`. The front door has decided by then
 * whether they may, by `Sec-Fetch-Site` (R7); React Router would take "null" for another site.
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
  const handler = createRequestHandler({
    build,
    getLoadContext: () => {
      const context = new RouterContextProvider();
      context.set(cloudflare, { env, ctx, cf: asked.cf });
      return context;
    },
  });
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
  const response = (await handler(event as unknown as PagesEvent)) as Response;
  const [name, value] = owed[response.status] ?? [];
  if (!name || !value || response.headers.has(name)) return response;
  const whole = new Response(response.body, response);
  whole.headers.set(name, value);
  return whole;
}
