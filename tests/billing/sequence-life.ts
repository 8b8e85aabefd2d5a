/** One organization's life with Stripe: what a sequence does to it, on the clock of its own customer. */
import { createExecutionContext, createMessageBatch } from "cloudflare:test";
import { vi } from "vitest";
import { z } from "zod";
import { finishedCheckout } from "#app/billing/checkout/finished-checkout.server.ts";
import { startCheckout } from "#app/billing/checkout/start-checkout.server.ts";
import { cancelPlan, keepPlan, resumePlan } from "#app/billing/plan/cancel-plan.server.ts";
import { changePlan } from "#app/billing/plan/change-plan.server.ts";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { currentSubscription, refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { newId } from "#app/platform/id.ts";
import { consume } from "#workers/queues.ts";
import { finishedCall } from "../calls/arrange.ts";
import { actorIn, asMember } from "../membership/acting.ts";
import { post } from "../sandbox/world.ts";
import { origin, type Person } from "../support/people.ts";
import { cards, invoices, pay, startClockAt } from "../support/stripe.ts";
import { deliver, type News, newEvents, quiet } from "./sequence-news.ts";
import type { Deed, Sequence, Step } from "./sequence-plan.ts";
import { newDatabase, priceOf, stripe } from "./subscribing.ts";

type Called = { seconds: number; at: number };

/** In a year that is far enough for nothing real to happen meanwhile. */
const year = Date.parse("2030-01-01T09:00:00Z");
const day_ms = 86_400_000;
/** After a wait of this length cron has read everything. */
const cronSeen_s = 5 * 86_400;

const methodOf = { good: "pm_card_visa", failsLater: "pm_card_chargeCustomerFail" } as const;

export class Life {
  readonly customers: string[] = [];
  readonly calls: Called[] = [];
  readonly log: string[] = [];
  now = 0;
  #later: News[] = [];
  #isBehind = false;

  constructor(readonly person: Person) {}

  get id(): string {
    return this.person.organizationId;
  }

  /** Whether no event was lost that nothing else made up for. */
  get isTold(): boolean {
    return !this.#isBehind;
  }

  async run({ day, steps }: Sequence): Promise<void> {
    this.now = year + day * day_ms;
    vi.setSystemTime(this.now);
    await this.#customer();
    await newEvents();
    for (const step of steps) await this.#step(step);
    this.#later = await deliver("reversed", [], this.#later);
  }

  async #step({ wait, deed, news }: Step): Promise<void> {
    await this.#pass(wait);
    const before = await newEvents();
    if (before.length > 0) await this.#hear(news, before);
    if (wait >= cronSeen_s && this.#isBehind) await this.#cron();
    const outcome = await this.#do(deed).catch((error: unknown) => `threw ${String(error)}`);
    this.log.push(`${new Date(this.now).toISOString()} ${JSON.stringify(deed)} ${news}: ${outcome}`);
    if (outcome.startsWith("threw")) throw new Error(outcome);
    await this.#hear(news, await newEvents());
  }

  async #hear(news: Step["news"], events: News[]): Promise<void> {
    if (events.length > 0 && (news === "lost" || news === "late")) this.#isBehind = true;
    this.#later = await deliver(news, events, this.#later);
  }

  /** What cron does for this organization alone. */
  async #cron(): Promise<void> {
    const db = newDatabase();
    for (const customer of this.customers)
      for (const { id } of await this.#subscriptionsOf(customer))
        await refreshSubscription(quiet, db, { organization_id: this.id, subscription_id: id }, this.now);
    this.#isBehind = false;
  }

  async #subscriptionsOf(customer: string): Promise<{ id: string }[]> {
    return (await stripe.subscriptions.list({ customer, status: "all", limit: 100 })).data;
  }

  /** Time passes at Stripe for this customer, and here. */
  async #pass(seconds: number): Promise<void> {
    const answer = await post("/stripe/clock", { seconds, customer: this.customers.at(-1) });
    this.now = z.object({ now: z.number() }).parse(await answer.json()).now * 1000;
    vi.setSystemTime(this.now);
  }

  /** The organization's customer, whose clock is this life's. */
  async #customer(): Promise<string> {
    const payer = { organization_id: this.id, name: "Bright Smile", email: this.person.email };
    const id = await customerOf(quiet, newDatabase(), payer);
    if (this.customers.includes(id)) return id;
    await startClockAt(new Date(this.now).toISOString(), id);
    this.customers.push(id);
    return id;
  }

  #actor = () => actorIn(this.id, asMember(this.person));
  #current = () => currentSubscription(newDatabase(), this.id);

  #deps() {
    return { db: newDatabase(), env: quiet };
  }

  async #do(deed: Deed): Promise<string> {
    const deps = this.#deps();
    const running = await this.#current();
    switch (deed.do) {
      case "wait":
        return "";
      case "subscribe":
        return this.#subscribe(deed);
      case "call":
        return this.#call(this.now + deed.ms, deed.seconds);
      case "change": {
        const { price_id } = await priceOf(deed.tier, deed.cadence);
        const shown = { shown: running?.price_id ?? "none", at: Math.floor(this.now / 1000) };
        return JSON.stringify(await changePlan(await this.#actor(), { price: price_id, ...shown }, deps));
      }
      case "cancel":
        return JSON.stringify(await cancelPlan(await this.#actor(), {}, deps));
      case "resume":
        return JSON.stringify(await resumePlan(await this.#actor(), {}, deps));
      case "keep":
        return JSON.stringify(
          await keepPlan(await this.#actor(), { shown: running?.price_id ?? "none" }, deps),
        );
      default:
        return this.#atStripe(deed);
    }
  }

  /** What happens at Stripe alone: in its portal, its dashboard, or by its support. */
  async #atStripe(deed: Deed): Promise<string> {
    const customer = this.customers.at(-1) ?? "";
    try {
      switch (deed.do) {
        case "card": {
          const method = await stripe.paymentMethods.attach(methodOf[deed.card], { customer });
          await stripe.customers.update(customer, {
            invoice_settings: { default_payment_method: method.id },
          });
          for (const { id } of (await stripe.subscriptions.list({ customer })).data)
            await stripe.subscriptions.update(id, { default_payment_method: method.id });
          return "saved";
        }
        case "pay": {
          const open = (await invoices(customer)).find(({ status }) => status === "open");
          return open ? String((await stripe.invoices.pay(open.id)).status) : "nothing owed";
        }
        case "reprice":
          return await this.#reprice(customer, deed.tier);
        case "delete":
          for (const { id } of (await stripe.subscriptions.list({ customer })).data)
            await stripe.subscriptions.cancel(id);
          return "deleted";
        case "forget":
          await stripe.customers.del(customer);
          await this.#customer();
          return "deleted customer";
        case "unfinished":
          return await this.#unfinished(customer, deed);
      }
    } catch (error) {
      return error instanceof Error && "rawType" in error
        ? `Stripe: ${error.message}`
        : Promise.reject(error);
    }
    return "";
  }

  async #reprice(customer: string, tier: string): Promise<string> {
    const [running] = (await stripe.subscriptions.list({ customer, status: "active" })).data;
    const fee = running?.items.data.find(({ price }) => price.recurring?.usage_type !== "metered");
    if (!running || !fee || running.schedule) return "nothing to change";
    const { price_id } = await priceOf(tier, fee.price.recurring?.interval === "year" ? "yearly" : "monthly");
    await stripe.subscriptions.update(running.id, {
      items: [{ id: fee.id, price: price_id }],
      proration_behavior: "none",
    });
    return "changed";
  }

  /** A first payment that waits for 3-D Secure for ever, or a trial without a card. */
  async #unfinished(customer: string, { tier, kind }: Extract<Deed, { do: "unfinished" }>): Promise<string> {
    if ((await stripe.subscriptions.list({ customer })).data.length > 0) return "has one";
    const { price_id, minutes_price_id } = await priceOf(tier);
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: price_id }, { price: minutes_price_id }],
      billing_mode: { type: "flexible" },
      metadata: { organization_id: this.id },
      ...(kind === "trial"
        ? { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: "pause" } } }
        : { payment_behavior: "default_incomplete" }),
    });
    return made.status;
  }

  async #subscribe({ tier, cadence, card, returns }: Extract<Deed, { do: "subscribe" }>): Promise<string> {
    await this.#customer();
    const deps = this.#deps();
    const { price_id } = await priceOf(tier, cadence);
    const begun = await startCheckout(
      await this.#actor(),
      { priceId: price_id },
      { ...deps, email: this.person.email, origin },
    );
    if (!begun.ok) return begun.reason;
    const [session_id = ""] = begun.clientSecret.split("_secret_");
    const number = card === "secure_failed" ? cards.secure : cards[card];
    const paid = await pay(session_id, number, {
      ...(card === "secure" && { challenge: "passed" as const }),
      ...(card === "secure_failed" && { challenge: "failed" as const }),
    });
    if (returns) await finishedCheckout(deps, { organization_id: this.id, session_id });
    return paid.status;
  }

  /** A call ends; its fact goes to its subscribers, as the queue brings it. */
  async #call(at: number, seconds: number): Promise<string> {
    const id = newId(at);
    await this.person.store.live.finish(
      finishedCall({
        id,
        started_at: at - seconds * 1000 - 1000,
        answered_at: at - seconds * 1000,
        ended_at: at,
        talk_seconds: seconds,
      }),
    );
    this.calls.push({ seconds, at });
    const facts = await this.person.store.outbox.waiting(at);
    const messages = facts.map((fact) => ({
      id: fact.id,
      timestamp: new Date(),
      attempts: 1,
      body: { ...fact, organization_id: this.id },
    }));
    await consume(createMessageBatch("outbox", messages), quiet, createExecutionContext());
    return "";
  }
}
