/** Tells the server of errors in the browser: by beacon, a few for each page, and none that another program's code threw. */
import { release } from "#app/platform/release.ts";

/** Where reports go (`app/error-logs/browser-errors.route.ts`). */
export const browserErrorsPath = "/reports/errors";

/** A page that fails again and again is told of this often. */
const mostReports = 10;
const told = new Set<string>();
let isLeaving = false;

/** What browsers say of a request that did not reach the server: no fault while the page is left or offline. */
const brokenRequest = /^(?:failed to fetch|load failed|networkerror|network error)/i;
/** Of other origins' scripts browsers tell no more than this; and a layout that needs a second pass is no fault. */
const empty = /^(?:script error\.?$|resizeobserver loop)/i;

/** Whether an error is of our own code, as far as the browser tells. */
function isOurs({ name, message, stack }: Error): boolean {
  if (name === "AbortError" || empty.test(message)) return false;
  if (brokenRequest.test(message) && (isLeaving || !navigator.onLine)) return false;
  // Extensions run in our pages too, and their files have other origins.
  return !stack?.includes("/") || stack.includes(location.origin);
}

/** Reports an error of this page; the same words once. */
export function tellError(error: unknown, kind: "event" | "rejection" | "render"): void {
  if (!(error instanceof Error) || !isOurs(error)) return;
  const message = `${error.name}: ${error.message}`;
  if (told.has(message) || told.size >= mostReports) return;
  told.add(message);
  const report = {
    kind,
    release,
    path: location.pathname,
    message: message.slice(0, 1000),
    stack: error.stack?.slice(0, 4000) ?? null,
    width: window.innerWidth,
    online: navigator.onLine,
  };
  navigator.sendBeacon(browserErrorsPath, new Blob([JSON.stringify(report)], { type: "application/json" }));
}

/** From now on every error that nothing catches is reported; those before are the startup script's. */
export function watchErrors(): void {
  window.addEventListener("error", ({ error }) => tellError(error, "event"));
  window.addEventListener("unhandledrejection", (event) => tellError(event.reason, "rejection"));
  window.addEventListener("pagehide", () => {
    isLeaving = true;
  });
  window.addEventListener("pageshow", () => {
    isLeaving = false;
  });
}
