/** Twilio at the door of webhooks: its signature, and which function answers which of its addresses. */
import type { Settings } from "#app/platform/env.server.ts";
import {
  answerDialAction,
  answerRelayAction,
  answerStatus,
  answerVoice,
  type Fields,
} from "#workers/twilio-calls.ts";
import type { Post, Provider, Route, Verdict } from "#workers/webhook-provider.ts";
import { isBodySigned, isSigned } from "./twilio-signature.ts";
import { sayAndHangUp } from "./twiml.ts";

/** A caller hears words, not a carrier's error tone. */
const sorry = (): Response =>
  new Response(
    sayAndHangUp(
      "We're sorry, we can't take your call right now. Please try again in a moment. Goodbye.",
      "en-US",
    ),
    { headers: { "content-type": "text/xml; charset=utf-8" } },
  );
const silent = (): Response => new Response(null, { status: 500 });

const routes: Record<string, Route<Fields>> = {
  voice: { answer: answerVoice, failed: sorry },
  "relay-action": { answer: answerRelayAction, failed: sorry },
  "dial-action": { answer: answerDialAction, failed: sorry },
  status: { answer: answerStatus, failed: silent },
};

/** Fields that may occur only once in a post: one that repeats a field has two meanings and is refused. */
const single = ["AccountSid", "CallSid", "From", "To", "Direction", "CallStatus"];

const unsigned = { ok: false, reason: "not_signed" } as const;

/** A post is believed when it is signed with our token and names our account. A JSON body is signed by its hash in the address. */
async function verify({ headers, url, body }: Post, settings: Settings): Promise<Verdict<Fields>> {
  const given = {
    authToken: settings.TWILIO_AUTH_TOKEN,
    signature: headers.get("x-twilio-signature"),
    url,
  };
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const form = new URLSearchParams(isJson ? "" : body);
  if (!(isJson ? await isBodySigned(given, body) : await isSigned(given, form))) return unsigned;
  if (single.some((name) => form.getAll(name).length > 1)) return { ok: false, reason: "malformed" };
  const content = isJson ? jsonFields(body) : Object.fromEntries(form);
  const isOurAccount = (content.AccountSid ?? settings.TWILIO_ACCOUNT_SID) === settings.TWILIO_ACCOUNT_SID;
  return isOurAccount ? { ok: true, content } : unsigned;
}

function jsonFields(body: string): Fields {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== "object" || json === null) return {};
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, String(value)]));
  } catch {
    return {};
  }
}

export const twilio: Provider<Fields> = { verify, routes };
