/** React Router's handler, loaded only when a page is asked for. */
import { createRequestHandler } from "@react-router/cloudflare";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { cloudflare } from "#app/platform/context.ts";
import { withFaultAnswers } from "./fault-answers.ts";

/** The package types its handler for Pages; a Worker has no ASSETS fetcher of that kind, hence the one cast. */
type PagesEvent = Parameters<ReturnType<typeof createRequestHandler>>[0];

const build = async (): Promise<ServerBuild> =>
  withFaultAnswers((await import("virtual:react-router/server-build")) as ServerBuild);

/** Answers a page, a form or a data request. */
export async function page(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const handler = createRequestHandler({
    build,
    getLoadContext: () => {
      const context = new RouterContextProvider();
      context.set(cloudflare, { env, ctx, cf: request.cf });
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
  // A page without an action can only be read; React Router says that it is 405 and not what is allowed.
  if (response.status !== 405 || response.headers.has("allow")) return response;
  const readOnly = new Response(response.body, response);
  readOnly.headers.set("allow", "GET, HEAD");
  return readOnly;
}
