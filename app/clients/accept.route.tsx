/** /clients/accept: where a mailed offer of another agency's client leads. */
import { data, redirect, useNavigation } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { organization, permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/accept.route";
import { agency } from "./agency.server.ts";
import { offerOf } from "./client-offer.server.ts";
import { clientsFullWords, placesOf } from "./client-places.server.ts";
import { planIn, takeOverClient } from "./take-over.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Take over a client", matches);

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const merged = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) merged.append(name, value);
  return merged;
};

/** R40: the address holds a secret. */
const quiet = { "referrer-policy": "no-referrer" };

const tokenIn = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenIn(request);
  if (token === "") throw faultResponse("not_found");
  const now = Date.now();
  const who = await visitor(request, context);
  if (who.kind !== "full") throw faultResponse("forbidden");
  const { db } = depsOf(context);
  const offer = await offerOf(db, token, who.user.id, now);
  if (!offer || offer.agency_id === organization(context).organization.id)
    return data({ offer: null }, { status: 404, headers: quiet });
  const member = permitted(context, "clients.write");
  const isAsked = needsProof(who, now);
  const { tier, status } = planIn(member, offer);
  return data(
    {
      offer: {
        name: offer.name,
        agency: offer.agency,
        plan: tierWords(tier),
        status: statusWords(status),
      },
      taker: member.organization.name,
      full:
        (await placesOf(db, member.organization.id)) >= member.limits.clients
          ? clientsFullWords(member)
          : null,
      needsProof: isAsked,
      person: {
        email: who.user.email,
        hasPassword: who.hasPassword,
        hasFactor: who.hasFactor,
        hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
      },
    },
    { headers: quiet },
  );
}

const refusals = {
  unproven: { words: "Confirm it's you below, then try again. Nothing was changed.", status: 403 },
  gone: { words: "This offer is no longer valid. Nothing was changed.", status: 409 },
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const member = agency(context, "clients.write");
  const form = await readForm(request, context);
  if (form.get("intent") === "confirm") return answerConfirmation(request, context, form);
  const { success, data: said } = takeOverClient.input.safeParse({ token: tokenIn(request) });
  if (!success) throw faultResponse("not_found");
  const outcome = await takeOverClient(member, said, depsOf(context));
  if (outcome.ok) return redirect(`/clients/${outcome.client}?done=taken`);
  if (outcome.reason === "full")
    return data({ intent: "accept" as const, words: clientsFullWords(member) }, 409);
  const { words, status } = refusals[outcome.reason];
  return data({ intent: "accept" as const, words }, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AcceptPage({ loaderData, actionData }: Route.ComponentProps) {
  const isPending = useNavigation().formData?.get("intent") === "accept";
  const path = [{ label: "Clients", to: "/clients" }, { label: "Take over a client" }];
  if (loaderData.offer === null)
    return (
      <Page isNarrow path={path}>
        <PageHeader
          title="This offer is no longer valid"
          sentence="It was accepted or withdrawn, has expired, or was sent to a different address. Ask for a new one."
        />
      </Page>
    );
  const { offer, taker, full, person } = loaderData;
  const isFull = full !== null;
  const said = actionData && "intent" in actionData ? actionData : null;
  return (
    <Page isNarrow path={path}>
      <PageHeader
        title={`Take over ${offer.name}`}
        sentence={`${offer.agency} wants to transfer this client to you. If you accept, it moves to ${taker}.`}
      />
      <Panel label={`Take over ${offer.name}`}>
        <div className="grid gap-4">
          <Facts
            facts={[
              ["Client", offer.name],
              ["From", offer.agency],
              ["Plan", offer.plan],
              ["Status", offer.status],
            ]}
          />
          <p className="text-ink-2">
            Its people, agents, calls and numbers stay as they are. Support access is off until its owner
            turns it on. We'll email its owners.
          </p>
          <FormErrors errors={said?.intent === "accept" ? [said.words] : isFull ? [full] : undefined} />
          {!isFull && (
            <OrganizationForm>
              <Button
                type="submit"
                name="intent"
                value="accept"
                variant="go"
                pending={isPending}
                disabled={loaderData.needsProof}
              >
                Take over {offer.name}
              </Button>
            </OrganizationForm>
          )}
        </div>
      </Panel>
      {loaderData.needsProof && !isFull && (
        <ConfirmItIsYou
          sentence={`This lets you take over ${offer.name}.`}
          {...person}
          result={said?.intent === "confirm" ? said.result : null}
        />
      )}
    </Page>
  );
}
