/** Slack: a message in a channel for each thing that happens. */
import { z } from "zod";
import { settings } from "#app/platform/env.server.ts";
import { type Adapter, type Answer, type Asked, ask, type Refusal, refusal } from "./provider.server.ts";

const api = "https://slack.com/api";
const mostPages = 5;

const goneTokens = ["invalid_auth", "token_revoked", "token_expired", "account_inactive", "not_authed"];
const goneChannels = ["channel_not_found", "is_archived", "not_in_channel"];

const reasonOf = (error: string): Refusal["reason"] => {
  if (goneTokens.includes(error)) return "expired";
  if (goneChannels.includes(error)) return "missing";
  if (error === "ratelimited" || error === "rate_limited") return "busy";
  return ["internal_error", "fatal_error", "service_unavailable"].includes(error) ? "unreachable" : "refused";
};

const failed = z.object({ ok: z.literal(false), error: z.string() });

/** Slack says in the body whether it went well; the status is 200 in any case. */
async function slack<Shape extends z.ZodType>(asked: Asked, shape: Shape): Promise<Answer<z.output<Shape>>> {
  const answer = await ask(asked, z.union([failed, shape]));
  if (!answer.ok) return answer;
  const no = failed.safeParse(answer.value);
  return no.success
    ? refusal(reasonOf(no.data.error), no.data.error)
    : { ok: true, value: shape.parse(answer.value) };
}

const team = z.object({ team: z.object({ id: z.string(), name: z.string() }) });
const channelPage = z.object({
  ok: z.literal(true),
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().default("") }).optional(),
});

/** Slack reads these three as markup. */
const plain = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const slackAdapter: Adapter = {
  provider: "slack",
  oauth: {
    authorize: "https://slack.com/oauth/v2/authorize",
    token: "https://slack.com/api/oauth.v2.access",
    scope: "chat:write,chat:write.public,channels:read",
    more: {},
    usesPkce: false,
    secretIn: "header",
    client(environment) {
      const { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET } = settings(environment);
      return SLACK_CLIENT_ID && SLACK_CLIENT_SECRET
        ? { id: SLACK_CLIENT_ID, secret: SLACK_CLIENT_SECRET }
        : null;
    },
  },
  takesKey: false,
  async account(_token, given) {
    const read = team.safeParse(given);
    return read.success
      ? { ok: true, value: { id: read.data.team.id, label: read.data.team.name } }
      : refusal("refused", "Slack did not say whose workspace it is.");
  },
  async choices(token) {
    const found: { id: string; label: string; url: null }[] = [];
    let cursor = "";
    for (let page = 0; page < mostPages; page++) {
      const url = new URL(`${api}/conversations.list`);
      const wanted = { types: "public_channel", exclude_archived: "true", limit: "200", cursor };
      for (const [name, value] of Object.entries(wanted)) if (value) url.searchParams.set(name, value);
      const answer = await slack({ url, token }, channelPage);
      if (!answer.ok) return answer;
      found.push(...answer.value.channels.map(({ id, name }) => ({ id, label: `#${name}`, url: null })));
      cursor = answer.value.response_metadata?.next_cursor ?? "";
      if (cursor === "") break;
    }
    return { ok: true, value: found };
  },
  firstTarget: async () => ({ ok: true, value: null }),
  async test(token) {
    const answer = await slack(
      { url: `${api}/auth.test`, method: "POST", token },
      z.object({ ok: z.literal(true) }),
    );
    return answer.ok ? { ok: true, value: null } : answer;
  },
  async tell(token, { target }, { sentence }) {
    if (target === null) return refusal("missing", "No channel is chosen.");
    const json = { channel: target.id, text: plain(sentence), unfurl_links: false };
    const answer = await slack(
      { url: `${api}/chat.postMessage`, method: "POST", token, json },
      z.object({ ok: z.literal(true), ts: z.string() }),
    );
    return answer.ok ? { ok: true, value: answer.value.ts } : answer;
  },
  async revoke({ access }) {
    const answer = await slack(
      { url: `${api}/auth.revoke`, method: "POST", token: access },
      z.object({ ok: z.literal(true) }),
    );
    return answer.ok ? { ok: true, value: null } : answer;
  },
};
