// Owns a clock that counts how long something has been going on.
import { useEffect, useState } from "react";
import { clockDuration } from "#app/platform/format.ts";

/** `since` and `now` in ms UTC; `now` is the page's own moment, so that the first drawing is the server's. */
export function Elapsed({ since, now }: { readonly since: number; readonly now: number }) {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const tick = () => setAt(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // A timer is no news: a screen reader that is told every second can tell nothing else.
  return <span role="timer">{clockDuration((at - since) / 1000)}</span>;
}
