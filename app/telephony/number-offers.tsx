/** The numbers for sale, each with a button that asks once, buys it and assigns the chosen agent. */
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { AgentChoice } from "./number-rows.tsx";

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
};

export interface NumberOffersProps {
  readonly offers: readonly Offer[];
  readonly agents: readonly AgentChoice[];
  /** The agent that will answer; "" for none yet. */
  readonly agent: string;
  /** Why there may be no offers: the search was invalid, the carrier did not answer, or it has no such number. */
  readonly missing: keyof typeof emptyWords;
}

export function NumberOffers({ offers, agents, agent, missing }: NumberOffersProps) {
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
              <ConfirmDialog
                form={purchase}
                name="buy"
                value={offer.press}
                variant="plain"
                size="sm"
                pending={buying === offer.press}
                label="Buy"
                aria-label={`Buy ${offer.shown}`}
                title={`Buy ${offer.shown}?`}
                sentence={`It costs ${offer.price}. ${answererWords(answerer)}`}
                confirm={`Buy for ${offer.price}`}
                confirmVariant="go"
              />
            </li>
          ))}
        </ul>
      </Panel>
    </OrganizationForm>
  );
}

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

const placeOf = ({ locality, region }: Offer): string =>
  [locality, region].filter(Boolean).join(", ") || "Toll-free nationwide";
