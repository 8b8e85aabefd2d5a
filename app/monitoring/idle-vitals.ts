/** Begins to measure web vitals once the page has loaded and is idle: the first view loads nothing for it. */

/** Loads the code that measures (`watch-vitals.ts`); the entries of what happened before are still there. */
export function vitalsWhenIdle(): void {
  const path = location.pathname;
  const measure = async () => {
    // Code that is gone since a deployment, and a network that broke, cost a measurement and nothing else.
    if (!navigator.onLine) return;
    const loaded = await import("./watch-vitals.ts").catch(() => null);
    loaded?.watchVitals(path, Number(document.documentElement.dataset.vitals ?? 0));
  };
  const idle = () => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => void measure());
    else setTimeout(measure);
  };
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
}
