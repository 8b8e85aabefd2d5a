/** The front door: hands every request to its handler. Pages come last, because only they load React. */
import { isBrandImage, serveBrandImage } from "#app/branding/brand-images.server.ts";
import { ipPrefix, networkOf } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bearerOf } from "#app/platform/bearer.ts";
import { bounded, mostBytesAt } from "#app/platform/body.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { codeOf, faultResponse, shownFor } from "#app/platform/errors.ts";
import { functionFault, isFunction, onlyPosted } from "#app/platform/function-faults.ts";
import { newId } from "#app/platform/id.ts";
import { isReading, methodNotAllowed } from "#app/platform/methods.ts";
import { spelledPath } from "#app/platform/page-address.ts";
import { hidesSender, isSameOrigin } from "#app/platform/same-origin.ts";
import { reportPath, secure } from "#app/platform/security-headers.ts";
import { answerHealth } from "#app/status/health.server.ts";
import { answerBrowser } from "./browser-door.ts";
import { answerReports } from "./browser-reports.ts";
import { consume } from "./queues.ts";
import { answerRelay } from "./relay.ts";
import { answerWebhook } from "./webhooks.ts";

export { CallSession } from "./call-session.ts";
export { Capacity } from "./capacity.ts";
export { Organization } from "./organization.ts";
export { WorkflowRun } from "./workflows/run.ts";

/** Adds the headers of every answer. Answers of other Workers and sockets are immutable, so they are copied first. */
function finished(answer: Response, requestId: string, at: { https: boolean; isOwnHost: boolean }): Response {
  if (answer.status === 101) return answer;
  const response = new Response(answer.body, answer);
  response.headers.set("x-request-id", requestId);
  secure(response.headers, { nonce: null, ...at });
  return response;
}

/** What log lines say about the sender: the request's id and the prefix of the network. */
const facts = ({ headers }: Pick<Request, "headers">) => ({
  request_id: headers.get("x-request-id"),
  network: ipPrefix(headers.get("cf-connecting-ip")),
});

/**
 * Addresses for programs and carriers. Over plain http they get an error: a redirect would work and hide for years
 * that their secrets cross the network unencrypted (ASVS 4.1.2).
 */
const isForPrograms = (pathname: string): boolean =>
  isFunction(pathname) || /^\/(?:webhooks|relay|live|api\/widget|api\/v1|mcp)(?:\/|$)/i.test(pathname);

/** Whether an address is an operation's. The API's description is a page of words, which knows the host's brand. */
const isApi = (pathname: string): boolean =>
  /^\/api\/v1(?:\/|$)/.test(pathname) && pathname.replace(/\.data$/, "") !== "/api/v1/openapi.json";

async function answer(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const url = new URL(request.url);
  // Mails and other sites show these images too, and no cookie is read.
  if (isBrandImage(url.pathname)) return serveBrandImage(request, env);
  // Carriers authenticate by signature, not by origin.
  if (url.pathname.startsWith("/webhooks/")) return answerWebhook(request, env, ctx);
  // A ticket names the page that may open it.
  if (url.pathname.startsWith("/relay/browser/")) return answerBrowser(request, env);
  if (url.pathname.startsWith("/relay/")) return answerRelay(request, env);
  // Websites of customers show widgets: an allow-list of their hosts decides, and no cookie is read.
  if (url.pathname.startsWith("/api/widget/")) {
    const { answerWidget } = await import("./widget-door.ts");
    return answerWidget(request, env);
  }
  // Programs bring a key, and no cookie is read.
  if (isApi(url.pathname)) {
    const { answerApi } = await import("./api-door.ts");
    return answerApi(request, env, ctx);
  }
  if (url.pathname === "/mcp") {
    const { answerMcp } = await import("./mcp-door.ts");
    return answerMcp(request, env, ctx);
  }
  // Browsers send reports by themselves, without a session and not from a page.
  if (url.pathname === reportPath) return answerReports(request, env);
  // A page of another site cannot send an Authorization header: browsers ask first, and the answer is no.
  const isForProgram = isFunction(url.pathname);
  if (bearerOf(request) === null && !isSameOrigin(request)) {
    const { headers, method } = request;
    const origin = URL.parse(headers.get("origin") ?? "")?.host ?? null;
    noteRefusal("origin", { method, site: headers.get("sec-fetch-site"), origin, ...facts(request) });
    if (isForProgram) return functionFault("forbidden");
    return faultResponse(hidesSender(request) ? "unknown_sender" : "forbidden");
  }
  if (!isReading(request) && request.method !== "POST")
    return isForProgram ? onlyPosted() : methodNotAllowed();
  const path = spelledPath(url.pathname);
  if (path !== url.pathname) {
    url.pathname = path;
    return new Response(null, { status: 308, headers: { location: url.href, "cache-control": "no-store" } });
  }
  if (url.pathname === "/live") {
    const { openLiveFeed } = await import("./live-door.ts");
    return openLiveFeed(request, env, ctx);
  }
  const { page } = await import("./pages.ts");
  return page(request, env, ctx);
}

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const https = url.protocol === "https:";
    const requestId = newId();
    const at = { https, isOwnHost: url.host === env.PUBLIC_HOST };
    const headers = new Headers(request.headers);
    // No proxy of ours sets this header, so a value in it is only a claim.
    headers.delete("x-forwarded-host");
    headers.set("x-request-id", requestId);
    if (bearerOf(request) !== null) headers.delete("cookie");
    const body = request.body && bounded(request.body, mostBytesAt(url.pathname));
    try {
      // Before the settings are read, because it tells which of them are missing.
      if (url.pathname === "/health") return finished(await answerHealth(env, url), requestId, at);
      if (!https && settings(env).PLAIN_HTTP === "redirect") {
        if (isForPrograms(spelledPath(url.pathname))) {
          noteRefusal("plain_http", facts({ headers }));
          return finished(new Response("https only", { status: 403 }), requestId, at);
        }
        url.protocol = "https:";
        return finished(new Response(null, { status: 308, headers: { location: url.href } }), requestId, at);
      }
      return finished(await answer(new Request(request, { headers, body }), env, ctx), requestId, at);
    } catch (error) {
      const code = codeOf(error) ?? "unexpected";
      const { status } = shownFor(code);
      if (status < 500) return finished(faultResponse(code), requestId, at);
      ctx.waitUntil(
        recordError(env, {
          error,
          url: url.pathname,
          route: "front door",
          request_id: requestId,
          severity: "critical",
          network: networkOf(request.headers.get("cf-connecting-ip")),
          user_agent: request.headers.get("user-agent"),
        }),
      );
      return finished(faultResponse(code, status === 503 ? { "retry-after": "5" } : {}), requestId, at);
    }
  },
  queue: consume,

  async scheduled(controller, env) {
    const { strike } = await import("./cron.ts");
    // Awaited, so that the sandbox, which calls this as a method, knows when it is done.
    await strike(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
