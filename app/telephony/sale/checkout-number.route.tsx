/** /checkout-number: a number that is paid for, and Stripe's payment form. Public: it answers by itself for visitors who are not signed in. */
import { data } from "react-router";
import { CheckoutFrame } from "#app/billing/checkout/checkout-frame.tsx";
import { documentOnly } from "#app/billing/checkout/document-only.server.ts";
import { PaymentForm } from "#app/billing/checkout/payment-form.tsx";
import { embeddedForm, type StripeAccess } from "#app/billing/checkout/stripe-js.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/checkout-number.route";
import { ClosedPage } from "./closed-page.tsx";
import { orderPage } from "./order-page.server.ts";

export const middleware: Route.MiddlewareFunction[] = [documentOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Buy a number", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { status, ...found } = await orderPage(request, context);
  return data({ ...found, brand: markOf(brandOf(context)) }, { status });
}

/** The form's session lives as long as the document. */
export const shouldRevalidate = () => false;

export default function CheckoutNumberPage({ loaderData }: Route.ComponentProps) {
  return (
    <CheckoutFrame brand={loaderData.brand} back={{ to: "/numbers/search", label: "Get a number" }}>
      {loaderData.is === "closed" ? (
        <ClosedPage {...loaderData.page} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-10">
          <Summary {...loaderData.page} />
          <Panel label="Payment" flush>
            <NumberPayment {...loaderData.page} />
          </Panel>
        </div>
      )}
    </CheckoutFrame>
  );
}

type Paid = StripeAccess & { readonly clientSecret: string };

/** The form of an order, whose session the server has begun. */
const NumberPayment = ({ clientSecret, ...stripe }: Paid) => (
  <PaymentForm open={() => embeddedForm(stripe, clientSecret)} />
);

type SummaryProps = {
  readonly shown: string;
  readonly place: string;
  readonly agent: string | null;
  readonly organization: string;
  readonly monthly: string;
  readonly setup: string | null;
  readonly today: string;
};

/** The number, who answers it, and what is due today and later. */
function Summary({ shown, place, agent, organization, monthly, setup, today }: SummaryProps) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 tabIndex={-1} className="text-display tabular-nums">
          Buy {shown}
        </h1>
        <p className="text-ink-2">
          {place && `${place}. `}
          For {organization}.{" "}
          {agent ? `${agent} answers it right away.` : "You can assign an agent to it later."}
        </p>
      </div>
      <dl className="grid gap-1.5 border-y py-4 tabular-nums">
        <Line name="First month" amount={monthly} />
        {setup && <Line name="Setup, once" amount={setup} />}
        <div className="flex items-baseline justify-between gap-4 font-semibold">
          <dt>Due today</dt>
          <dd className="text-display">{today}</dd>
        </div>
      </dl>
      <p className="text-ink-3 text-meta">
        Then {monthly} a month with your plan, from one month after today until you release the number. Taxes,
        if any, are added.
      </p>
    </div>
  );
}

function Line({ name, amount }: { readonly name: string; readonly amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-control text-ink-2">
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
