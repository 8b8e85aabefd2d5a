/** The place of toasts. The library that draws them is loaded after the page, or with the first toast. */
import { lazy, Suspense, useEffect, useState } from "react";

const None = () => <></>;
// Offline it may fail to load: a page works without toasts.
const Toaster = lazy(() => import("./toaster.tsx").catch(() => ({ default: None })));

/** Used once in a frame. */
export function ToastRegion() {
  const [isWanted, want] = useState(false);
  // Loaded when the page is idle, not with the first toast: "Connection lost" must be able to appear offline.
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((then: () => void) => window.setTimeout(then, 1500));
    const asked = idle(() => want(true));
    return () => (window.cancelIdleCallback ?? window.clearTimeout)(asked);
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
