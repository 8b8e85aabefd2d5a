/** What a page shows before it has content: one sentence, one action, perhaps a sample. */
import type { ReactNode } from "react";
import { Tag } from "./tag.tsx";

export interface EmptyStateProps {
  /** The future content, as a short title. */
  readonly title: string;
  /** One sentence more. */
  readonly children?: ReactNode;
  /** The one action that creates it. */
  readonly action?: ReactNode;
  /** A preview. Marked as a sample and skipped by keyboards and screen readers. */
  readonly sample?: ReactNode;
}

export function EmptyState({ title, children, action, sample }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-4 px-4.5 py-6 md:px-6 md:py-8">
      <div className="grid max-w-[52ch] gap-1">
        <h2>{title}</h2>
        {children !== undefined && <p className="text-ink-2">{children}</p>}
      </div>
      {action}
      {sample !== undefined && (
        <figure className="mt-2 grid w-full min-w-0 gap-2">
          <figcaption>
            <Tag>Sample</Tag>
          </figcaption>
          <div
            inert
            aria-hidden="true"
            className="select-none overflow-clip rounded-lg border border-dashed opacity-75"
          >
            {sample}
          </div>
        </figure>
      )}
    </div>
  );
}
