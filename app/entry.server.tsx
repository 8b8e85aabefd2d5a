/** Renders a document on the server, and records what loaders and actions throw. */
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(requestFacts);
  let answered = status;
  const body = await renderToReadableStream(
    <ServerRouter context={entry} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        answered = 500;
        handleError(error, { request, params: {}, context });
      },
    },
  );
  if (isbot(request.headers.get("user-agent"))) await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status: answered, headers });
}

/** React Router hands over everything that was thrown and not answered; aborted requests are nobody's error. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const { env, ctx } = context.get(cloudflare);
  const { id, errorOwner } = context.get(requestFacts);
  ctx.waitUntil(
    recordError(env, {
      error,
      url: new URL(request.url).pathname,
      request_id: id,
      severity: "error",
      user_agent: request.headers.get("user-agent"),
      ...errorOwner,
    }),
  );
};
