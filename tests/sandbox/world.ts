/** The sandbox as tests meet it: its own addresses through the front door, the outside hosts as product code calls them. */
import { exports } from "cloudflare:workers";
import twilio from "twilio";
import type RequestClient from "twilio/lib/base/RequestClient.js";
import type TwilioResponse from "twilio/lib/http/response.js";
// The entry that answers outside hosts by the sandbox, as it does for product code.
import "#workers/local.ts";
import { localSettings } from "#workers/sandbox/local-bindings.ts";

export const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, RESEND_API_KEY } = localSettings("8787");

/** Asks one of the sandbox's own addresses, as a program does. */
export const sandbox = (path: string, init: RequestInit = {}): Promise<Response> =>
  exports.default.fetch(
    new Request(`https://app.test/sandbox${path}`, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
    }),
  );

export const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  sandbox(path, { method: "POST", body: JSON.stringify(body), headers });

/** What product code does: a request to a real address. */
export const outside = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, init);

const pairs = (fields: object): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
      name,
      one instanceof Date ? one.toISOString() : String(one),
    ]),
  );

/** Twilio's own client, speaking through `fetch` instead of through Node's sockets. */
class TwilioTransport extends twilio.RequestClient {
  override async request<TData>(asked: RequestClient.RequestOptions<TData>): Promise<TwilioResponse<TData>> {
    const url = new URL(asked.uri);
    for (const [name, value] of pairs(asked.params ?? {})) url.searchParams.append(name, value);
    const response = await outside(url.href, {
      method: asked.method.toUpperCase(),
      headers: {
        ...asked.headers,
        authorization: `Basic ${btoa(`${asked.username}:${asked.password}`)}`,
      },
      ...(asked.data && { body: new URLSearchParams(pairs(asked.data)).toString() }),
    });
    const text = await response.text();
    return { statusCode: response.status, body: JSON.parse(text || "null"), headers: {} };
  }
}

export const twilioClient = (sid = TWILIO_ACCOUNT_SID, token = TWILIO_AUTH_TOKEN) =>
  twilio(sid, token, { httpClient: new TwilioTransport() });
