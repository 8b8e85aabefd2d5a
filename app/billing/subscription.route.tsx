/** /subscription: the plan and what it costs, its limits and usage, and what was billed. */
import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { requestFacts } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/subscription.route";
import { ChangePreview } from "./plan/change-preview.tsx";
import { InvoicesPanel } from "./plan/invoices-panel.tsx";
import { answerPlan } from "./plan/plan-answers.server.ts";
import { PlanChoice } from "./plan/plan-choice.tsx";
import { planPage } from "./plan/plan-page.server.ts";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { planWords } from "./plan-words.ts";
import { ClientPlan } from "./resale/client-plan.tsx";
import { clientPlanOf } from "./resale/statements.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Plan and usage", matches);

const doneSentences = {
  changed: "Plan changed.",
  canceled: "Your plan is canceled. Everything works until it ends.",
  resumed: "Your plan goes on.",
  kept: "You're staying on this plan.",
  card: "Payment method saved.",
};

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "subscription.read");
  const { store, limits, organization } = member;
  const { timeZone, locale } = organization;
  const now = Date.now();
  const today = localDate(now, timeZone);
  // Stripe's portal is reached by a form.
  context.get(requestFacts).formActions.push("https://billing.stripe.com");
  const [used, plan, statements] = await Promise.all([
    store.plan.use(`${today.slice(0, 8)}01`, today),
    planPage(request, context, member, now),
    clientPlanOf(member, depsOf(context), now),
  ]);
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: "long" }).format(now);
  return {
    ...plan,
    statements,
    ...planWords({ ...organization, limits }, used, month, locale),
    organization: { id: organization.id, name: organization.name },
    done: doneWords(request.url, doneSentences),
  };
};

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "subscription.write");
  return answerPlan(request, context, member, await readForm(request, context));
}

export const clientLoader = rememberedLoader;
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);
export const ErrorBoundary = PageError;

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    organization,
    present,
    plans,
    preview,
    invoices,
    mayPay,
    hasPortal,
    figures,
    holds,
    statements,
    done,
  } = loaderData;
  const { formData, state } = useNavigation();
  const sending = state === "idle" ? null : String(formData?.get("intent") ?? "");
  useFocusOnPreview(preview?.fields.price ?? null);
  return (
    <Page path={[{ label: "Plan and usage" }]}>
      <PageHeader
        title="Plan and usage"
        sentence={`${organization.name} is on the ${present.plan} plan (${present.status.word.toLowerCase()}).`}
      />
      <Said words={actionData === undefined ? done : null} />
      <FormErrors errors={actionData?.result.error?.[""] ?? undefined} />
      {preview !== null && <ChangePreview preview={preview} isSending={sending === "change"} />}
      <Figures label="Usage" items={figures} />
      <Columns>
        <div className="grid min-w-0 gap-4.5 md:gap-6">
          <Panel title="Plan limits">
            <Facts facts={holds} />
          </Panel>
          {statements !== null && <ClientPlan {...statements} />}
          {(statements === null || invoices === null || invoices.length > 0) && (
            <InvoicesPanel invoices={invoices} />
          )}
        </div>
        <PlanPanel present={present} mayPay={mayPay} hasPortal={hasPortal} sending={sending} />
      </Columns>
      {plans !== null && <PlanChoice plans={plans} />}
    </Page>
  );
}

/** A chosen change appears above what was pressed: the focus goes there. */
function useFocusOnPreview(price: string | null): void {
  const before = useRef(price);
  useEffect(() => {
    if (price !== null && before.current !== price) {
      const panel = document.getElementById("change");
      panel?.focus({ preventScroll: true });
      panel?.scrollIntoView({ block: "start" });
    }
    before.current = price;
  }, [price]);
}
