/** The way from one form of the sign-in screen to the other, keeping everything else that the address says. */
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";

type Props = { readonly mode: "signin" | "signup"; readonly question: string; readonly children: ReactNode };

export function ModeLink({ mode, question, children }: Props) {
  const [searchParams] = useSearchParams();
  const search = new URLSearchParams(searchParams);
  search.set("mode", mode);
  return (
    <p className="text-center text-ink-2">
      {question}{" "}
      <Link
        to={{ search: `?${search}` }}
        className="font-strong text-brand-text no-underline hover:underline"
      >
        {children}
      </Link>
    </p>
  );
}
