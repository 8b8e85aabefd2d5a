/** /clients/prices: what an agency charges the clients of each plan. */

import { tierWords } from "#app/billing/plan-words.ts";
import { keepersOf } from "#app/billing/resale/card-clients.server.ts";
import { overridesOf, ownTermsOf, planListOf } from "#app/billing/resale/client-prices.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { agency } from "#app/clients/agency.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { tiersUpTo } from "#app/membership/plan-limits.ts";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { counted, money } from "#app/platform/format.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/prices.route";
import { ClientsPlaces } from "./clients-places.tsx";
import { answerPrice, meanwhileWords } from "./price-answers.server.ts";
import { PriceForm } from "./price-form.tsx";
import { keepersWords, priceView } from "./price-view.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Prices", matches);

const doneSentences = {
  priced:
    "Price saved. It counts from next month, and for new card subscriptions at once. Clients that pay by card keep the price they subscribed at.",
  unpriced:
    "Price removed. Clients on that plan aren't charged from next month, except those that pay by card.",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { organization } = agency(context, "clients.write");
  const { id, tier, currency, locale } = organization;
  const db = depsOf(context).db;
  const [prices, overrides, keepers, own] = await Promise.all([
    planListOf(db, id),
    overridesOf(db, id),
    keepersOf(db, id),
    ownTermsOf(db, organization, Date.now()),
  ]);
  const sold = [...new Set([...tiersUpTo(tier), ...prices.map((price) => price.tier)])];
  return {
    currency,
    cost:
      own && `Beyond your plan's minutes, each costs you ${money(own.minute_micros, own.currency, locale)}.`,
    plans: sold.map((name) => ({
      tier: name,
      title: tierWords(name),
      own: counted(
        overrides.find((one) => one.tier === name)?.clients ?? 0,
        "client has its own price",
        "clients have their own price",
        locale,
      ),
      keepers: keepersWords(
        keepers.filter((one) => one.tier === name).map((one) => one.name),
        locale,
      ),
      price: priceView(prices.find((one) => one.tier === name) ?? null, own, organization),
    })),
    meanwhile: meanwhileWords(request.url),
    done: doneWords(request.url, doneSentences),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const member = agency(context, "clients.write");
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent !== "price" && intent !== "unprice") throw faultResponse("bad_request");
  return answerPrice(context, member, form, { client: "", path: "/clients/prices" });
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function PricesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { plans, currency, cost, done, meanwhile } = loaderData;
  const refused = actionData && "result" in actionData ? actionData : null;
  return (
    <Page isNarrow path={[{ label: "Clients", to: "/clients" }, { label: "Prices" }]}>
      <PageHeader
        title="Prices"
        sentence="What clients on each plan pay you. Changes count from next month's statement; clients that pay by card keep the price they subscribed at."
        aside={<ClientsPlaces />}
      />
      <Said words={actionData === undefined ? done : null} />
      <FormErrors errors={meanwhile !== null && !refused ? [meanwhile] : undefined} />
      {cost !== null && <p className="text-ink-2">{cost}</p>}
      {plans.map(({ tier, title, own, keepers, price }) => (
        <PriceForm
          key={`${tier} ${price.version}`}
          title={title}
          sentence={[
            ...(own.startsWith("no ") ? [] : [`${own}.`]),
            ...(keepers === null ? [] : [keepers]),
          ].join(" ")}
          tier={tier}
          currency={currency}
          price={price}
          result={refused?.tier === tier ? refused.result : null}
          removal={{
            label: "Remove price",
            title: `Remove the price of ${title}?`,
            sentence:
              "From next month, clients on this plan aren't charged, unless they have their own price or pay by card.",
          }}
        />
      ))}
    </Page>
  );
}
