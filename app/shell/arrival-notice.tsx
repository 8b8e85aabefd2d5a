/** Tells a visitor that the browser remembers which link brought them here, and lets them remove it: nothing else is kept that the product does not need. */
import { useRouteLoaderData } from "react-router";

/** From the root's loader; undefined when that failed. */
interface Arrived {
  readonly keepsArrival?: boolean;
}

export function ArrivalNotice() {
  if (!useRouteLoaderData<Arrived | undefined>("root")?.keepsArrival) return null;
  return (
    <form
      method="post"
      action="/cookies"
      aria-label="Cookies"
      className="mt-8 flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t pt-4 text-ink-2 text-meta"
    >
      <p>We remember the link that brought you here, to credit whoever shared it.</p>
      <a href="/cookies" className="underline underline-offset-2 hover:text-ink">
        Details
      </a>
      <button type="submit" className="cursor-pointer underline underline-offset-2 hover:text-ink">
        Forget it
      </button>
    </form>
  );
}
