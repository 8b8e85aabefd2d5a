/** /numbers/search: numbers for sale; one button buys a number, or leads to its checkout, and assigns it to an agent. */
import { data, redirect, redirectDocument } from "react-router";
import { pageOrigin } from "#app/billing/checkout/checkout-origin.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/number-search.route";
import { Notice, useFocusWhenRefused } from "./notice.tsx";
import { providerOf } from "./number-buying.ts";
import { offersFor } from "./number-offers.server.ts";
import { NumberOffers } from "./number-offers.tsx";
import { NumberSearchForm } from "./number-search-form.tsx";
import { numberContextOf } from "./number-verbs.server.ts";
import { answerPurchase } from "./purchase-answer.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Get a number", matches);

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const member = permitted(context, "numbers.write");
  const query = new URL(request.url).searchParams;
  const [offers, agents] = await Promise.all([
    offersFor(member, numberContextOf(member, depsOf(context)), query),
    member.store.agents.names(),
  ]);
  // When there is one agent, it is preselected.
  const only = agents.length === 1 ? agents[0]?.id : undefined;
  const agent = query.get("agent") ?? only ?? "";
  return data({ ...offers, agents, agent, provider: providerOf(member) }, offers.status);
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "numbers.write");
  const bought = await answerPurchase(member, await readForm(request, context), {
    ...depsOf(context),
    email: member.user.email,
    origin: pageOrigin(request, context),
  });
  // The checkout's policy is its document's own.
  if (bought.ok) return bought.isCheckout ? redirectDocument(bought.to) : redirect(bought.to);
  return data({ message: bought.message }, bought.status);
}
/** It is not known whether the number was bought. */
const silence = "The connection was lost. If the purchase went through, the number is under Numbers.";

export const clientAction = (args: Route.ClientActionArgs) => keptAction(args, () => silence);

export const ErrorBoundary = PageError;

export default function NumberSearchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { search, errors, offers, refusal, agents, agent, provider } = loaderData;
  const missing = Object.keys(errors).length > 0 ? "not_asked" : refusal === null ? "nothing" : "no_answer";
  const notice = useFocusWhenRefused(actionData);
  return (
    <Page path={[{ label: "Numbers", to: "/numbers" }, { label: "Get a number" }]}>
      <PageHeader
        title="Get a number"
        sentence={`It's active seconds after you get it, and ${answererWords(agents.length)}.`}
      />
      <Notice ref={notice} words={actionData?.message ?? refusal} isGood={false} />
      <NumberSearchForm search={search} errors={errors} agent={agent} />
      <NumberOffers offers={offers} agents={agents} agent={agent} missing={missing} provider={provider} />
    </Page>
  );
}

function answererWords(agents: number): string {
  if (agents === 0) return "an agent can answer it as soon as you create one";
  return agents === 1 ? "your agent answers right away" : "the agent you choose answers right away";
}
