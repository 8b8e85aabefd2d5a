/** At the top of every page: the plan is not paid, until when everything works, and where to pay. */
import { CircleAlert } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { PaymentNotice } from "#app/billing/plan/payment-notice.ts";
import { cx } from "#app/ui/cx.ts";

export function PaymentBar({ words, isOff, action }: PaymentNotice) {
  const { pathname } = useLocation();
  const link = "font-strong text-current underline underline-offset-2 max-md:py-2";
  return (
    <section
      aria-label="Payment"
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-1 border-b print:hidden px-4 py-2.5 text-control md:px-7",
        isOff ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn",
      )}
    >
      <p className="flex min-w-0 flex-1 basis-60 gap-2">
        <CircleAlert className="mt-0.5 shrink-0" />
        <span>{words}</span>
      </p>
      {action !== null &&
        (action.to === pathname ? (
          // It leads here already: to what is to be paid.
          <a href="#invoices" className={link}>
            Open invoices
          </a>
        ) : (
          <Link to={action.to} className={link}>
            {action.label}
          </Link>
        ))}
    </section>
  );
}
