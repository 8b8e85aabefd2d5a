/** /clients/payouts: the Stripe account that an agency's clients pay to, and what is missing before they can. */
import { useId } from "react";
import { data, Link, redirect, redirectDocument } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { accountOf } from "#app/billing/resale/connect.server.ts";
import { readinessFacts } from "#app/billing/resale/readiness.server.ts";
import { type Missing, missingOf } from "#app/billing/resale/readiness.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { agency } from "#app/clients/agency.server.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { organization } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, requestFacts } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/payouts.route";
import { ClientsPlaces } from "./clients-places.tsx";
import { connectPayouts, disconnectPayouts, openPayouts, readAgain } from "./payout-verbs.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Payouts", matches);

const path = "/clients/payouts";
const doneSentences = {
  read: "Up to date with Stripe.",
  disconnected: "Disconnected. Your clients see no checkout anymore; their statements go on.",
};

/** Those who decide about clients read what is missing; those who pay decide about the account. */
const reader = (context: Context) =>
  agency(context, organization(context).may("subscription.write") ? "subscription.write" : "clients.write");

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = reader(context);
  const { id, timeZone, locale } = member.organization;
  const deps = depsOf(context);
  const now = Date.now();
  // A form without scripts leads to Stripe by a redirect.
  context.get(requestFacts).formActions.push("https://connect.stripe.com");
  const back = new URL(request.url).searchParams.get("stripe");
  if (back === "returned") await readAgain(deps, id, now);
  const [account, facts, who] = await Promise.all([
    accountOf(deps.db, id),
    readinessFacts(deps.env, deps.db, id),
    visitor(request, context),
  ]);
  if (who.kind !== "full") throw faultResponse("forbidden");
  const mayDecide = member.may("subscription.write");
  const isAsked = mayDecide && needsProof(who, now);
  const isConnected = account !== null && account.disconnected_at === null;
  const yesNo = (is: boolean) => (is ? "Yes" : "Not yet");
  return {
    isConnected,
    wasConnected: account !== null,
    missing: missingOf(facts),
    account: isConnected
      ? [
          ["Account", account.account_id],
          ["Takes payments", yesNo(account.charges_enabled)],
          ["Pays out to your bank", yesNo(account.payouts_enabled)],
          ["Currency", account.currency || "Not known yet"],
          ["Platform fee", `${settings(deps.env).AGENCY_FEE_PERCENT}% of each payment`],
          ["Checked", ago(account.refreshed_at, now, { timeZone, locale })],
        ].map(([word = "", value = ""]) => [word, value] as const)
      : [],
    attempt: newId(now),
    mayDecide,
    needsProof: isAsked,
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
    isExpired: back === "expired",
    done: doneWords(request.url, doneSentences),
  };
}

const refusals = {
  unproven: "Confirm it's you below, then try again. Nothing was changed.",
  off: "Payments aren't switched on here, so no account can be connected.",
  gone: "That account no longer exists. Connect another one.",
  busy: "Stripe didn't respond. Nothing was changed; please try again in a moment.",
};

const statuses: Partial<Record<keyof typeof refusals, number>> = { busy: 502, unproven: 403 };
const refused = (reason: keyof typeof refusals, words?: string) =>
  data({ error: words ?? refusals[reason] }, statuses[reason] ?? 409);

export async function action({ request, context }: Route.ActionArgs) {
  const member = reader(context);
  const form = await readForm(request, context);
  const deps = depsOf(context);
  const intent = form.get("intent");
  switch (intent) {
    case "connect":
    case "open": {
      const who = await visitor(request, context);
      if (who.kind !== "full") throw faultResponse("forbidden");
      const known = settings(deps.env);
      const origin = who.host === null ? publicOrigin(known) : hostOrigin(known, who.host);
      const said = connectPayouts.input.safeParse({ attempt: form.get("attempt"), page: `${origin}${path}` });
      if (intent === "connect" && !said.success) throw faultResponse("bad_request");
      const led =
        said.success && intent === "connect"
          ? await connectPayouts(member, said.data, deps)
          : await openPayouts(member, {}, deps);
      if (led.ok) return redirectDocument(led.url);
      return refused(led.reason, led.words);
    }
    case "read":
      await readAgain(deps, member.organization.id, Date.now());
      return redirect(`${path}?done=read`);
    case "disconnect": {
      const done = await disconnectPayouts(member, {}, deps);
      return done.ok ? redirect(`${path}?done=disconnected`) : refused(done.reason);
    }
    case "confirm":
      return answerConfirmation(request, context, form);
    default:
      throw faultResponse("bad_request");
  }
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const expired = "That link to Stripe has expired. Continue below to get a new one.";

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isConnected, wasConnected, missing, account, attempt, done, isExpired, mayDecide } = loaderData;
  const confirmation = actionData && "result" in actionData ? actionData.result : null;
  const error = actionData && "error" in actionData ? actionData.error : null;
  const disconnecting = useId();
  const isUnfinished = missing.some(({ where }) => where === "stripe");
  return (
    <Page isNarrow path={[{ label: "Clients", to: "/clients" }, { label: "Payouts" }]}>
      <PageHeader
        title="Payouts"
        sentence={
          missing.length === 0
            ? "Your clients can subscribe by card. Payments go to your Stripe account."
            : "Until everything below is done, clients see their statements but no checkout."
        }
        aside={<ClientsPlaces />}
      />
      <Said words={actionData === undefined ? done : null} />
      <FormErrors errors={error !== null ? [error] : isExpired ? [expired] : undefined} />
      <Panel
        title="Ready to sell"
        aside={missing.length === 0 ? <Tag tone="good">Ready</Tag> : <Tag tone="warn">Not ready</Tag>}
        flush
      >
        {missing.length === 0 ? (
          <p className="p-4.5 text-ink-2">Nothing is missing.</p>
        ) : (
          <Rows label="What is missing">
            {missing.map((one) => (
              <Row key={one.what} title={one.what} note={<Where of={one} />} />
            ))}
          </Rows>
        )}
      </Panel>
      <Panel title="Stripe account">
        <div className="grid gap-4">
          {isConnected ? (
            <Facts facts={account} />
          ) : (
            <p className="text-ink-2">
              Stripe collects your clients' payments in your name and pays out to your bank. You can bill by
              statement without it.
            </p>
          )}
          {!mayDecide && (
            <p className="text-ink-2">Only owners and billing members can change where payments go.</p>
          )}
          {mayDecide && (
            <OrganizationForm className="flex flex-wrap gap-3">
              <input type="hidden" name="attempt" value={attempt} />
              {(!isConnected || isUnfinished) && (
                <Button type="submit" name="intent" value="connect" variant="go">
                  {isConnected ? "Continue on Stripe" : wasConnected ? "Connect again" : "Connect Stripe"}
                </Button>
              )}
              {isConnected && (
                <>
                  <Button type="submit" name="intent" value="open">
                    Open Stripe dashboard
                  </Button>
                  <Button type="submit" name="intent" value="read">
                    Check again
                  </Button>
                  <ConfirmDialog
                    form={disconnecting}
                    name="intent"
                    value="disconnect"
                    label="Disconnect"
                    title="Disconnect your Stripe account?"
                    sentence="Clients can't start new subscriptions. Those who already pay by card keep paying to this account until their subscriptions end."
                    confirm="Disconnect"
                  />
                </>
              )}
            </OrganizationForm>
          )}
          <OrganizationForm id={disconnecting} className="hidden" />
        </div>
      </Panel>
      {loaderData.needsProof && (
        <ConfirmItIsYou
          sentence="This lets you change where your clients' payments go."
          {...loaderData.person}
          result={confirmation}
        />
      )}
    </Page>
  );
}

const places: Record<Missing["where"], { to: string; label: string } | null> = {
  platform: null,
  plan: { to: "/subscription", label: "Plan and usage" },
  stripe: null,
  prices: { to: "/clients/prices", label: "Prices" },
};

function Where({ of: { where } }: { readonly of: Missing }) {
  const place = places[where];
  return place === null ? where === "stripe" ? "On Stripe" : null : <Link to={place.to}>{place.label}</Link>;
}
