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
import { passkeySupportScript } from "#app/factors/passkey-support.ts";
import { networkOf } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { isReading } from "#app/platform/methods.ts";
import { documentOf } from "#app/shell/document.server.ts";
import { InitializationFailed } from "#app/shell/error-screen.tsx";
import { themeScript } from "#app/ui/theme.ts";
import { DocumentContext } from "./document-context.ts";
import { startupScript } from "./startup.ts";

/** Stands for the request's id in the screen that every document brings along. */
const anyId = "{request-id}";
let startScript: string | null = null;

/** The script that watches a page's start, drawn once: only the request's id differs between documents. */
function startScriptOf(requestId: string): string {
  startScript ??= `${startupScript(renderToStaticMarkup(<InitializationFailed requestId={anyId} />))};${passkeySupportScript}`;
  return startScript.replaceAll(anyId, requestId);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, id } = context.get(requestFacts);
  // A guard that refuses comes before every loader.
  const hasData = entry.staticHandlerContext.loaderData.root !== undefined;
  const handed = hasData ? null : documentOf(request, context);
  let isUnderway = false;
  const body = await renderToReadableStream(
    <DocumentContext value={{ nonce, themeScript, startScript: startScriptOf(id), handed }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
      {/* In the browser another element precedes it, and React counts ids by position: without this placeholder all ids would differ. */}
      {null}
    </DocumentContext>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        // Earlier errors are thrown again to React Router, which draws the error screen and reports them itself.
        if (isUnderway) handleError(error, { request, params: {}, context });
      },
    },
  );
  isUnderway = true;
  if (isbot(request.headers.get("user-agent"))) await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(body, { status, headers });
}

/** The error itself; null for a visitor's mistake, such as a method that the address does not take. */
function faultIn(thrown: unknown): unknown {
  if (!isRouteErrorResponse(thrown)) return thrown;
  if (thrown.status < 500) return null;
  return "error" in thrown && thrown.error instanceof Error
    ? thrown.error
    : new Error(`${thrown.status} ${thrown.statusText}`);
}

/** Handles everything thrown that is not an answer; aborted requests are not errors. */
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
      source: isReading(request) ? "loader" : "action",
      severity: "error",
      network: networkOf(request.headers.get("cf-connecting-ip")),
      user_agent: request.headers.get("user-agent"),
      ...errorOwner,
    }),
  );
};
