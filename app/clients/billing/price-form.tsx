/** The form of one price: a fee, the minutes that it includes, and the price of each further minute. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, useId } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { PriceFields } from "./price-fields.tsx";
import type { PriceView } from "./price-view.ts";

export interface PriceFormProps {
  readonly title: string;
  readonly sentence?: ReactNode;
  /** The plan; its form's id is made of it. */
  readonly tier: string;
  readonly currency: string;
  readonly price: PriceView;
  readonly result: SubmissionResult<string[]> | null;
  /** The dialog that takes the price back, while there is one. */
  readonly removal: { readonly label: string; readonly title: string; readonly sentence: string };
}

type Values = { fee_amount: string; included_minutes: string; minute_micros: string };

export function PriceForm({ title, sentence, tier, currency, price, result, removal }: PriceFormProps) {
  const removing = useId();
  const [form, fields] = useForm<Values>({
    // A saved price is a form anew, so that it shows what is saved.
    id: `price-${tier}-${price.version}`,
    lastResult: result,
    defaultValue: {
      fee_amount: price.fee,
      included_minutes: price.included,
      minute_micros: price.minute,
    },
    constraint: {
      fee_amount: { required: true },
      included_minutes: { required: true },
      minute_micros: { required: true },
    },
  });
  const sent = useNavigation().formData;
  const isPending = sent?.get("intent") === "price" && sent.get("tier") === tier;
  const which = (
    <>
      <input type="hidden" name="tier" value={tier} />
      <input type="hidden" name="version" value={price.version} />
    </>
  );
  return (
    <Panel title={title}>
      <div className="grid gap-4">
        {sentence !== undefined && <p className="text-ink-2">{sentence}</p>}
        <OrganizationForm
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          preventScrollReset
          className="grid gap-4"
        >
          {which}
          <FormErrors errors={form.errors} />
          <PriceFields fields={fields} currency={currency} />
          {[price.foreign, price.warning].map(
            (words) =>
              words !== null && (
                <p key={words} className="rounded-md bg-warn-soft px-3.5 py-2.5 text-control text-warn">
                  {words}
                </p>
              ),
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="price" pending={isPending}>
              Save price
            </Button>
            {price.version > 0 && (
              <ConfirmDialog
                form={removing}
                name="intent"
                value="unprice"
                label={removal.label}
                title={removal.title}
                sentence={removal.sentence}
                confirm={removal.label}
              />
            )}
          </div>
        </OrganizationForm>
        {price.version > 0 && (
          <OrganizationForm id={removing} preventScrollReset className="hidden">
            {which}
          </OrganizationForm>
        )}
      </div>
    </Panel>
  );
}
