/** A session for programs: its facts with an access token, and a token to cross over to a tenant's host (docs/product.md, "Fields" and "Functions"). */
import { z } from "zod";
import { accessTokenFor } from "#app/accounts/access-token.server.ts";
import { auditRow } from "#app/accounts/audit.server.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { shownId } from "#app/accounts/shown-id.server.ts";
import { limits, passEdgeLimit, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { bearerOf } from "#app/platform/bearer.ts";
import { malformed, optionalJson, readJson } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { generateAuthToken } from "#app/sign-in/crossing/cross-domain.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

const refused = (error: string, status: number): Response => Response.json({ error }, { status });
const signInFirst = () => refused("Please sign in to continue.", 401);
const tooMany = (retryAfter: number): Response =>
  Response.json(
    { error: waitWords(retryAfter) },
    { status: 429, headers: { "retry-after": String(retryAfter) } },
  );
const rfc3339 = (ms: number): string => new Date(ms).toISOString();

/**
 * `refresh-session` answers the session of the cookie with a new access token. Times are RFC 3339. A token cannot
 * renew itself: a stolen one ends after its 15 minutes. Before the address is proven `user_id` is a stand-in
 * (`shownId`). It takes no fields: the body is missing, or a JSON object.
 */
export async function answerRefreshSession(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  const body = await optionalJson(request);
  const read = z.object({}).safeParse(body === undefined ? {} : body);
  if (!read.success) return malformed(read.error);
  const who = await visitor(request, context);
  if (bearerOf(request) !== null || who.kind === "anonymous" || who.kind === "factor") return signInFirst();
  const { env } = context.get(cloudflare);
  const { token, expires_at } = await accessTokenFor(env, who.sessionId, Date.now());
  const { email, email_confirmed_at, created_at } = who.user;
  return Response.json({
    user_id: await shownId(env, who),
    email,
    email_confirmed_at: email_confirmed_at === null ? null : rfc3339(email_confirmed_at),
    created_at: rfc3339(created_at),
    access_token: token,
    expires_at: rfc3339(expires_at),
  });
}

/** At most 300 s (docs/product.md, "Constants"): a longer life would help thieves. */
const tokenBody = z.object({
  userId: z.string().min(1).max(64),
  expiresIn: z.number().int().min(1).max(300).optional(),
});

/** `generate-auth-token {userId, expiresIn}` answers `{token}`. The account is the session's; another id is refused and audited (R11). */
export async function answerGenerateAuthToken(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  const body = tokenBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  const who = await visitor(request, context);
  if (who.kind !== "full") return signInFirst();
  const now = Date.now();
  const spent = await spend(context.get(database), [limits.tokens("cross", who.user.id)], now);
  if (!spent.ok) return tooMany(spent.retryAfter);
  const { userId, expiresIn } = body.data;
  if (userId !== who.user.id) {
    const event = { action: "session.crossing_refused", actor_id: who.user.id, target: userId };
    await platform(context.get(database))
      .insert(auditEvents)
      .values(await auditRow(request, context, event));
    return refused("You can't do that here.", 403);
  }
  const made = await generateAuthToken(request, context, who, now, expiresIn);
  if ("token" in made) return Response.json({ token: made.token });
  return made.refused === "outside"
    ? refused("You can't do that here.", 403)
    : refused("This session wasn't started from another domain.", 422);
}
