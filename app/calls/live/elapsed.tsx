// A clock that counts how long something has been running.
import { useEffect, useState } from "react";
import { clockDuration } from "#app/platform/format.ts";

/** `since` and `now` in ms UTC; `now` is the page's own moment, so that the first rendering matches the server's. */
export function Elapsed({ since, now }: { readonly since: number; readonly now: number }) {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const tick = () => setAt(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  // A timer is not announced: a screen reader that speaks every second could say nothing else.
  return <span role="timer">{clockDuration((at - since) / 1000)}</span>;
}
