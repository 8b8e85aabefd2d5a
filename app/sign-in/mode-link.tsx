/** The way from one form of the sign-in screen to the other, keeping everything else that the address says. */
import type { MouseEvent, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { lostConnection, showToast } from "#app/ui/toast.ts";

/** The address of a form of the sign-in screen, from another of them. */
function useModeAddress(mode: "signin" | "signup" | "forgot"): { search: string } {
  const [searchParams] = useSearchParams();
  const search = new URLSearchParams(searchParams);
  search.set("mode", mode);
  return { search: `?${search}` };
}

/** Without a connection the other form could not come, and this one would be lost with all that is typed. */
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

/** Stands beside the label of a password field, in a parent that is `relative`; after the field for whoever goes by the keyboard. */
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
