/** A bar of a list of shares. */
import { count, percent } from "#app/platform/format.ts";
import type { ShareBar } from "#app/ui/share-bar.ts";

/** @param to its calls; null: no filter shows them */
export function shareBar(
  label: string,
  calls: number,
  all: number,
  locale: string,
  to: string | null,
): ShareBar {
  const share = Math.round((calls / all) * 1000) / 10;
  return { label, value: `${count(calls, locale)} · ${percent(calls, all, locale)}`, share, to };
}
