/** The entry for carriers: a webhook is accepted only when it is signed over the address that we gave out. */
import { ZodError } from "zod";
import { ipPrefix } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { publicOrigin, settings as settingsOf } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { isBodySigned, isSigned } from "./carriers/twilio-signature.ts";
import { sayAndHangUp } from "./carriers/twiml.ts";
import {
  answerDialAction,
  answerRelayAction,
  answerStatus,
  answerVoice,
  type CallContext,
  type Webhook,
} from "./twilio-calls.ts";

type Answer = (webhook: Webhook, context: CallContext) => Promise<Response>;

const twilio: Record<string, { answer: Answer; speaks: boolean }> = {
  voice: { answer: answerVoice, speaks: true },
  "relay-action": { answer: answerRelayAction, speaks: true },
  "dial-action": { answer: answerDialAction, speaks: true },
  status: { answer: answerStatus, speaks: false },
};

const pattern = /^\/webhooks\/twilio\/([a-z-]+)(?:\/([0-9a-f-]{36}))?$/;
const plain = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/** Answers everything under `/webhooks/`. An unsigned request is counted and changes nothing. */
export async function answerWebhook(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, name = "", call_id = null] = pattern.exec(pathname) ?? [];
  const route = Object.hasOwn(twilio, name) ? twilio[name] : undefined;
  if (!route) return plain(404);
  if (request.method !== "POST") return plain(405, { allow: "POST" });
  const settings = settingsOf(env);
  // Built from our settings, never from the request's host (docs/telephony.md, "Signatures").
  const url = `${publicOrigin(settings)}${pathname}${search}`;
  const body = await textOf(request);
  if (body === null) return plain(413);
  const fields = await signedFields(request, url, body, settings.TWILIO_AUTH_TOKEN);
  if (fields === "repeated") return plain(400);
  if (!fields || (fields.AccountSid ?? settings.TWILIO_ACCOUNT_SID) !== settings.TWILIO_ACCOUNT_SID) {
    const network = ipPrefix(request.headers.get("cf-connecting-ip"));
    noteRefusal("webhook", {
      route: `webhooks/twilio/${name}`,
      network,
      request_id: request.headers.get("x-request-id"),
    });
    return plain(403);
  }
  const owner: CallContext["owner"] = { organization_id: null };
  try {
    return await route.answer({ fields, call_id }, { env, settings, owner });
  } catch (error) {
    const isMalformed = error instanceof ZodError;
    const request_id = request.headers.get("x-request-id") ?? newId();
    const where = { url: pathname, route: `webhooks/twilio/${name}`, request_id };
    ctx.waitUntil(
      recordError(env, { error, ...where, ...owner, severity: isMalformed ? "warning" : "critical" }),
    );
    if (isMalformed) return plain(400);
    // A caller hears words, not a carrier's error tone.
    return route.speaks ? sorry() : plain(500);
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

const sorry = (): Response =>
  new Response(
    sayAndHangUp(
      "We're sorry, we can't take your call right now. Please try again in a moment. Goodbye.",
      "en-US",
    ),
    { headers: { "content-type": "text/xml; charset=utf-8" } },
  );

/** Fields that occur once in every post; repeated, they would be ambiguous. */
const single = ["AccountSid", "CallSid", "From", "To", "Direction", "CallStatus"];

/** The fields of a signed post; null when it is not signed. A JSON body is signed by its hash in the address. */
async function signedFields(
  request: Request,
  url: string,
  body: string,
  authToken: string,
): Promise<Record<string, string> | "repeated" | null> {
  const signature = request.headers.get("x-twilio-signature");
  const isJson = request.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (isJson) return (await isBodySigned({ authToken, signature, url }, body)) ? jsonFields(body) : null;
  const fields = new URLSearchParams(body);
  if (!(await isSigned({ authToken, signature, url }, fields))) return null;
  if (single.some((name) => fields.getAll(name).length > 1)) return "repeated";
  return Object.fromEntries(fields);
}

function jsonFields(body: string): Record<string, string> {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== "object" || json === null) return {};
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}
