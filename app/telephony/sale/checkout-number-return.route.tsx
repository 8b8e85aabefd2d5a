/** /checkout-number/return: where Stripe's form leads after paying for a number. It waits for the number, or says that the money goes back. */
import { LoaderCircle } from "lucide-react";
import { data } from "react-router";
import { CheckoutFrame } from "#app/billing/checkout/checkout-frame.tsx";
import { useChecks } from "#app/billing/checkout/use-checks.tsx";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/checkout-number-return.route";
import { ClosedPage } from "./closed-page.tsx";
import { orderOutcome } from "./order-page.server.ts";
import { outcomeWords } from "./order-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Buy a number", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { status, ...found } = await orderOutcome(request, context);
  return data({ ...found, brand: markOf(brandOf(context)) }, { status });
}

export default function CheckoutNumberReturnPage({ loaderData }: Route.ComponentProps) {
  const words = loaderData.is === "outcome" ? outcomeWords(loaderData.page) : null;
  const isChecking = useChecks(words?.isAwaited ?? false);
  const page =
    loaderData.is === "closed"
      ? loaderData.page
      : {
          title: words?.title ?? "",
          sentence: words?.isAwaited && !isChecking ? `${words.sentence} ${slow}` : (words?.sentence ?? ""),
          ...(words?.isAwaited
            ? { to: "/numbers", action: "See numbers" }
            : { to: "/numbers/search", action: "Choose another number" }),
        };
  return (
    <CheckoutFrame brand={loaderData.brand} back={{ to: "/numbers", label: "Numbers" }}>
      <ClosedPage {...page}>
        {isChecking && <LoaderCircle aria-hidden="true" className="animate-spin text-ink-3" />}
      </ClosedPage>
    </CheckoutFrame>
  );
}

const slow = "It's taking longer than usual; you can leave this page, and we'll finish without you.";
