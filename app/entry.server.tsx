/** Renders a document on the server, and records what is thrown meanwhile. */
import { isbot } from "isbot";
import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { networkOf } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { InitializationFailed } from "#app/shell/error-screen.tsx";
import { DocumentContext } from "./document-context.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, id } = context.get(requestFacts);
  let isUnderway = false;
  const failedScreen = renderToStaticMarkup(<InitializationFailed requestId={id} />);
  const body = await renderToReadableStream(
    <DocumentContext value={{ nonce, failedScreen }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
      {/* In the browser another stands beside it, and ids are counted by place: without this no id would be the same there. */}
      {null}
    </DocumentContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        // What throws before is thrown again to React Router, which draws the error screen and hands it over itself.
        if (isUnderway) handleError(error, { request, params: {}, context });
      },
    },
  );
  isUnderway = true;
  if (isbot(request.headers.get("user-agent"))) await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status, headers });
}

/** The error itself; null for what is the visitor's own affair, such as an address that takes no such method. */
function faultIn(thrown: unknown): unknown {
  if (!isRouteErrorResponse(thrown)) return thrown;
  if (thrown.status < 500) return null;
  return "error" in thrown && thrown.error instanceof Error
    ? thrown.error
    : new Error(`${thrown.status} ${thrown.statusText}`);
}

/** Everything that was thrown and is nobody's answer; requests that were given up are nobody's error. */
export const handleError: HandleErrorFunction = (thrown, { request, context }) => {
  const error = faultIn(thrown);
  if (error === null || request.signal.aborted) return;
  const { env, ctx } = context.get(cloudflare);
  const { id, route, errorOwner } = context.get(requestFacts);
  ctx.waitUntil(
    recordError(env, {
      error,
      url: new URL(request.url).pathname,
      route,
      request_id: id,
      severity: "error",
      network: networkOf(request.headers.get("cf-connecting-ip")),
      user_agent: request.headers.get("user-agent"),
      ...errorOwner,
    }),
  );
};
