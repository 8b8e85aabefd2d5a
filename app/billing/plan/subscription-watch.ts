/**
 * When a tab looks at its organization's plan again (docs/product.md, "Plan in the browser"). The loaders read the plan
 * with every page; this finds a change while a page stays open. The clock and the browser are passed in.
 */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { defaultPlan, type ShownPlan } from "./default-plan.ts";

export const afterSignIn_ms = 200;
export const afterSwitch_ms = 300;
export const every_ms = 5 * minute_ms;
export const debounce_ms = second_ms;
export const cachedFor_ms = minute_ms;
export const mergedWithin_ms = 2 * second_ms;
export const forcedAfter_ms = 5 * second_ms;

/** The tab's own item that keeps the last answer. */
export const cacheItem = "subscription_cache";

const unwatched: readonly string[] = ["/auth", "/login", "/signup", "/"];

export type Browser = {
  /** Milliseconds of a clock that only moves forward within a tab. */
  now(): number;
  /** Runs something later; returns what takes that back. */
  after(ms: number, run: () => void): () => void;
  path(): string;
  isVisible(): boolean;
  /** Asks the server; null: there is no session any more. */
  ask(): Promise<ShownPlan | null>;
  /** The tab's own item. */
  read(): string | null;
  write(text: string | null): void;
};

type Show = (plan: ShownPlan, isKnown: boolean) => void;
const never = Number.NEGATIVE_INFINITY;

export class SubscriptionWatch {
  readonly #browser: Browser;
  readonly #show: Show;
  #organization: string | null = null;
  /** Grows when the organization changes: an answer about the former one is dropped. */
  #generation = 0;
  #checkedAt = never;
  #askedAt = never;
  #timers = new Map<"begin" | "debounce" | "poll" | "force", () => void>();

  /** @param show is told every plan; `isKnown`: the server said it, otherwise it is the default */
  constructor(browser: Browser, show: Show) {
    this.#browser = browser;
    this.#show = show;
  }

  /**
   * A session began, or the page was loaded with one.
   * @param drawn the plan that the page was drawn with: an answer kept from before that says otherwise is older, and goes
   */
  signedIn(organization: string, drawn?: Pick<ShownPlan, "tier" | "status">): void {
    this.#begin(organization, afterSignIn_ms);
    const kept = this.#cached(this.#browser.now());
    if (kept && drawn && (kept.tier !== drawn.tier || kept.status !== drawn.status))
      this.#browser.write(null);
  }

  switched(organization: string): void {
    this.#browser.write(null);
    this.#begin(organization, afterSwitch_ms);
  }

  /** There is no session: nothing is known, and nothing is asked. */
  signedOut(): void {
    this.stop();
    this.#browser.write(null);
    this.#show(defaultPlan, false);
  }

  /** The tab became visible, or was hidden. */
  visibilityChanged(): void {
    if (this.#organization === null) return;
    this.#clear("poll");
    if (!this.#browser.isVisible()) return;
    this.#check();
    this.#poll();
  }

  stop(): void {
    this.#organization = null;
    this.#generation++;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #begin(organization: string, wait: number): void {
    this.stop();
    this.#organization = organization;
    this.#checkedAt = never;
    this.#askedAt = never;
    this.#set("begin", wait, () => this.#check());
    if (this.#browser.isVisible()) this.#poll();
  }

  #poll(): void {
    this.#set("poll", every_ms, () => {
      this.#check();
      this.#poll();
    });
  }

  /** At most once a second; what is asked for in between is done when the second is over. */
  #check(): void {
    const now = this.#browser.now();
    const wait = this.#checkedAt + debounce_ms - now;
    if (wait > 0) {
      if (!this.#timers.has("debounce")) this.#set("debounce", wait, () => this.#check());
      return;
    }
    this.#checkedAt = now;
    if (unwatched.includes(this.#browser.path())) return;
    const cached = this.#cached(now);
    if (cached) this.#show(cached, true);
    // Who asked within two seconds waits for the same answer.
    else if (now - this.#askedAt >= mergedWithin_ms) this.#ask(now);
  }

  async #ask(now: number): Promise<void> {
    this.#askedAt = now;
    const generation = this.#generation;
    this.#set("force", forcedAfter_ms, () => this.#show(defaultPlan, false));
    const answer = await this.#browser.ask().then(
      (plan) => ({ plan }),
      () => undefined,
    );
    if (generation !== this.#generation) return;
    this.#clear("force");
    if (answer === undefined) this.#show(defaultPlan, false);
    else if (answer.plan === null) this.signedOut();
    else {
      const kept = { organization_id: this.#organization, at: this.#browser.now(), plan: answer.plan };
      this.#browser.write(JSON.stringify(kept));
      this.#show(answer.plan, true);
    }
  }

  /** The last answer about this organization, while it is fresh. */
  #cached(now: number): ShownPlan | null {
    try {
      const kept: unknown = JSON.parse(this.#browser.read() ?? "null");
      if (typeof kept !== "object" || kept === null) return null;
      if (!("organization_id" in kept) || kept.organization_id !== this.#organization) return null;
      if (!("at" in kept) || typeof kept.at !== "number" || !("plan" in kept)) return null;
      const age = now - kept.at;
      return age >= 0 && age < cachedFor_ms && isPlan(kept.plan) ? kept.plan : null;
    } catch {
      return null;
    }
  }

  #set(name: "begin" | "debounce" | "poll" | "force", ms: number, run: () => void): void {
    this.#clear(name);
    const cancel = this.#browser.after(ms, () => {
      this.#timers.delete(name);
      run();
    });
    this.#timers.set(name, cancel);
  }

  #clear(name: "begin" | "debounce" | "poll" | "force"): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}

/** Whether a value is a plan as `check-subscription` answers it. */
export const isPlan = (value: unknown): value is ShownPlan =>
  typeof value === "object" &&
  value !== null &&
  "tier" in value &&
  typeof value.tier === "string" &&
  "status" in value &&
  typeof value.status === "string" &&
  "subscribed" in value &&
  typeof value.subscribed === "boolean";
