/** /checkout: what is bought, and Stripe's payment form. Public: it answers by itself for visitors who are not signed in. */
import { Check } from "lucide-react";
import { useEffect } from "react";
import { data } from "react-router";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/checkout.route";
import { planForm } from "./begin-checkout.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import type { Ready } from "./checkout-page.server.ts";
import { checkoutPage } from "./checkout-page.server.ts";
import { documentOnly } from "./document-only.server.ts";
import { keptPrice } from "./kept-checkout.ts";
import { PaymentForm } from "./payment-form.tsx";

export const middleware: Route.MiddlewareFunction[] = [documentOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Checkout", matches);

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { page, status, headers } = await checkoutPage(request, context);
  const done = doneWords(request.url, {
    unfinished: "Your payment isn't finished, and nothing was charged.",
  });
  return data({ page, done, brand: markOf(brandOf(context)) }, { status, headers });
}

/** The form's session lives as long as the document. */
export const shouldRevalidate = () => false;

export default function CheckoutPage({ loaderData: { page, done, brand } }: Route.ComponentProps) {
  const back = { to: "/subscription", label: "Plan and usage" };
  const mayResume = page.is === "closed" && page.mayResume;
  // A reload of an address without a price goes on with what this tab had open.
  useEffect(() => {
    const price = mayResume ? keptPrice() : null;
    if (price !== null) window.location.replace(`/checkout?${new URLSearchParams({ price })}`);
  }, [mayResume]);
  return (
    <CheckoutFrame brand={brand} back={back}>
      {page.is === "closed" ? (
        <div className="grid max-w-[56ch] justify-items-start gap-4">
          <div className="grid gap-1.5">
            <h1 tabIndex={-1} className="text-display">
              {page.title}
            </h1>
            <p className="text-ink-2">{page.sentence}</p>
          </div>
          <ButtonLink to={page.to} reloadDocument variant="go">
            {page.label}
          </ButtonLink>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-10">
          <Summary {...page} />
          <Panel label="Payment" flush>
            {done !== null && (
              <p className="m-4.5 mb-0 rounded-md bg-warn-soft px-3 py-2.5 text-control text-warn">{done}</p>
            )}
            <PaymentForm
              open={() =>
                planForm({ priceId: page.offer.priceId, organizationId: page.organization.id }, page)
              }
            />
          </Panel>
        </div>
      )}
    </CheckoutFrame>
  );
}

/** What is bought, what is due today, and what it includes. */
function Summary({ organization, offer, fee, today, trial }: Ready) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 tabIndex={-1} className="text-display">
          {trial ? `Start your ${trial.days}-day trial` : `Subscribe to ${offer.plan}`}
        </h1>
        <p className="text-ink-2">
          The {offer.plan} plan for {organization.name}, {fee}.
        </p>
      </div>
      <div className="grid gap-1 border-y py-4">
        <dl className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">Due today</dt>
          <dd className="font-semibold text-display tabular-nums">{today ?? "Nothing"}</dd>
        </dl>
        <p className="text-ink-3 text-meta">
          {trial
            ? `${trial.sentence} You won't be charged for minutes in the trial.`
            : `Renews every ${offer.cadence === "yearly" ? "year" : "month"} until you cancel. Taxes, if any, are added.`}
        </p>
      </div>
      <ul className="grid gap-2 text-control text-ink-2 max-md:hidden">
        {offer.includes.map((words) => (
          <li key={words} className="flex gap-2">
            <Check className="mt-0.5 text-good" />
            {words}
          </li>
        ))}
      </ul>
      <p className="text-ink-3 text-meta">
        More minutes cost {offer.minute} each, billed at the end of each month. You can set a spending cap
        under Plan and usage.
      </p>
    </div>
  );
}
