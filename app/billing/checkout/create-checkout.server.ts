/** Checkout for programs and for our own page: `create-checkout {priceId}` (docs/product.md, "Functions"). */
import { z } from "zod";
import { visitor } from "#app/accounts/session.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { actorOfVisitor, depsOf } from "#app/membership/actor.server.ts";
import { renderedFor } from "#app/membership/rendered-for.server.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { settings } from "#app/platform/env.server.ts";
import { codeOf, shownFor } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { pageOrigin } from "./checkout-origin.server.ts";
import { failedToStart, refusalStatus, refusalWords, signInFirst, verifyFirst } from "./checkout-rules.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { priceChoice } from "./trial-intent.schema.ts";

const checkoutBody = z.object({ priceId: priceChoice });

const refused = (error: string, status: number, headers: HeadersInit = {}): Response =>
  Response.json({ error }, { status, headers });

/** The standing of the caller in the organization that the request is for; a refusal otherwise. */
async function caller(request: Request, context: Context) {
  const who = await visitor(request, context);
  if (who.kind === "pending") return refused(verifyFirst, 403);
  if (who.kind !== "full") return refused(signInFirst, 401);
  const standing = await actorOfVisitor(request, context, (one) => activeMembership(request, one));
  if (standing.is === "anonymous") return refused(signInFirst, 401);
  if (standing.is !== "member") return refused(failedToStart(shownFor("forbidden").message), 403);
  // Our own page says which organization it was drawn for; it may have been switched in another tab.
  const drawnFor = request.headers.has("x-organization") ? await renderedFor(request, context) : null;
  if (drawnFor === null || drawnFor === standing.membership.id) return standing;
  const isOwn = who.memberships.some(({ id }) => id === drawnFor);
  const words = `You're in ${standing.membership.name} now. Switch back, then try again.`;
  return isOwn
    ? refused(failedToStart(words), 409)
    : refused(failedToStart(shownFor("forbidden").message), 403);
}

/** Answers `{clientSecret}`, or `{error}`. It needs a session; a program brings its access token. */
export async function answerCreateCheckout(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  const { env } = context.get(cloudflare);
  const standing = await caller(request, context);
  if (standing instanceof Response) return standing;
  const body = checkoutBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  if (!takesPayments(settings(env))) {
    const { status, message } = shownFor("payments_unavailable");
    return refused(failedToStart(message), status);
  }
  try {
    const outcome = await startCheckout(standing.actor, body.data, {
      ...depsOf(context),
      email: standing.who.user.email,
      origin: pageOrigin(request, context),
    });
    if (outcome.ok) return Response.json({ clientSecret: outcome.clientSecret });
    const headers: HeadersInit =
      outcome.reason === "too_many" ? { "retry-after": String(outcome.retryAfter) } : {};
    return refused(failedToStart(refusalWords(outcome)), refusalStatus[outcome.reason], headers);
  } catch (error) {
    const code = codeOf(error);
    const { status, message } = shownFor(code);
    if (status === 500) log("error", "checkout_failed", { message: innermostMessage(error) });
    return refused(failedToStart(message), status === 500 ? 502 : status);
  }
}
