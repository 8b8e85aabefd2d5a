/** The frame of pages that take a payment: the brand, a way back, and nothing that leads away. */
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { ProgressLine, RouteAnnouncer } from "#app/shell/navigation-feedback.tsx";
import { Mark, type MarkProps } from "#app/ui/avatar.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";

type Props = {
  readonly brand: MarkProps;
  /** Where the way back leads, and its words. */
  readonly back: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
};

export function CheckoutFrame({ brand, back, children }: Props) {
  return (
    <>
      <ProgressLine />
      <div className="min-h-dvh bg-ground">
        <header className="border-b bg-surface">
          <div className="mx-auto flex min-h-14 max-w-256 items-center gap-4 px-4 md:px-7">
            <span className="flex min-w-0 flex-1 items-center gap-2.5 font-semibold text-script">
              <Mark {...brand} />
              <span className="truncate">{brand.name}</span>
            </span>
            {/* A full page load: the payment form's own policy must not stay on the next page. */}
            <a
              href={back.to}
              className="inline-flex items-center gap-1.5 text-ink-2 text-control no-underline hover:text-ink max-md:min-h-11"
            >
              <ArrowLeft />
              {back.label}
            </a>
          </div>
        </header>
        <main className="mx-auto w-full max-w-256 px-4 py-6 md:px-7 md:py-10">{children}</main>
      </div>
      <RouteAnnouncer />
      <ToastRegion />
    </>
  );
}
