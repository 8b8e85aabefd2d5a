/** A link between the forms of the sign-in screen that keeps the rest of the address. */
import type { MouseEvent, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { lostConnection, showToast } from "#app/ui/toast.ts";

/** The address of another form of the sign-in screen. */
function useModeAddress(mode: "signin" | "signup" | "forgot"): { search: string } {
  const [searchParams] = useSearchParams();
  const search = new URLSearchParams(searchParams);
  search.set("mode", mode);
  return { search: `?${search}` };
}

/** Offline the other form could not load, and what is typed in this one would be lost. */
function stayOffline(event: MouseEvent): void {
  if (navigator.onLine) return;
  event.preventDefault();
  showToast(lostConnection);
}

type Props = { readonly mode: "signin" | "signup"; readonly question: string; readonly children: ReactNode };

export function ModeLink({ mode, question, children }: Props) {
  return (
    <p className="text-center text-ink-2">
      {question}{" "}
      <Link
        to={useModeAddress(mode)}
        onClick={stayOffline}
        className="font-strong text-brand-text no-underline hover:underline"
      >
        {children}
      </Link>
    </p>
  );
}

/** Appears beside the label of a password field, in a parent that is `relative`; it comes after the field in the keyboard's order. */
export function ForgotLink() {
  return (
    <Link
      to={useModeAddress("forgot")}
      onClick={stayOffline}
      className="absolute top-0 right-0 text-control text-ink-2 underline-offset-2 hover:text-ink hover:underline"
    >
      Forgot password?
    </Link>
  );
}
