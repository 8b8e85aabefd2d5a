/** The numbers for sale, each with its button; pressed, it is bought and the chosen agent answers it. */
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/organizations/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { AgentChoice } from "./number-rows.tsx";

export type Offer = {
  /** E.164 */
  readonly phone_number: string;
  readonly locality: string | null;
  readonly region: string | null;
  /** Formatted to be read. */
  readonly shown: string;
  readonly price: string;
};

export interface NumberOffersProps {
  readonly offers: readonly Offer[];
  /** Who will answer; null: nobody yet. */
  readonly agent: AgentChoice | null;
  /** Whether the carrier has answered at all. */
  readonly isAnswered: boolean;
}

export function NumberOffers({ offers, agent, isAnswered }: NumberOffersProps) {
  const { formData, formMethod } = useNavigation();
  const buying = formMethod === "POST" ? formData?.get("buy") : null;
  const whose = agent ? ` for ${agent.name}` : "";
  if (offers.length === 0)
    return (
      <Panel label="Numbers for sale" flush>
        <EmptyState title={isAnswered ? "No number like that is for sale" : "Numbers for sale will be here"}>
          {isAnswered
            ? "Try fewer digits, another area code, or leave the city away."
            : "Search again in a moment."}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title={`For sale${whose}`} flush>
      <ul className="divide-y">
        {offers.map((offer) => (
          <li key={offer.phone_number} className="px-4.5 py-2.5">
            <OrganizationForm className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <input type="hidden" name="agent" value={agent?.id ?? ""} />
              <input type="hidden" name="locality" value={offer.locality ?? ""} />
              <input type="hidden" name="region" value={offer.region ?? ""} />
              <span className="w-40 font-medium tabular-nums">{offer.shown}</span>
              <span className="min-w-0 flex-1 text-control text-ink-2 max-sm:order-last max-sm:basis-full">
                {[offer.locality, offer.region].filter(Boolean).join(", ") ||
                  "Toll-free, from everywhere in the country"}
              </span>
              <span className="text-ink-2 text-meta tabular-nums">{offer.price}</span>
              <Button
                type="submit"
                name="buy"
                value={offer.phone_number}
                size="sm"
                pending={buying === offer.phone_number}
                disabled={buying !== null && buying !== undefined && buying !== offer.phone_number}
                aria-label={`Buy ${offer.shown}`}
              >
                Buy
              </Button>
            </OrganizationForm>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
