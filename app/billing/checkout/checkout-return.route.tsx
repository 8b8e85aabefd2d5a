/** /checkout/return: where Stripe's form leads after paying. It waits for the plan, and says what was charged. */
import { Check, LoaderCircle } from "lucide-react";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/checkout-return.route";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { forgetCheckout } from "./kept-checkout.ts";
import { returnPage } from "./return-page.server.ts";
import { useChecks } from "./use-checks.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.title ?? "Checkout", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await returnPage(request, context)),
  brand: markOf(brandOf(context)),
});

export default function CheckoutReturnPage({ loaderData }: Route.ComponentProps) {
  const { is, title, sentence, includes, brand } = loaderData;
  const isChecking = useChecks(is === "processing");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (is !== "processing") forgetCheckout(true);
  }, [is]);
  return (
    <CheckoutFrame brand={brand} back={{ to: "/subscription", label: "Plan and usage" }}>
      <div className="grid max-w-[60ch] justify-items-start gap-5" aria-live="polite">
        {is === "bought" && (
          <span className="grid size-11 place-items-center rounded-full bg-good-soft text-good">
            <Check aria-hidden="true" />
          </span>
        )}
        {isChecking && <LoaderCircle aria-hidden="true" className="animate-spin text-ink-3" />}
        <div className="grid gap-1.5">
          <h1 tabIndex={-1} className="text-display">
            {title}
          </h1>
          <p className="text-ink-2 tabular-nums">{sentence}</p>
          {is === "processing" && !isChecking && (
            <p className="text-ink-2">
              It's taking longer than usual. You can leave this page; your plan starts as soon as the payment
              is confirmed.
            </p>
          )}
        </div>
        {includes.length > 0 && (
          <ul className="grid gap-2 text-control text-ink-2">
            {includes.map((words) => (
              <li key={words} className="flex gap-2">
                <Check className="mt-0.5 text-good" />
                {words}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          {is === "processing" ? (
            <Button onClick={() => void revalidate()}>Check again</Button>
          ) : (
            <ButtonLink to={is === "bought" ? "/dashboard" : "/subscription"} reloadDocument variant="go">
              {is === "bought" ? "Go to the dashboard" : "Choose a plan"}
            </ButtonLink>
          )}
          {is !== "expired" && (
            <ButtonLink to="/subscription" reloadDocument>
              See plan and usage
            </ButtonLink>
          )}
        </div>
      </div>
    </CheckoutFrame>
  );
}
