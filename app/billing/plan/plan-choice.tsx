/** The plans to choose from: monthly or yearly, by the address. */
import { Check } from "lucide-react";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { cadenceNoun } from "./offer-words.ts";
import type { PlanCard, Plans } from "./plan-cards.ts";

const cadences = [
  { value: "monthly", label: "Monthly" },
  { value: "yearly", label: "Yearly, 2 months free" },
] as const;

type Props = {
  readonly plans: Plans;
  /** A client that its agency bills by statement: there is no plan to choose, only another way to pay. */
  readonly isInstead?: boolean | undefined;
};

export function PlanChoice({ plans, isInstead = false }: Props) {
  const { cards, absentCadence, hasCadences, isTrial } = plans;
  return (
    <Panel
      id="plans"
      title={isInstead ? "Pay by card instead" : "Plans"}
      aside={
        hasCadences && (
          <SegmentedLinks label="Billed" name="billing" choices={cadences} absent={absentCadence} />
        )
      }
      flush
    >
      {isInstead && (
        <p className="border-b px-4.5 py-3 text-ink-2 text-meta">
          Your statement then ends with the day you start, and the plan renews by card.
        </p>
      )}
      {isTrial && (
        <p className="border-b px-4.5 py-3 text-ink-2 text-meta">
          Every plan begins with a free 14-day trial. You'll need a card; cancel any time before it ends.
        </p>
      )}
      <ul
        aria-label="Plans"
        className={cx(
          "-mt-px -ml-px grid grid-cols-[minmax(0,1fr)]",
          cards.length > 1 && "sm:grid-cols-2",
          cards.length > 2 && "lg:grid-cols-4",
        )}
      >
        {cards.map((card) => (
          <Card
            key={card.priceId}
            {...card}
            choose={card.choose && (isInstead ? { ...card.choose, label: "Pay by card" } : card.choose)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Card(card: PlanCard) {
  const { plan, price, cadence, minute, includes, choose, isPresent, isMain, isNext } = card;
  return (
    <li className={cx("grid content-start gap-4 border-t border-l p-4.5", isPresent && "bg-sunken")}>
      <div className="flex min-h-5.5 flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-lead">{plan}</h3>
        {isPresent && <Tag tone="brand">Your plan</Tag>}
        {isNext && <Tag>Next</Tag>}
      </div>
      <p className="flex items-baseline gap-1.5">
        <span className="font-semibold text-figure tabular-nums">{price}</span>
        <span className="text-ink-3">a {cadenceNoun(cadence)}</span>
      </p>
      {choose !== null && (
        <ButtonLink
          to={choose.to}
          reloadDocument={choose.isDocument}
          preventScrollReset={false}
          variant={isMain ? "go" : "plain"}
          aria-label={choose.label.includes(plan) ? undefined : `${choose.label}: ${plan}`}
          wide
        >
          {choose.label}
        </ButtonLink>
      )}
      <ul className="grid gap-1.5 text-control text-ink-2">
        {includes.map((words) => (
          <li key={words} className="flex gap-2">
            <Check className="mt-0.5 text-good" />
            {words}
          </li>
        ))}
        <li className="pl-6 text-ink-3 text-meta">Then {minute} a minute</li>
      </ul>
    </li>
  );
}
