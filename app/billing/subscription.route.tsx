/** /subscription: the plan, its limits, and this month's usage. */
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/subscription.route";
import { planWords } from "./plan-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Plan and usage", matches);

export const loader = async ({ context }: Route.LoaderArgs) => {
  const member = permitted(context, "subscription.read");
  const { store, limits, organization } = member;
  const { timeZone, locale } = organization;
  const now = Date.now();
  const today = localDate(now, timeZone);
  const used = await store.plan.use(`${today.slice(0, 8)}01`, today);
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: "long" }).format(now);
  return {
    ...planWords({ ...organization, limits }, used, month, locale),
    organization: organization.name,
  };
};
export const clientLoader = rememberedLoader;
export const ErrorBoundary = PageError;

export default function SubscriptionPage({ loaderData }: Route.ComponentProps) {
  const { organization, plan, status, figures, holds } = loaderData;
  return (
    <Page path={[{ label: "Plan and usage" }]}>
      <PageHeader
        title="Plan and usage"
        sentence={`${organization} is on the ${plan} plan (${status.toLowerCase()}).`}
      />
      <Figures label="Usage" items={figures} />
      <Panel title="Plan limits">
        <Facts facts={holds} />
      </Panel>
    </Page>
  );
}
