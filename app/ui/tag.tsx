/** A status in words: a soft pill that never relies on color alone. */
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const tones = {
  neutral: "bg-sunken text-ink-2 inset-ring inset-ring-line",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  brand: "bg-brand-soft text-brand-text",
} as const;

export type TagTone = keyof typeof tones;

export interface TagProps {
  readonly tone?: TagTone | undefined;
  /** A lucide icon before the word. */
  readonly icon?: ReactNode;
  /** Something is happening now: a dot that breathes. */
  readonly live?: boolean | undefined;
  /** Long words may take several lines where there is little room. */
  readonly wraps?: boolean | undefined;
  readonly children: ReactNode;
}

export function Tag({ tone = "neutral", icon, live, wraps, children }: TagProps) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 px-2 font-strong text-xs",
        wraps ? "min-h-5.5 rounded-xl py-0.5" : "h-5.5 whitespace-nowrap rounded-full",
        tones[tone],
      )}
    >
      {live && <LiveDot />}
      {icon}
      {children}
    </span>
  );
}

/** The breathing dot, in the colour of the text around it. */
export function LiveDot() {
  return (
    <span aria-hidden="true" className="relative size-1.75 shrink-0 rounded-full bg-current">
      <span className="-inset-0.75 absolute animate-ring rounded-full border-2 border-current opacity-35" />
    </span>
  );
}
