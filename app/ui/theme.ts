/**
 * The choice between light, dark and the device's theme: where it is stored and how a page applies it. It is kept in
 * localStorage under `theme`; a cookie of the same name lets the server paint the first byte right.
 */
import { day_s } from "#app/platform/durations.ts";

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

/**
 * The cookie for the server. Over https it has the name prefix and the attribute that keep other hosts and plain http
 * from writing it; on plain http browsers refuse both.
 */
const attributes = `;path=/;max-age=${365 * day_s};samesite=lax`;
const themeCookie = (theme: Theme, protocol: string): string =>
  protocol === "https:" ? `__Host-theme=${theme}${attributes};secure` : `theme=${theme}${attributes}`;

/**
 * Runs before the first paint (inside a nonce'd script of the document's head): a browser that lost the cookie but
 * kept localStorage still starts in the right colors, and the cookie is written again.
 */
export const themeScript = `try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark"||t==="system"){document.documentElement.dataset.theme=t;document.cookie=document.location.protocol==="https:"?"__Host-theme="+t+"${attributes};secure":"theme="+t+"${attributes}"}}catch(e){}`;

/** Applies a theme at once and stores it for this browser. */
export function wearTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage may be unavailable (private windows, full disks); the cookie below still stores the choice.
  }
  // The Cookie Store API needs https, which a plain host (local mode, a tenant's test domain) does not have.
  Reflect.set(document, "cookie", themeCookie(theme, document.location.protocol));
}
