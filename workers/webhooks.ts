/** The door for outside callers: a webhook is believed only when its provider's signature holds, over the address that we gave out and nothing else. */
import { ZodError } from "zod";
import { ipPrefix } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { publicOrigin, settings as settingsOf } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { twilio } from "./carriers/twilio-webhooks.ts";
import type { Post, Provider, WebhookContext } from "./webhook-provider.ts";

/** What one address does with a post; null: the post is not believed. */
type Answer = (post: Post, id: string | null, context: WebhookContext) => Promise<Prepared>;
type Prepared =
  | { ok: true; answer: () => Promise<Response>; failed: () => Response }
  | { ok: false; reason: "not_signed" | "malformed" };

/** The addresses of a provider; what it verifies stays between its own functions. */
const addressesOf = <Content>({ verify, routes }: Provider<Content>): ReadonlyMap<string, Answer> =>
  new Map(
    Object.entries(routes).map(([name, { answer, failed }]) => [
      name,
      async (post, id, context) => {
        const verdict = await verify(post, context.settings);
        if (!verdict.ok) return verdict;
        return { ok: true, answer: () => answer({ content: verdict.content, id }, context), failed };
      },
    ]),
  );

/** Who may call from outside: `/webhooks/<provider>/<name>`, or `/webhooks/<provider>` for an empty name. */
const providers: ReadonlyMap<string, ReadonlyMap<string, Answer>> = new Map([
  ["twilio", addressesOf(twilio)],
]);

const pattern = /^\/webhooks\/([a-z]+)(?:\/([a-z-]+))?(?:\/([0-9a-f-]{36}))?$/;
const plain = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/** Answers everything under `/webhooks/`. An unsigned request is counted and changes nothing. */
export async function answerWebhook(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/webhooks/stripe") {
    const { answerStripe } = await import("./stripe-webhook.ts");
    return answerStripe(request, env, ctx);
  }
  const [, provider = "", name = "", id = null] = pattern.exec(pathname) ?? [];
  const prepare = providers.get(provider)?.get(name);
  if (!prepare) return plain(404);
  if (request.method !== "POST") return plain(405, { allow: "POST" });
  const body = await textOf(request);
  if (body === null) return plain(413);
  const settings = settingsOf(env);
  const owner: WebhookContext["owner"] = { organization_id: null, call_id: null };
  const post = { headers: request.headers, url: `${publicOrigin(settings)}${pathname}${search}`, body };
  const prepared = await prepare(post, id, { env, settings, owner });
  const route = `webhooks/${provider}${name && `/${name}`}`;
  const request_id = request.headers.get("x-request-id");
  if (!prepared.ok) {
    if (prepared.reason === "malformed") return plain(400);
    noteRefusal("webhook", { route, network: ipPrefix(request.headers.get("cf-connecting-ip")), request_id });
    return plain(403);
  }
  try {
    return await prepared.answer();
  } catch (error) {
    const isMalformed = error instanceof ZodError;
    const where = { url: pathname, route, request_id: request_id ?? newId() };
    ctx.waitUntil(
      recordError(env, { error, ...where, ...owner, severity: isMalformed ? "warning" : "critical" }),
    );
    return isMalformed ? plain(400) : prepared.failed();
  }
}

/** The body; null when it is longer than the front door allows. */
async function textOf(request: Request): Promise<string | null> {
  try {
    return await (await bodyOf(request)).text();
  } catch (error) {
    if (codeOf(error) === "too_large") return null;
    throw error;
  }
}
