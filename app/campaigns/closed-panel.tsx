// Why an organization runs no campaign yet, and the way out.
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Closed } from "./campaign-view.ts";

export function ClosedPanel({ closed }: { readonly closed: Closed }) {
  return (
    <Panel label="Campaigns" flush>
      <EmptyState
        title="Campaigns open with a plan"
        action={
          closed.offersPlan && (
            <ButtonLink to="/subscription" variant="go">
              Choose a plan
            </ButtonLink>
          )
        }
      >
        {closed.offersPlan
          ? "In your trial, agents answer calls and you can place single ones. Calling whole lists starts once you've chosen a plan."
          : "Calling whole lists starts once your organization has a plan. Ask an owner."}
      </EmptyState>
    </Panel>
  );
}
