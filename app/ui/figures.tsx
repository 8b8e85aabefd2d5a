/** Owns a row of large figures: four beside each other, two by two on a phone. */
import type { ReactNode } from "react";

export interface FigureItem {
  readonly label: string;
  /** Already formatted. */
  readonly value: ReactNode;
  /** One line below: compared with what, out of how many. */
  readonly note?: ReactNode;
}

export function Figures({ label, items }: { readonly label: string; readonly items: readonly FigureItem[] }) {
  return (
    <section aria-label={label} className={frame}>
      <dl className={grid}>
        {items.map((item) => (
          <div key={item.label} className={cell}>
            <dt className="text-ink-3 text-meta">{item.label}</dt>
            <dd className="font-semibold text-display tabular-nums md:text-figure">{item.value}</dd>
            {item.note !== undefined && <dd className="text-ink-3 text-meta tabular-nums">{item.note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A change against an earlier time: green or red, and a sign, so that the colour is not alone. */
export function Change({ better, children }: { readonly better: boolean; readonly children: ReactNode }) {
  return <span className={better ? "text-good" : "text-bad"}>{children}</span>;
}

const frame = "overflow-clip rounded-lg border bg-surface shadow-panel";
// The negative margins hide the outer lines, whatever the number of columns.
const grid = "-ml-px -mt-px grid grid-cols-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none";
const cell = "grid content-start gap-0.5 border-t border-l px-4.5 py-4";
