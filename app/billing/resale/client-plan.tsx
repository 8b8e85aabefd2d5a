/** On a client's /subscription: this month so far, and the statements of the months before with the calls behind each. */
import { Download } from "lucide-react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import type { ClientPlanView, StatementView } from "./client-plan-view.ts";

/** What tells a month from others of the same name. */
const partsOf = (first: string, { until, agency }: StatementView): string[] =>
  [first, until, agency].filter((part) => part !== null);

const CallsOf = ({ of }: { readonly of: StatementView }) => (
  <ButtonLink
    to={of.calls}
    reloadDocument
    size="sm"
    icon={<Download />}
    aria-label={`Calls of ${partsOf(of.title, of).join(", ")} as CSV`}
  >
    Calls
  </ButtonLink>
);

export function ClientPlan({ present, past }: Pick<ClientPlanView, "present" | "past">) {
  return (
    <>
      {present !== null && (
        <Panel title={`${present.title} so far`} aside={<CallsOf of={present} />}>
          <Facts facts={[...present.facts, ["Total so far", <b key="total">{present.total}</b>]]} />
        </Panel>
      )}
      <Panel title="Statements" flush>
        {past.length === 0 ? (
          <p className="p-4.5 text-ink-2">Your first statement appears here when the month is over.</p>
        ) : (
          <Rows label="Statements">
            {past.map((one) => (
              <Row
                key={one.calls}
                title={one.title}
                aside={one.total}
                note={partsOf(`${one.minutes} min`, one).join(" · ")}
                action={<CallsOf of={one} />}
              />
            ))}
          </Rows>
        )}
      </Panel>
    </>
  );
}
