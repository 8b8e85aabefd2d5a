/** The loudness of a recording over time: the caller above the line, the agent below it. */
import type { Peaks } from "./recording.schema.ts";

const half = 24;

/** One path for a channel; `up` is its direction from the line in the middle. */
const pathOf = (peaks: readonly number[], up: 1 | -1): string =>
  peaks
    .map((peak, at) => `M${at} ${half}v${(-up * Math.max(1, (peak / 100) * (half - 2))).toFixed(1)}`)
    .join("");

/** @param played the part of it that was heard, 0 to 1 */
export function Waveform({ peaks, played }: { readonly peaks: Peaks; readonly played: number }) {
  const [caller = [], agent = caller] = peaks;
  const width = Math.max(1, caller.length);
  return (
    <svg
      viewBox={`0 0 ${width} ${half * 2}`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-14 w-full fill-none"
    >
      <path d={pathOf(caller, 1)} className="stroke-brand-text" strokeWidth={0.7} />
      <path d={pathOf(agent, -1)} className="stroke-ink-3" strokeWidth={0.7} />
      <rect width={played * width} height={half * 2} className="fill-brand-text/12" />
    </svg>
  );
}
