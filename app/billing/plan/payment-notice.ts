/** What every member reads at the top of every page while the plan is not paid (R31). */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { accessOf, accessUnder, grace_ms, type Standing } from "#app/membership/entitlement.ts";
import { may } from "#app/membership/permissions.ts";
import { shortDate } from "#app/platform/format.ts";

export type PaymentNotice = {
  readonly words: string;
  /** Whether calls and changes are off already. */
  readonly isOff: boolean;
  /** Where the person can mend it; null: they ask someone. */
  readonly action: { readonly to: string; readonly label: string } | null;
};

type Shown = Standing & {
  readonly name: string;
  readonly role: string;
  readonly time_zone: string;
  readonly locale: string;
  readonly hidden: readonly BrandSection[];
  readonly agency: (Standing & { readonly name: string }) | null;
};

/** Why calls and changes are off. */
function offWords({ name, subscription_status: status }: Shown): string {
  if (status === "canceled" || status === "incomplete_expired")
    return `${name}'s plan has ended. Everything can be read, but calls and changes are off.`;
  if (status === "paused") return `${name}'s plan is paused, so calls and changes are off.`;
  return `${name}'s plan isn't paid. Everything can be read, but calls and changes are off.`;
}

/**
 * The notice; null: there is nothing to say.
 * @param company who is paid, as the worn brand calls it
 * @param now ms UTC
 */
export function paymentNotice(shown: Shown, company: string, now: number): PaymentNotice | null {
  const { agency, past_due_since, role, hidden, locale, time_zone: timeZone } = shown;
  const access = accessOf(shown, now);
  if (access === "full") {
    // The agency's own payments are not its client's business: only whom to ask.
    if (agency === null || accessUnder(shown, agency, now) === "full") return null;
    return {
      words: `Calls and changes are off just now. Contact ${agency.name}.`,
      isOff: true,
      action: null,
    };
  }
  const canPay = may(role, "subscription.write") && !isHidden(hidden, "/subscription");
  const whom = canPay ? "" : " Ask an owner of your organization to pay.";
  const action = canPay ? { to: "/subscription", label: "Plan and usage" } : null;
  if (access === "read_only") return { words: `${offWords(shown)}${whom}`, isOff: true, action };
  const until = shortDate((past_due_since ?? now) + grace_ms, now, { locale, timeZone });
  const words = `The last payment to ${company} didn't go through. Everything works until ${until}.${whom}`;
  return { words, isOff: false, action };
}
