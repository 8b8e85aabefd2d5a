/** Plays slack.com: the token endpoint, and the methods of its web API that the product calls. */
import { z } from "zod";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { bearerOf, fieldsOf } from "./bearer.ts";

const channels = [
  { id: "C0GENERAL", name: "general" },
  { id: "C0FRONTDESK", name: "front-desk" },
];
/** It was there, and is not any more. */
const archived = "C0ARCHIVED";

const no = (error: string): Response => Response.json({ ok: false, error });
export const slackFailure = (status: number): Response =>
  Response.json({ ok: false, error: status === 429 ? "ratelimited" : "internal_error" }, { status });

const exchange = z.object({ code: z.string(), redirect_uri: z.string() });
const message = z.object({ channel: z.string(), text: z.string().min(1) });

async function exchanged(request: Request, world: WorldDoor): Promise<Response> {
  const { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET } = localSettings("");
  if (request.headers.get("authorization") !== `Basic ${btoa(`${SLACK_CLIENT_ID}:${SLACK_CLIENT_SECRET}`)}`)
    return no("bad_client_secret");
  const { code, redirect_uri } = exchange.parse(await fieldsOf(request));
  const given = await world.apps.takeCode(code, Date.now());
  if (given?.app !== "slack" || given.redirect_uri !== redirect_uri) return no("invalid_code");
  const { access } = await world.apps.issue(given, Date.now(), true);
  return Response.json({
    ok: true,
    access_token: access,
    token_type: "bot",
    scope: given.scope,
    bot_user_id: "U0BOT",
    team: { id: `T${given.account.replaceAll(/\W/g, "").toUpperCase()}`, name: given.account },
  });
}

/** Answers slack.com. */
export async function slackApi(request: Request, world: WorldDoor): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/api/oauth.v2.access") return exchanged(request, world);
  const token = bearerOf(request);
  const account = await world.apps.accountOf("slack", token, Date.now());
  if (account === null) return no(token === null ? "not_authed" : "token_revoked");
  switch (pathname) {
    case "/api/auth.test":
      return Response.json({ ok: true, team: account });
    case "/api/auth.revoke":
      await world.apps.revoke(token ?? "");
      return Response.json({ ok: true, revoked: true });
    case "/api/conversations.list": {
      // One channel to a page, so that pages have to be turned.
      const at = Number(searchParams.get("cursor") ?? 0);
      const next_cursor = at + 1 < channels.length ? String(at + 1) : "";
      return Response.json({
        ok: true,
        channels: channels.slice(at, at + 1),
        response_metadata: { next_cursor },
      });
    }
    case "/api/chat.postMessage": {
      const { channel, text } = message.parse(await fieldsOf(request));
      if (channel === archived) return no("is_archived");
      if (!channels.some(({ id }) => id === channel)) return no("channel_not_found");
      const ts = `${Date.now()}.${crypto.randomUUID().slice(0, 6)}`;
      await world.apps.put({ account, kind: "message", id: ts, body: JSON.stringify({ channel, text }) });
      return Response.json({ ok: true, channel, ts });
    }
    default:
      return no("unknown_method");
  }
}
