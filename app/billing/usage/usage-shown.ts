/** What the usage panel and the spending cap's form show, as the server prepares it. */
import type { CapAction } from "./cap-terms.schema.ts";
import type { UsageBar, UsageChart } from "./usage-words.ts";

export type UsagePanel = {
  /** "Nov 1 to Nov 27". */
  range: string;
  bars: UsageBar[];
  /** Sentences below the bars: money, the forecast, whose calls they are. */
  notes: string[];
  /** The minutes of each day; null: there are none yet. */
  chart: UsageChart | null;
  cap: ShownCap;
};

export type ShownCap = {
  /** As the form shows it: "50.00"; empty: there is none. */
  amount: string;
  action: CapAction;
  currency: string;
  /** "$20.00 of $50.00 spent (40%). Stop outbound calls at the cap."; null: there is none. */
  words: string | null;
};

export type CapReply = {
  /** What was typed, for the form to show again; null: it is saved. */
  typed: { amount: string; action: string } | null;
  errors: { amount?: readonly string[]; action?: readonly string[]; form?: string };
};
