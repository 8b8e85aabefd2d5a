// Watches the plan of the organization that the tab shows: a change loads the page's data again.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { expirePages } from "#app/platform/query-cache.ts";
import { notePlanChange } from "./changed-plan.ts";
import type { ShownPlan } from "./default-plan.ts";
import { type Browser, cacheItem, isPlan, SubscriptionWatch } from "./subscription-watch.ts";

const browser: Browser = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  },
  path: () => window.location.pathname,
  isVisible: () => document.visibilityState === "visible",
  async ask() {
    if (!navigator.onLine) throw new Error("offline");
    const answer = await fetch("/functions/check-subscription", { method: "POST" });
    if (answer.status === 401) return null;
    const plan: unknown = answer.ok ? await answer.json() : null;
    if (!isPlan(plan)) throw new Error("no plan in the answer");
    return plan;
  },
  // A browser may forbid storage: then every look asks the server.
  read() {
    try {
      return sessionStorage.getItem(cacheItem);
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      if (text === null) sessionStorage.removeItem(cacheItem);
      else sessionStorage.setItem(cacheItem, text);
    } catch {}
  },
};

export interface PlanWatchProps {
  readonly organizationId: string;
  /** The plan that the page was drawn with. */
  readonly drawn: Pick<ShownPlan, "tier" | "status">;
}

/** Used once in the dashboard's frame; draws nothing. */
export function PlanWatch({ organizationId, drawn: { tier, status } }: PlanWatchProps) {
  const { revalidate } = useRevalidator();
  const known = useRef("");
  const watched = useRef<string | null>(null);
  const [drawn] = useState({ tier, status });
  known.current ||= `${tier} ${status}`;

  useEffect(() => {
    const watch = new SubscriptionWatch(browser, (plan, isKnown) => {
      const now = `${plan.tier} ${plan.status}`;
      // What is drawn when nothing is known is what the server drew.
      if (!isKnown || now === known.current) return;
      known.current = now;
      notePlanChange();
      expirePages(() => true);
      revalidate();
    });
    if (watched.current === null || watched.current === organizationId) watch.signedIn(organizationId, drawn);
    else watch.switched(organizationId);
    watched.current = organizationId;
    const change = () => watch.visibilityChanged();
    document.addEventListener("visibilitychange", change);
    return () => {
      document.removeEventListener("visibilitychange", change);
      watch.stop();
    };
  }, [organizationId, drawn, revalidate]);

  return null;
}
