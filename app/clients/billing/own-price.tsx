/** On a client's page: the price that this client pays in place of its plan's. */
import type { SubmissionResult } from "@conform-to/react";
import type { ClientView } from "#app/clients/client-view.ts";
import { PriceForm } from "./price-form.tsx";

export function OwnPrice({
  name,
  details,
  currency,
  ownPrice,
  paysWords,
  result,
}: Pick<ClientView, "name" | "details" | "currency" | "ownPrice" | "paysWords"> & {
  readonly result: SubmissionResult<string[]> | null;
}) {
  const pays = paysWords === null ? "Its plan has no price yet." : `It pays ${paysWords}.`;
  return (
    <PriceForm
      key={ownPrice.version}
      title="Price"
      sentence={
        ownPrice.version === 0
          ? `${pays} Enter a price to charge this client something else.`
          : `${pays} This price is for this client alone, while it's on this plan.`
      }
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
