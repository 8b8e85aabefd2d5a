/** Stands between a browser and the Worker on one machine, so that vite answers nothing that a production host would not. */
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Connect, Plugin } from "vite";

/** The fetch standard forbids such requests, so they cannot be passed on to the Worker. */
const unknownMethods = new Set(["TRACE", "TRACK", "CONNECT"]);

function say(response: ServerResponse, status: number, code: string, message: string, headers = {}): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...headers,
  });
  response.end(JSON.stringify({ code, message }));
}

const refuseUnknown: Connect.NextHandleFunction = (request, response, next) => {
  if (!unknownMethods.has(request.method ?? "")) return next();
  const message = "This page doesn't support that.";
  say(response, 405, "method_not_allowed", message, { allow: "GET, HEAD, POST" });
};

/** When the Worker cannot be reached, the answer says so without paths of this machine. */
const tellPlainly: Connect.ErrorHandleFunction = (error, _request, response, next) => {
  console.error(error);
  if (response.headersSent) return next(error);
  const message = "The connection to the local server was lost. Please try again.";
  say(response, 503, "unavailable", message, { "retry-after": "1" });
};

/**
 * Sends every request to the Worker on its own connection. The runtime closes a kept connection after five idle
 * seconds by its own clock, which stands still while it works: requests that arrive in that time are discarded
 * unread, and since that cannot be told apart, a POST could not be repeated. The client has no setting for this; it
 * announces each request before sending it.
 */
function onItsOwnConnection(announced: unknown): void {
  if (typeof announced !== "object" || announced === null || !("request" in announced)) return;
  const { request } = announced;
  if (typeof request === "object" && request !== null && "reset" in request) request.reset = true;
}

/** First among vite's plugins, so that no other one answers before it. */
export const localEntry = (): Plugin => ({
  name: "local-entry",
  configureServer: ({ middlewares }) => {
    subscribe("undici:request:create", onItsOwnConnection);
    middlewares.use(refuseUnknown);
  },
  configurePreviewServer({ middlewares }) {
    subscribe("undici:request:create", onItsOwnConnection);
    middlewares.use(refuseUnknown);
    return () => {
      middlewares.use(tellPlainly);
    };
  },
});
