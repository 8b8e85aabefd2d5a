/** Toasts: a page calls `showToast`, the frame's region shows them. */

export interface Toast {
  readonly words: string;
  /** A second, muted line. */
  readonly detail?: string | undefined;
  readonly tone?: "good" | "bad" | "neutral" | undefined;
  /** Milliseconds; 4,000 unless told otherwise (docs/product.md, "Constants"). */
  readonly lasts_ms?: number | undefined;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** A toast with the same id is replaced instead of adding one. */
  readonly id?: string | undefined;
}

/** Without a connection, for 10 seconds (docs/product.md, "Error texts"). */
export const lostConnection: Toast = {
  id: "connection",
  words: "Connection lost",
  detail: "Some features may not work until you're back online",
  tone: "bad",
  lasts_ms: 10_000,
};

type Listener = (toast: Toast) => void;

let listener: Listener | undefined;
const waiting: Toast[] = [];

/** Shows a toast; one that comes before the region waits for it. In the browser only. */
export function showToast(toast: Toast): void {
  if (listener) listener(toast);
  else if (typeof document !== "undefined") waiting.push(toast);
}

/** The region's side: receives waiting and new toasts. Returns the function that stops it. */
export function hearToasts(hear: Listener): () => void {
  listener = hear;
  for (const toast of waiting.splice(0)) hear(toast);
  return () => {
    if (listener === hear) listener = undefined;
  };
}
