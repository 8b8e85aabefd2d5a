/** The mail that warns of a spending cap: how much of it is used, and what happens when it is reached. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import type { CapAction } from "./cap-terms.schema.ts";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  /** Of the cap: 50, 80 or 100. */
  percent: number;
  /** Money, as it is read. */
  spent: string;
  cap: string;
  /** When the period ends. */
  ends: string;
  /** `ceiling`: the most that is lent before a payment; all calls stop there. */
  action: CapAction | "ceiling";
  /** The page with the cap. */
  url: string;
};

const now: Record<Props["action"], (ends: string) => string> = {
  stop_outbound: (ends) =>
    `Outbound calls are paused until ${ends}. Incoming calls are still answered, and extra minutes are still charged.`,
  stop_all: (ends) => `New calls are refused until ${ends}. Calls in progress continue.`,
  ceiling: () =>
    "New calls are refused until your open invoices are paid, or a new billing period begins. Calls in progress continue. To go on now, change to a larger plan: these minutes are billed with it.",
  warn: () => "Calls continue, and extra minutes are still charged.",
};

const later: Record<Props["action"], string> = {
  stop_outbound: "Outbound calls will be paused when it's reached.",
  stop_all: "New calls will be refused when it's reached.",
  ceiling: "New calls will be refused when it's reached.",
  warn: "Calls will continue when it's reached.",
};

export function spendingMail(props: Props) {
  const { brand, name, organization, percent, spent, cap, ends, action, url } = props;
  const isReached = percent >= 100;
  const isCeiling = action === "ceiling";
  const noun = isCeiling ? "limit for unpaid minutes" : "spending cap";
  const title = isReached
    ? isCeiling
      ? "Limit for unpaid minutes reached"
      : "Spending cap reached"
    : `${percent}% of your ${noun} used`;
  return mailOf({
    brand,
    title,
    subject: `${title}: ${organization}`,
    name,
    lines: [
      isCeiling
        ? `${organization} has used ${spent} of the ${cap} of minutes beyond the plan that are open until a payment. The billing period ends on ${ends}.`
        : `${organization} has spent ${spent} of its ${cap} cap on minutes beyond the plan. The billing period ends on ${ends}.`,
      isReached ? now[action](ends) : later[action],
      { link: "View usage", to: url },
    ],
    why: `you manage billing for ${organization}`,
  });
}
