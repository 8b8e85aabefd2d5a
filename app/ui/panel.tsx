/** The only kind of box: a hairline with a 12 px corner; inside it lines divide, never another box. */
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

const box = "min-w-0 overflow-clip rounded-lg border bg-surface shadow-panel";

export interface PanelProps {
  /** The heading (h2). Without one give `label`, or the panel is no landmark. */
  readonly title?: ReactNode;
  /** At the heading's right: a link, a tag, a legend. */
  readonly aside?: ReactNode;
  readonly label?: string | undefined;
  /** Rows and tables reach the edges; other content has 18 px of padding. */
  readonly flush?: boolean | undefined;
  readonly className?: string | undefined;
  /** For links that lead down to it. */
  readonly id?: string | undefined;
  readonly children?: ReactNode;
}

export function Panel({ title, aside, label, flush = false, className, id, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      id={id}
      className={cx(box, id !== undefined && "scroll-mt-17", className)}
      aria-label={label}
      {...(title !== undefined && label === undefined && { "aria-labelledby": heading })}
    >
      {title !== undefined && (
        <header className="flex min-h-12.5 flex-wrap items-center gap-x-4 gap-y-1 px-4.5 py-2.5 not-only:border-b">
          <h2 id={heading} className="min-w-0 flex-auto wrap-break-word">
            {title}
          </h2>
          {aside}
        </header>
      )}
      {flush ? children : children !== undefined && <div className="p-4.5">{children}</div>}
    </section>
  );
}

/** Pairs of labels and values: the label muted at the left, the value at the right. */
export function Facts({
  facts,
}: {
  readonly facts: ReadonlyArray<readonly [word: string, value: ReactNode]>;
}) {
  return (
    <dl className="grid gap-y-2.25 text-control">
      {facts.map(([word, value]) => (
        <div key={word} className="flex justify-between gap-4">
          <dt className="shrink-0 text-ink-3">{word}</dt>
          <dd className="min-w-0 text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
