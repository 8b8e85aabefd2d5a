/** /subscription: the plan and what it costs, its limits and usage, and what was billed. */
import { useEffect, useRef } from "react";
import { data, redirect, useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { requestFacts } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/subscription.route";
import { ChangePreview } from "./plan/change-preview.tsx";
import { InvoicesPanel } from "./plan/invoices-panel.tsx";
import { answerPlan } from "./plan/plan-answers.server.ts";
import { PlanChoice } from "./plan/plan-choice.tsx";
import { planPage } from "./plan/plan-page.server.ts";
import { PlanPanel } from "./plan/plan-panel.tsx";
import { ClientPlan } from "./resale/client-plan.tsx";
import { clientPlanOf } from "./resale/statements.server.ts";
import { answerSpendingCap } from "./usage/spending-cap-form.server.ts";
import { capIntent, SpendingCapForm } from "./usage/spending-cap-form.tsx";
import { usagePanelOf } from "./usage/usage-panel.server.ts";
import { UsagePanel } from "./usage/usage-panel.tsx";
import { withoutMinutes } from "./usage/usage-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Plan and usage", matches);

const doneSentences = {
  changed: "Plan changed.",
  canceled: "Your plan is canceled. Everything works until it ends.",
  ended: "Your plan is canceled.",
  resumed: "Your plan goes on.",
  kept: "You're staying on this plan.",
  cap: "Spending cap saved.",
  card: "Payment method saved.",
};

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "subscription.read");
  const { organization } = member;
  const now = Date.now();
  // Stripe's portal and its page of an invoice are reached by forms.
  context.get(requestFacts).formActions.push("https://billing.stripe.com", "https://invoice.stripe.com");
  const [usage, plan, statements] = await Promise.all([
    usagePanelOf(member, depsOf(context), now),
    planPage(request, context, member, now),
    clientPlanOf(member, depsOf(context), now),
  ]);
  return {
    ...plan,
    // One count of minutes: a client's statement has its own.
    usage: statements?.present ? withoutMinutes(usage) : usage,
    statements,
    organization: { id: organization.id, name: organization.name },
    done: doneWords(request.url, doneSentences),
  };
};

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "subscription.write");
  const form = await readForm(request, context);
  if (form.get("intent") !== capIntent) return answerPlan(request, context, member, form);
  const { status, reply } = await answerSpendingCap(member, form, depsOf(context));
  if (reply.typed === null) throw redirect("/subscription?done=cap");
  return data({ intent: capIntent, reply }, { status });
}

export const clientLoader = rememberedLoader;
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);
export const ErrorBoundary = PageError;

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { organization, present, plans, preview, invoices, usage, statements, mayPay, hasPortal, done } =
    loaderData;
  const { formData, state } = useNavigation();
  const sending = state === "idle" ? null : String(formData?.get("intent") ?? "");
  const owesAgency = statements?.owesAgency ?? false;
  const refusal = actionData && "result" in actionData ? actionData.result.error?.[""] : undefined;
  const cap = actionData && "reply" in actionData ? actionData.reply : undefined;
  useFocusOnPreview(preview?.fields.price ?? null);
  return (
    <Page path={[{ label: "Plan and usage" }]}>
      <PageHeader
        title="Plan and usage"
        sentence={`${organization.name} is on the ${present.plan} plan (${present.status.word.toLowerCase()}).`}
      />
      <Said words={actionData === undefined ? done : null} />
      <FormErrors errors={refusal ?? undefined} />
      {preview !== null && <ChangePreview preview={preview} isSending={sending === "change"} />}
      {plans?.isFirst && !owesAgency && <PlanChoice plans={plans} />}
      <Columns>
        <div className="grid min-w-0 gap-4.5 md:gap-6">
          <UsagePanel usage={usage} />
          {statements !== null && <ClientPlan present={statements.present} past={statements.past} />}
          {(!owesAgency || invoices === null || invoices.length > 0) && <InvoicesPanel invoices={invoices} />}
        </div>
        <div className="grid min-w-0 gap-4.5 md:gap-6">
          <PlanPanel present={present} mayPay={mayPay} hasPortal={hasPortal} sending={sending} />
          {!owesAgency && present.isSubscribed && (
            <SpendingCapForm cap={usage.cap} reply={cap} canWrite={mayPay} />
          )}
        </div>
      </Columns>
      {plans !== null && (owesAgency || !plans.isFirst) && (
        <PlanChoice plans={plans} isInstead={owesAgency} />
      )}
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
