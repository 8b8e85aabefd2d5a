/** What /checkout-number and the page after it show: who may pay, for which number, and what became of it. */
import { redirect, replace } from "react-router";
import { z } from "zod";
import { signInPath } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { stripeScript } from "#app/billing/stripe/stripe-script.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { activeMembership, deletedOneLookedAt } from "#app/membership/active-organization.server.ts";
import { type Admitted, actorOfVisitor, depsOf } from "#app/membership/actor.server.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { price } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { continueOrder } from "./continue-order.server.ts";
import { paymentOf } from "./order-session.server.ts";
import { type Closed, closedPages } from "./order-words.ts";
import { type Order, orderById, orderBySession } from "./orders.server.ts";

const orderId = z.uuid();

/** The order that the address names, whosever it is; null: it names none that exists. */
async function orderNamed(request: Request, context: Context): Promise<Order | null> {
  const query = new URL(request.url).searchParams;
  const { db } = depsOf(context);
  const id = orderId.safeParse(query.get("order")).data;
  if (id !== undefined) return orderById(db, id);
  const session = query.get("session_id") ?? "";
  return session === "" || session.length > 255 ? null : orderBySession(db, session);
}

type Entered = { is: "closed"; page: Closed; status: number } | ({ is: "in"; order: Order } & Admitted);

/** @throws redirects, and 404 for an order of another organization, which looks like one that does not exist */
async function enter(request: Request, context: Context): Promise<Entered> {
  if (!takesPayments(settings(context.get(cloudflare).env))) throw faultResponse("payments_unavailable");
  const who = await visitor(request, context);
  if (who.kind === "pending") return { is: "closed", page: closedPages.unverified, status: 403 };
  if (who.kind !== "full") throw replace(signInPath(new URL(request.url)));
  const order = await orderNamed(request, context);
  const standing = await actorOfVisitor(
    request,
    context,
    (one) =>
      deletedOneLookedAt(request, one) ??
      one.memberships.find(({ id }) => id === order?.organization_id) ??
      activeMembership(request, one),
  );
  if (standing.is === "anonymous") throw replace(signInPath(new URL(request.url)));
  // The dashboard says what a deleted or suspended organization means, and where one is founded.
  if (standing.is !== "member") throw redirect("/dashboard");
  const { actor } = standing;
  if (isHidden(actor.hiddenSections, "/checkout-number")) throw faultResponse("not_found");
  if (!actor.may("numbers.write") || !actor.may("subscription.write")) {
    context.get(cloudflare).ctx.waitUntil(actor.record("access.refused", "numbers.order"));
    return { is: "closed", page: closedPages.forbidden, status: 403 };
  }
  const query = new URL(request.url).searchParams;
  if (order === null && !query.has("order") && !query.has("session_id"))
    return { is: "closed", page: closedPages.nothing, status: 400 };
  if (order?.organization_id !== actor.organization.id) throw faultResponse("not_found");
  return { ...standing, is: "in", order };
}

const amounts = ({ setup_amount, monthly_amount, currency }: Order, locale: string) => ({
  monthly: price(monthly_amount, currency, locale),
  setup: setup_amount > 0 ? price(setup_amount, currency, locale) : null,
  today: price(setup_amount + monthly_amount, currency, locale),
});

const returnPath = (order: Order): string => `/checkout-number/return?order=${order.id}`;

/** The form of an order that can be paid. @throws the redirect to what became of another one */
export async function orderPage(request: Request, context: Context) {
  const entered = await enter(request, context);
  if (entered.is === "closed") return entered;
  const { order, actor } = entered;
  const { env } = context.get(cloudflare);
  if (order.state !== "open" || order.session_id === null) throw redirect(returnPath(order));
  const payment = await told(env, order.session_id);
  if (payment === null) return { is: "closed" as const, page: closedPages.silent, status: 502 };
  if (payment.is !== "open" || payment.client_secret === null) throw redirect(returnPath(order));
  const agents = order.agent_id === null ? [] : await actor.store.agents.names();
  context.get(requestFacts).hasPayments = true;
  return {
    is: "ready" as const,
    status: 200,
    page: {
      ...amounts(order, actor.organization.locale),
      shown: internationally(order.phone_number),
      place: [order.locality, order.region].filter(Boolean).join(", "),
      agent: agents.find(({ id }) => id === order.agent_id)?.name ?? null,
      organization: actor.organization.name,
      clientSecret: payment.client_secret,
      script: stripeScript,
      publishableKey: settings(env).STRIPE_PUBLISHABLE_KEY ?? "",
    },
  };
}

/** The payment at Stripe; null: it does not answer. */
async function told(env: Env, session_id: string) {
  try {
    return await paymentOf(env, session_id);
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "order_not_read", { session_id, is: problem.is });
    return null;
  }
}

/** What became of an order. It takes the next step itself, in case no event of Stripe came yet. */
export async function orderOutcome(request: Request, context: Context) {
  const entered = await enter(request, context);
  if (entered.is === "closed") return entered;
  const { actor } = entered;
  const { env, db } = depsOf(context);
  const order = await continued(env, db, entered.order);
  if (order.state === "bought") throw redirect(`/numbers?bought=${order.number_id}`);
  const isFresh = order.state === "open" && order.session_id !== null;
  if (isFresh && (await told(env, order.session_id ?? ""))?.is === "open")
    throw redirect(`/checkout-number?order=${order.id}`);
  return {
    is: "outcome" as const,
    status: 200,
    page: {
      state: order.state,
      reason: order.reason,
      shown: internationally(order.phone_number),
      ...amounts(order, actor.organization.locale),
    },
  };
}

async function continued(env: Env, db: ReturnType<typeof depsOf>["db"], order: Order): Promise<Order> {
  try {
    return await continueOrder(env, db, order, Date.now());
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "order_not_continued", { order_id: order.id, is: problem.is });
    return order;
  }
}
