/** Shows a strength in four bars and in words; the caller decides what is strong. */
import { cx } from "./cx.ts";

export interface StrengthMeterProps {
  /** Filled bars: 0 for nothing typed yet, 1 weak, 2 fair, 3 good, 4 strong. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  /** The same in words: "Good. One more word would make it strong." Read out when it changes. */
  readonly words: string;
}

const fills = ["bg-line", "bg-bad", "bg-warn", "bg-good", "bg-good"] as const;

export function StrengthMeter({ level, words }: StrengthMeterProps) {
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx("h-1 rounded-full transition-colors", bar <= level ? fills[level] : fills[0])}
          />
        ))}
      </div>
      {/* Always two lines: content below must not move while a person aims at it. */}
      <p aria-live="polite" className="min-h-[2lh] text-ink-3 text-meta">
        {words}
      </p>
    </div>
  );
}
