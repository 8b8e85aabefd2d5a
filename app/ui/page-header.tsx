/** The top of every page: the title, one sentence of status, at most one main action. */
import type { ReactNode } from "react";

export interface PageHeaderProps {
  /** The page's only h1. */
  readonly title: ReactNode;
  /** The status in words and numbers. */
  readonly sentence?: ReactNode;
  /** Beside the title: a status, a range, secondary buttons. */
  readonly aside?: ReactNode;
  /** The one main action. */
  readonly action?: ReactNode;
}

export function PageHeader({ title, sentence, aside, action }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="grid min-w-60 flex-1 gap-0.5">
        <h1 tabIndex={-1}>{title}</h1>
        {sentence !== undefined && <p className="text-ink-2 tabular-nums">{sentence}</p>}
      </div>
      {(aside !== undefined || action !== undefined) && (
        <div className="flex flex-wrap items-center gap-3">
          {aside}
          {action}
        </div>
      )}
    </div>
  );
}
