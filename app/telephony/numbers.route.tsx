/** /numbers: the organization's phone numbers, their agents, and releasing one. */
import { Plus } from "lucide-react";
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/numbers.route";
import { Notice, useFocusWhenLost } from "./notice.tsx";
import { canBuyNumbers, canImportNumbers, whomToAskForNumbers } from "./number-buying.ts";
import { changeNumber } from "./number-changes.server.ts";
import { numberList } from "./number-list.ts";
import { NumberRows } from "./number-rows.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Numbers", matches);

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const member = permitted(context, "numbers.read");
  const { store, organization } = member;
  const [rows, agents] = await Promise.all([store.numbers.list(), store.agents.names()]);
  const bought = new URL(request.url).searchParams.get("bought");
  return {
    ...numberList(rows, { ...organization, isClient: member.isClient, bought, now: Date.now() }),
    agents,
    canWrite: member.may("numbers.write"),
    canBuy: canBuyNumbers(member),
    canImport: canImportNumbers(member),
    whomToAsk: whomToAskForNumbers(member),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "numbers.write");
  const { status, ...said } = await changeNumber(member, await readForm(request, context), depsOf(context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NumbersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { numbers, agents, sentence, boughtWords, canWrite, canBuy, canImport, whomToAsk } = loaderData;
  const words = actionData?.message ?? boughtWords;
  const notice = useFocusWhenLost(numbers);
  return (
    <Page path={[{ label: "Numbers" }]}>
      <PageHeader
        title="Numbers"
        sentence={sentence}
        action={
          numbers.length > 0 && (
            <>
              <ButtonLink to="/numbers/protection">Call protection</ButtonLink>
              {canImport && <ButtonLink to="/twilio-settings">Import numbers</ButtonLink>}
              {canBuy && (
                <ButtonLink to="/numbers/search" variant="go" icon={<Plus />}>
                  Get a number
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Notice ref={notice} words={words} isGood={actionData?.isGood ?? true} />
      <Panel label="Numbers" flush>
        {numbers.length > 0 ? (
          <NumberRows numbers={numbers} agents={agents} canWrite={canWrite} />
        ) : (
          <EmptyState
            title="Your numbers will appear here"
            sample={<SampleNumbers />}
            action={
              <span className="flex flex-wrap gap-2 empty:hidden">
                {canBuy && (
                  <ButtonLink to="/numbers/search" variant="go" icon={<Plus />}>
                    Get a number
                  </ButtonLink>
                )}
                {canImport && <ButtonLink to="/twilio-settings">Import numbers</ButtonLink>}
              </span>
            }
          >
            {whomToAsk ?? "Get one in a minute, assign it to an agent, and give it a call."}
          </EmptyState>
        )}
      </Panel>
    </Page>
  );
}

const sample = [
  {
    id: "sample-1",
    shown: "+1 212 555 0142",
    label: null,
    hasPage: false,
    place: "New York, NY",
    agent_id: null,
    agent_name: "Front desk",
    health: { tone: "good", words: "Answering calls" },
    last_call: "Last call 4 min ago",
    price: null,
    rent: null,
    isActive: true,
  },
  {
    id: "sample-2",
    shown: "+1 800 555 0117",
    label: null,
    hasPage: false,
    place: null,
    agent_id: null,
    agent_name: "Booking desk",
    health: { tone: "good", words: "Answering calls" },
    last_call: "Last call yesterday at 4:12 pm",
    price: null,
    rent: null,
    isActive: true,
  },
] as const;

function SampleNumbers() {
  return <NumberRows numbers={sample} agents={[]} canWrite={false} />;
}
