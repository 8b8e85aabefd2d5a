/** Measures the web vitals of this tab, warns of bad ones, and sends them when the page is left. Loaded when the page is idle. */
import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import { release } from "#app/platform/release.ts";
import {
  type Device,
  isCritical,
  mostVitals,
  slowResource_ms,
  type VitalName,
  vitalsPath,
  vitalWords,
} from "./vitals.ts";

export type KeptVital = { readonly id: string; readonly name: VitalName; readonly value: number };

/** The newest values, one for each id: CLS and INP grow while the page is open. */
let kept: readonly KeptVital[] = [];
const watchers = new Set<() => void>();
const warned = new Set<string>();
/** A value counts once: what grows after it was sent is not sent again. */
const sent = new Set<string>();

/** For `useSyncExternalStore`. */
export const keptVitals = (): readonly KeptVital[] => kept;
export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function keep({ id, name, value }: KeptVital): void {
  kept = [...kept.filter((one) => one.id !== id), { id, name, value }].slice(-mostVitals);
  if (isCritical(name, value) && !warned.has(id)) {
    warned.add(id);
    console.warn(`Web vitals: ${name} is ${vitalWords(name, value)}`);
  }
  for (const watcher of watchers) watcher();
}

function deviceOf(): Device {
  if (!window.matchMedia("(pointer: coarse)").matches) return "desktop";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}

/** When the page was first out of sight, in the time of its own clock. */
function firstHidden(): number {
  const states = performance.getEntriesByType("visibility-state");
  return states.find(({ name }) => name === "hidden")?.startTime ?? Number.POSITIVE_INFINITY;
}

/** A browser without such entries has nothing to observe, and throws or stays silent. */
function observe(type: string, seen: (entry: PerformanceEntry) => void): void {
  try {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(seen));
    observer.observe({ type, buffered: true });
  } catch {
    // An older browser.
  }
}

/** The library no longer measures it: how long the first press waited before our code could answer it. */
function watchFirstInput(): void {
  observe("first-input", (entry) => {
    if (!("processingStart" in entry) || typeof entry.processingStart !== "number") return;
    if (entry.startTime >= firstHidden()) return;
    keep({ id: `FID-${entry.startTime}`, name: "FID", value: entry.processingStart - entry.startTime });
  });
}

const warnedResources = new Set<string>();

function watchResources(): void {
  observe("resource", ({ name, duration }) => {
    if (duration <= slowResource_ms || warnedResources.size >= mostVitals) return;
    const { pathname } = new URL(name, location.href);
    if (warnedResources.has(pathname)) return;
    warnedResources.add(pathname);
    console.warn(`Slow resource: ${pathname} took ${Math.round(duration)} ms`);
  });
}

/**
 * From now on this tab measures.
 * @param path of the page that the document was loaded for: the values are its own
 * @param share of documents that tell the server, 0 to 1
 */
export function watchVitals(path: string, share: number): void {
  onLCP(keep);
  onINP(keep);
  onCLS(keep);
  onFCP(keep);
  onTTFB(keep);
  watchFirstInput();
  watchResources();
  if (Math.random() >= share) return;
  const device = deviceOf();
  const tell = () => {
    const vitals = kept.filter(({ id }) => !sent.has(id));
    if (vitals.length === 0) return;
    for (const { id } of vitals) sent.add(id);
    const report = { path, device, release, vitals: vitals.map(({ name, value }) => ({ name, value })) };
    navigator.sendBeacon(vitalsPath, new Blob([JSON.stringify(report)], { type: "application/json" }));
  };
  // On the window, so that the library's own listeners on the document come first: they make the last values.
  window.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") tell();
  });
  window.addEventListener("pagehide", tell);
}
