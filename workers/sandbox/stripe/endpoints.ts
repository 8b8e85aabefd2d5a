/** The sandbox's own addresses below /sandbox/stripe: what tests and pages order (docs/simulated-stripe.md). */
import { z } from "zod";
import { day_s, second_ms } from "#app/platform/durations.ts";
import { methodNotAllowed, problem, readJson, wantsJson } from "#workers/sandbox/json.ts";
import { current } from "./checkout.ts";
import { checkoutPage } from "./checkout-page.ts";
import { pay, payment } from "./checkout-payment.ts";
import type { CheckoutSession } from "./checkout-shapes.ts";
import { invoiceAct, onboardingAct, portalAct } from "./customer-acts.ts";
import type { Asked, Desk } from "./desk.ts";
import { decided, outcome } from "./disputes.ts";
import { lived, past } from "./history.ts";
import { invalid, StripeRefusal } from "./refusals.ts";
import { shown } from "./shown.ts";
import { stripePage } from "./stripe-page.ts";
import { afterRetries, type StripeWorld } from "./stripe-world.ts";
import { delivery } from "./webhooks.ts";

const apiPath = "/sandbox/stripe/api/";
export const stripeHost = "api.stripe.com";

type Endpoint = (
  request: Request,
  stripe: StripeWorld,
  asked: Asked,
  id: string,
) => Promise<Response> | Response;

const kinds = z.enum([
  "customer",
  "subscription",
  "invoice",
  "checkout.session",
  "payment_intent",
  "refund",
  "dispute",
  "charge",
  "price",
  "product",
  "account",
  "transfer",
  "application_fee",
  "subscription_schedule",
  "payment_method",
]);

const release = z.strictObject({
  /** Ids of events in the order in which they go; all that wait, when absent. */
  events: z.array(z.string()).optional(),
  order: z.enum(["in_order", "reversed"]).default("in_order"),
  /** Never sends them, as if they were lost. */
  drop: z.boolean().default(false),
});

const clock = z
  .strictObject({
    days: z.number().min(0).max(4000).optional(),
    seconds: z.number().int().min(0).optional(),
    advance_to: z.iso.datetime({ offset: true }).optional(),
    /** Only this customer's clock. */
    customer: z.string().optional(),
    /** Moves the clock, also back, and lets nothing happen: for a history that begins in the past. */
    silently: z.boolean().default(false),
  })
  .refine(({ days, seconds, advance_to }) => (days ?? seconds ?? advance_to) !== undefined, {
    message: "say how far: days, seconds or advance_to",
  });

/** Moves the clock of everyone or of one customer, and does what falls due. */
function moveClock(stripe: StripeWorld, asked: Asked, order: z.output<typeof clock>): number {
  const { customer = null, silently } = order;
  const now = stripe.desk(asked).now(customer);
  const to =
    order.advance_to === undefined
      ? now + (order.seconds ?? Math.round((order.days ?? 0) * day_s))
      : Math.floor(Date.parse(order.advance_to) / second_ms);
  if (to < now && !silently)
    throw invalid("The clock only goes forward, unless silently.", { param: "advance_to" });
  if (customer === null) stripe.setAhead(stripe.ahead() + to - now);
  else
    stripe.act(asked, (desk) => {
      const found = desk.customer(customer);
      desk.put({ ...found, _ahead: found._ahead + to - now });
    });
  if (!silently) stripe.catchUp(asked, customer ?? undefined);
  return to;
}

const endpoints: Record<string, Endpoint> = {
  "GET ": (request, stripe, asked) => {
    const delivery = stripe.delivery();
    const desk = stripe.desk(asked);
    return wantsJson(request)
      ? Response.json({ now: desk.now(), delivery, after_retries: stripe.afterRetries() })
      : stripePage(desk, delivery, stripe.events.list());
  },
  "POST checkout/:id/pay": async (request, stripe, asked, id) => {
    const order = await readJson(request, payment);
    if (!order.ok) return order.response;
    const paid = stripe.act(asked, (desk) => pay(desk, sessionOf(desk, id).id, order.value));
    return Response.json(
      paid.status === "complete"
        ? { status: paid.status, return_to: returnAddress(paid.session), session: shown(paid.session) }
        : paid,
    );
  },
  "GET checkout/:id": (_request, stripe, asked, id) =>
    stripe.act(asked, (desk) => checkoutPage(desk, sessionOf(desk, id))),
  "GET checkout/:id/state": (_request, stripe, asked, id) =>
    Response.json({ status: stripe.act(asked, (desk) => sessionOf(desk, id).status) }),
  "POST disputes/:id": async (request, stripe, asked, id) => {
    const order = await readJson(request, outcome);
    return order.ok
      ? Response.json(shown(stripe.act(asked, (desk) => decided(desk, id, order.value.outcome))))
      : order.response;
  },
  "POST clock": async (request, stripe, asked) => {
    const order = await readJson(request, clock);
    if (!order.ok) return order.response;
    const now = moveClock(stripe, asked, order.value);
    return Response.json({ now, at: new Date(now * second_ms).toISOString() });
  },
  "POST after-retries": async (request, stripe) => {
    const order = await readJson(request, z.strictObject({ becomes: afterRetries }));
    if (!order.ok) return order.response;
    stripe.setAfterRetries(order.value.becomes);
    return Response.json(order.value);
  },
  "POST history": async (request, stripe, asked) => {
    const order = await readJson(request, past);
    return order.ok
      ? Response.json(shown(stripe.act(asked, (desk) => lived(desk, order.value))))
      : order.response;
  },
  "GET delivery": (_request, stripe) => Response.json(stripe.delivery()),
  "POST delivery": async (request, stripe) => {
    const order = await readJson(request, delivery);
    if (!order.ok) return order.response;
    stripe.setDelivery(order.value);
    stripe.deliver();
    return Response.json(order.value);
  },
  "POST release": async (request, stripe) => {
    const order = await readJson(request, release);
    if (!order.ok) return order.response;
    const { events, order: direction, drop } = order.value;
    const waiting = stripe.events.waiting();
    const chosen = events ? events.flatMap((id) => stripe.events.find(id) ?? []) : waiting;
    if (direction === "reversed") chosen.reverse();
    const statuses: Record<string, number | null> = {};
    for (const kept of chosen) {
      if (drop) stripe.events.drop(kept.id);
      else statuses[kept.id] = await stripe.webhooks.send(kept);
    }
    return Response.json({ statuses });
  },
  "GET settled": async (_request, stripe) => {
    await stripe.webhooks.settled();
    return Response.json({
      settled: true,
      held: stripe.delivery().mode === "held" ? stripe.events.waiting().length : 0,
    });
  },
  "GET events": (request, stripe) => {
    const after = new URL(request.url).searchParams.get("after");
    return Response.json(stripe.events.list(Number(after ?? 0)));
  },
  "POST forget": (_request, stripe) => {
    stripe.forget();
    return Response.json({ forgotten: true });
  },
  "POST forget-keys": (_request, stripe) => {
    stripe.forgetKeys();
    return Response.json({ forgotten: true });
  },
  "POST events/:id/deliver": async (_request, stripe, _asked, id) => {
    const kept = stripe.events.find(id);
    return kept
      ? Response.json({ status: await stripe.webhooks.send(kept) })
      : problem(404, "No such event.");
  },
  "GET objects/:id": (request, stripe, _asked, id) => {
    const kind = kinds.safeParse(id);
    if (!kind.success) return problem(404, "No such kind of object.");
    const customer = new URL(request.url).searchParams.get("customer");
    const found = stripe.objects.list(kind.data, customer === null ? undefined : { customer });
    return Response.json(found.map((object) => shown(object, [["payments"], ["line_items"], ["tiers"]])));
  },
};

/** A session by its id or its client secret, as it is now. */
const sessionOf = (desk: Desk, id: string): CheckoutSession =>
  current(desk, desk.need("checkout.session", id.split("_secret_")[0] ?? ""));

const returnAddress = (session: {
  id: string;
  return_url?: string;
  success_url: string | null;
}): string | null =>
  (session.return_url ?? session.success_url)?.replaceAll("{CHECKOUT_SESSION_ID}", session.id) ?? null;

/** Answers what is asked of api.stripe.com, or of the sandbox below /sandbox/stripe. */
export async function answerStripe(request: Request, stripe: StripeWorld): Promise<Response> {
  const { hostname, pathname, origin } = new URL(request.url);
  if (hostname === stripeHost) return stripe.api(request);
  // Stripe's API for scripts of this machine, which do not reach it under its own name.
  if (pathname.startsWith(apiPath))
    return stripe.api(new Request(request.url.replace(apiPath, "/"), request), origin);
  const asked = { origin, request_id: null, idempotency_key: null };
  return own(request, stripe, pathname.replace(/^\/sandbox\/stripe\/?/, ""), asked);
}

/** Stripe's pages for customers, by the first part of the address. */
const customerActs: Record<string, typeof portalAct> = {
  portal: portalAct,
  invoices: invoiceAct,
  connect: onboardingAct,
};

async function own(request: Request, stripe: StripeWorld, rest: string, asked: Asked): Promise<Response> {
  const parts = rest.split("/").filter(Boolean);
  const name = (id: string) => parts.map((part, index) => (index === 1 ? id : part)).join("/");
  const exact = endpoints[`${request.method} ${parts.join("/")}`];
  const found = exact ?? endpoints[`${request.method} ${name(":id")}`];
  const act = Object.hasOwn(customerActs, parts[0] ?? "") ? customerActs[parts[0] ?? ""] : undefined;
  try {
    if (act) return await act(request, stripe, asked, parts.slice(1));
    if (found) return await found(request, stripe, asked, decodeURIComponent(parts[1] ?? ""));
    const known = Object.keys(endpoints).filter((key) =>
      [parts.join("/"), name(":id")].includes(key.split(" ")[1] ?? ""),
    );
    return known.length > 0
      ? methodNotAllowed(known.map((key) => key.split(" ")[0]).join(", "))
      : problem(404, `There is nothing at /sandbox/stripe/${rest}.`);
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return Response.json(error.body(asked.request_id ?? ""), { status: error.status });
  }
}
