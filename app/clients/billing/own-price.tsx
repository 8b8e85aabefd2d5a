/** On a client's page: the price that this client pays in place of its plan's. */
import type { SubmissionResult } from "@conform-to/react";
import type { ClientView } from "#app/clients/client-view.ts";
import { PriceForm } from "./price-form.tsx";

function sentenceOf(paysByCard: boolean, isPriced: boolean): string {
  if (paysByCard)
    return "It keeps that price while its subscription runs. To move it, save a price here and have it cancel its plan; when that ends, it subscribes at this price.";
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
        sentence: paysByCard
          ? "It keeps the price of its card subscription. When it subscribes again, it pays what everyone on its plan pays."
          : "From next month it pays what everyone on its plan pays.",
      }}
    />
  );
}
