/** A checkout page without a form: what happened, and the way on. */
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Closed } from "./order-words.ts";

export function ClosedPage({
  title,
  sentence,
  to,
  action,
  children,
}: Closed & { readonly children?: ReactNode }) {
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-5" aria-live="polite">
      {children}
      <div className="grid gap-1.5">
        <h1 tabIndex={-1} className="text-display">
          {title}
        </h1>
        <p className="text-ink-2 tabular-nums">{sentence}</p>
      </div>
      <ButtonLink to={to} reloadDocument variant="go">
        {action}
      </ButtonLink>
    </div>
  );
}
