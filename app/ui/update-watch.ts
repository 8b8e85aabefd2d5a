/** Registers the service worker, looks for a newer one every hour, and offers to load the version that it belongs to (docs/product.md, "Without a connection"). */
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { pageOwner } from "#app/platform/page-owner.ts";
import type { FromPage } from "#app/platform/worker-words.ts";
import { showToast } from "./toast.ts";

const tell = (worker: ServiceWorker | null, words: FromPage): void => worker?.postMessage(words);

/** Null where there are none: over plain http, in some private windows, while developing. */
function workersHere(): ServiceWorkerContainer | null {
  try {
    return import.meta.env.PROD ? (navigator.serviceWorker ?? null) : null;
  } catch {
    return null;
  }
}

/** Lets the newer worker take over and loads this tab anew. Other tabs go on with the files that they began with. */
function changeOver(workers: ServiceWorkerContainer, { waiting }: ServiceWorkerRegistration): void {
  const reload = () => window.location.reload();
  workers.addEventListener("controllerchange", reload, { once: true });
  // Another tab has let it take over already.
  if (!waiting) reload();
  tell(waiting, "take-over");
}

/** Watches one registration. Returns the function that stops it. */
function watch(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): () => void {
  let checkedAt = Date.now();
  // Before the first worker controls this page there is no older version to replace.
  const offer = () => {
    if (!registration.waiting || !workers.controller) return;
    showToast({
      id: "update",
      words: "A new version is ready",
      detail: "Reload this page to use it.",
      lasts_ms: minute_ms,
      action: { label: "Reload", onPress: () => changeOver(workers, registration) },
    });
  };
  const check = () => {
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  // Browsers hold timers of hidden tabs back.
  const shown = () => {
    if (document.hidden) return;
    offer();
    if (Date.now() - checkedAt >= hour_ms) check();
  };
  const found = () => registration.installing?.addEventListener("statechange", offer);
  const timer = window.setInterval(check, hour_ms);
  registration.addEventListener("updatefound", found);
  document.addEventListener("visibilitychange", shown);
  found();
  offer();
  return () => {
    window.clearInterval(timer);
    registration.removeEventListener("updatefound", found);
    document.removeEventListener("visibilitychange", shown);
  };
}

const savesData = (): boolean =>
  "connection" in navigator &&
  typeof navigator.connection === "object" &&
  navigator.connection !== null &&
  "saveData" in navigator.connection &&
  navigator.connection.saveData === true;

/** Starts once the page is idle. A browser that refuses the worker goes on without it. */
export function watchUpdates(): () => void {
  const workers = workersHere();
  if (!workers) return () => undefined;
  let stop: (() => void) | null = null;
  let isOver = false;
  const begin = async () => {
    const registration = await workers.register("/sw.js", { updateViaCache: "none" });
    if (isOver || !registration) return;
    stop = watch(workers, registration);
    const { active } = await workers.ready;
    // Most visitors of the sign-in screen never see the other pages.
    if (pageOwner() !== null && !savesData()) tell(active, "keep-files");
  };
  begin().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}
