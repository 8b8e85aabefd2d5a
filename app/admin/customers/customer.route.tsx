/** /customer-management/:organizationId: one customer, with all that the platform's admins can do about it. */
import { Link } from "react-router";
import { AdminPage } from "#app/admin/admin-page.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Columns } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/customer.route";
import { answerCustomer } from "./customer-answers.server.ts";
import { CreditForm, LimitsForm, OpenForm, PlanForm, TrialForm } from "./customer-changes.tsx";
import { deedsOf } from "./customer-deeds.ts";
import { customerView } from "./customer-page.server.ts";
import { Activity, Errors, Members, NumbersAndDomains } from "./customer-records.tsx";
import { ReasonDeeds } from "./reason-deeds.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.customer?.name ?? "Customer", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = {
  plan: "Plan changed.",
  limits: "Limits saved. They apply immediately.",
  trial: "Trial extended.",
  credit: "Credit given. It's taken off the next invoices.",
  owed: "Credit recorded. Our payment provider didn't answer, so it will be given automatically. You don't need to do anything.",
  suspended: "Suspended. Members see who to contact, and callers hear that no one is available.",
  resumed: "Resumed. Everything works as before.",
  "signed-out": "All members were signed out on every device.",
  export: "Export started. Its owners get an email with the link when it's ready.",
  deleted: "Deleted. It can be restored within 30 days.",
  restored: "Restored.",
  left: "You've left the customer. The visit is over.",
  over: "Your support visit is over. Open the customer again if you need more time.",
};

export const loader = async ({ request, context, params }: Route.LoaderArgs) => ({
  ...(await customerView(request, context, params.organizationId)),
  done: doneWords(request.url, doneSentences),
});

export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerCustomer(request, context, params.organizationId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);
// A refused change shows what another admin did meanwhile.
export const shouldRevalidate = () => true;

export const ErrorBoundary = PageError;

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, customer, done } = loaderData;
  const result = (intent: string) => (actionData?.intent === intent ? actionData.result : null);
  const asks = { ...confirmation, result: result("confirm") };
  const isLiving = customer?.restorableUntil === null;
  return (
    <AdminPage
      title={customer?.name ?? "Customer"}
      above={[{ label: "Customers", to: "/customer-management" }]}
      sentence={customer?.sentence ?? "A customer of the platform."}
      asks={isOpen ? null : asks}
    >
      {customer && (
        <>
          <Said words={actionData === undefined ? done : null} />
          <Figures label="Usage" items={customer.figures} />
          <Columns>
            <div className="grid min-w-0 gap-4.5 md:gap-6">
              {customer.needsProof && (
                <ConfirmItIsYou sentence={`This lets you change or open ${customer.name}.`} {...asks} />
              )}
              <Members members={customer.members} />
              {isLiving && <OpenForm {...customer} result={result("open")} />}
              <ReasonDeeds
                title="Actions"
                {...deedsOf(customer)}
                version={customer.version}
                result={result("deeds")}
              />
              {isLiving && customer.agency === null && (
                <>
                  <PlanForm {...customer} result={result("plan")} />
                  <LimitsForm {...customer} result={result("limits")} />
                  <TrialForm {...customer} result={result("trial")} />
                  <CreditForm {...customer} result={result("credit")} />
                </>
              )}
            </div>
            <div className="grid min-w-0 gap-4.5 md:gap-6">
              <Panel title="About" aside={<Tag tone={customer.health.tone}>{customer.health.words}</Tag>}>
                <Facts facts={customer.facts} />
                {customer.agency && (
                  <p className="mt-3 text-ink-2">
                    <Link to={`/customer-management/${customer.agency.id}`}>{customer.agency.name}</Link> is
                    its agency, and chooses its plan and limits.
                  </p>
                )}
                {customer.clients !== null && (
                  <p className="mt-3">
                    <Link to={`/customer-management?agency=${customer.id}`}>{customer.clients}</Link>
                  </p>
                )}
              </Panel>
              <NumbersAndDomains {...customer} />
              <Errors errors={customer.errors} />
              <Activity events={customer.events} />
            </div>
          </Columns>
        </>
      )}
    </AdminPage>
  );
}
