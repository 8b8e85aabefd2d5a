/** The numbers for sale. One that is included has a button that asks once and buys it; one that is paid leads to its checkout. */
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { AgentChoice } from "./number-rows.tsx";
import type { NumberKind } from "./number-terms.schema.ts";

export type Offer = {
  /** E.164 */
  readonly phone_number: string;
  readonly locality: string;
  readonly region: string;
  /** The button's value. */
  readonly press: string;
  /** Formatted. */
  readonly shown: string;
  readonly price: string;
  readonly access: "included" | "paid" | "plan" | "agency" | "documents" | "owner";
  readonly kind: NumberKind;
};

export interface NumberOffersProps {
  readonly offers: readonly Offer[];
  readonly agents: readonly AgentChoice[];
  /** The agent that will answer; "" for none yet. */
  readonly agent: string;
  /** Why there may be no offers: the search was invalid, the carrier did not answer, or it has no such number. */
  readonly missing: keyof typeof emptyWords;
  /** The agency's name, for its clients. */
  readonly provider: string;
}

export function NumberOffers({ offers, agents, agent, missing, provider }: NumberOffersProps) {
  const { formData, formMethod } = useNavigation();
  const buying = formMethod === "POST" ? formData?.get("buy") : null;
  const [chosen, setChosen] = useState(agent);
  useEffect(() => setChosen(agent), [agent]);
  const answerer = agents.find(({ id }) => id === chosen)?.name;
  if (offers.length === 0) return <NoOffers missing={missing} />;
  return (
    <OrganizationForm id={purchase}>
      <Panel
        title="Available numbers"
        flush
        aside={
          <div className="flex min-w-0 items-center gap-2.5">
            <span aria-hidden="true" className="text-ink-2 text-meta">
              Answered by
            </span>
            <SelectField
              of={{ name: "agent" }}
              label="Agent to answer it"
              labelHidden
              className="w-44"
              none="Not assigned"
              choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          </div>
        }
      >
        <ul className="divide-y">
          {offers.map((offer) => (
            <li key={offer.phone_number} className="flex items-center gap-4 px-4.5 py-2.5">
              <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-baseline">
                <span className="font-medium tabular-nums">{offer.shown}</span>
                <span className="text-control text-ink-2">{placeOf(offer)}</span>
                <span className="text-ink-2 text-meta tabular-nums">{offer.price}</span>
              </div>
              <Take offer={offer} pending={buying === offer.press} answerer={answerer} provider={provider} />
            </li>
          ))}
        </ul>
      </Panel>
    </OrganizationForm>
  );
}

type TakeProps = {
  readonly offer: Offer;
  readonly pending: boolean;
  readonly answerer: string | undefined;
  readonly provider: string;
};

/** The button that gets a number, or why there is none. */
function Take({ offer, pending, answerer, provider }: TakeProps) {
  const { access, press, shown, price } = offer;
  const button = { name: "buy", value: press, size: "sm", pending } as const;
  if (access === "paid")
    return (
      <Button {...button} type="submit" variant="plain" aria-label={`Buy ${shown}`}>
        Buy
      </Button>
    );
  if (access !== "included")
    return <span className="max-w-60 text-right text-ink-2 text-meta">{refusals[access](provider)}</span>;
  return (
    <ConfirmDialog
      {...button}
      form={purchase}
      variant="plain"
      label="Get"
      aria-label={`Get ${shown}`}
      title={`Get ${shown}?`}
      sentence={`${price}. ${answererWords(answerer)}`}
      confirm="Get this number"
      confirmVariant="go"
    />
  );
}

const refusals = {
  plan: () => "Available with a plan",
  owner: () => "Ask an owner to buy it",
  agency: (provider: string) => `Ask ${provider} for this one`,
  documents: () => "Needs documents, so it can't be bought here yet",
} as const;

/** The id of the form that buys. */
const purchase = "purchase";

const answererWords = (agent: string | undefined): string =>
  agent === undefined
    ? "You can assign an agent to it later."
    : `${agent} will answer it from the first call.`;

const emptyWords = {
  nothing: {
    title: "No matching numbers",
    words: "Try fewer digits, another area code, or clear the city.",
  },
  not_asked: { title: "Available numbers will appear here", words: undefined },
  no_answer: { title: "Available numbers will appear here", words: "Search again in a moment." },
} as const;

function NoOffers({ missing }: Pick<NumberOffersProps, "missing">) {
  const { title, words } = emptyWords[missing];
  return (
    <Panel label="Available numbers" flush>
      <EmptyState title={title}>{words}</EmptyState>
    </Panel>
  );
}

const placeOf = ({ locality, region, kind }: Offer): string =>
  [locality, region].filter(Boolean).join(", ") || nationwide[kind];

const nationwide: Record<NumberKind, string> = {
  local: "",
  toll_free: "Toll-free nationwide",
  mobile: "Mobile",
  national: "Nationwide",
};
