/** On a client's page: the price that this client pays in place of its plan's. */
import type { SubmissionResult } from "@conform-to/react";
import type { ClientView } from "#app/clients/client-view.ts";
import { PriceForm } from "./price-form.tsx";

function sentenceOf(paysByCard: boolean, isPriced: boolean): string {
  if (paysByCard)
    return "It keeps that price while its subscription runs; a price here counts when it subscribes again.";
  return isPriced
    ? "This price is for this client alone, while it's on this plan."
    : "Enter a price to charge this client something else.";
}

export function OwnPrice({
  name,
  details,
  currency,
  ownPrice,
  paysWords,
  paysByCard,
  result,
}: Pick<ClientView, "name" | "details" | "currency" | "ownPrice" | "paysWords" | "paysByCard"> & {
  readonly result: SubmissionResult<string[]> | null;
}) {
  const pays = paysWords === null ? "Its plan has no price yet." : `It pays ${paysWords}.`;
  return (
    <PriceForm
      key={ownPrice.version}
      title="Price"
      sentence={`${pays} ${sentenceOf(paysByCard, ownPrice.version > 0)}`}
      tier={details.tier}
      currency={currency}
      price={ownPrice}
      result={result}
      removal={{
        label: "Use the plan's price",
        title: `Remove the price of ${name}?`,
        sentence: "From next month it pays what everyone on its plan pays.",
      }}
    />
  );
}
