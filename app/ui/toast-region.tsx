/** Owns where toasts appear. The library that draws them comes after the page, or with the first toast. */
import { lazy, Suspense, useEffect, useState } from "react";

const None = () => <></>;
// Without a connection it may not come: a page does not end because it cannot say something in passing.
const Toaster = lazy(() => import("./toaster.tsx").catch(() => ({ default: None })));

/** Stands once in a frame. */
export function ToastRegion() {
  const [isWanted, want] = useState(false);
  // Fetched when the page is quiet, not with the first toast: "Connection lost" must be able to appear offline.
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
