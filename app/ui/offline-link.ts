/** Links that are pressed without a connection: a page that is not remembered cannot open, so the one that is shown stays. */
import { isRemembered } from "#app/platform/query-cache.ts";
import { showToast } from "./toast.ts";

/** Fired on `window`, cancelable, by the offline screen before it reloads the page: forms that wait are sent first. */
export const reloadEvent = "offline:reload";

/** Fired on `window` when a person leaves a page and gives up what is unsaved there: forms that wait are not sent either. */
export const giveUpEvent = "offline:give-up";

/**
 * Keeps the shown page when another one cannot be asked for, and says so.
 * @param to path and query of the wanted page
 * @returns whether the page stays
 */
export function staysOffline(to: string): boolean {
  if (navigator.onLine || isRemembered(to)) return false;
  showToast({
    id: "offline-link",
    words: "You're offline",
    detail: "You're still on this page, and nothing you typed is lost. Try again when you're back online.",
    tone: "bad",
  });
  return true;
}

/** The path and query that a press on a link of this site leads to; null for every other press. */
function pressedPage(event: MouseEvent): string | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.target || link.hasAttribute("download")) return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== location.origin) return null;
  const page = pathname + search;
  return page === location.pathname + location.search ? null : page;
}

/** A capturing listener for clicks, before the router's own. */
export function holdOfflineLink(event: MouseEvent): void {
  if (navigator.onLine || event.defaultPrevented) return;
  const page = pressedPage(event);
  if (page !== null && staysOffline(page)) event.preventDefault();
}
