// Who was called for the caller, one after the other, and what came of it.
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { ShownAttempt } from "./transfer-attempts.ts";

export function TransfersPanel({ attempts }: { readonly attempts: readonly ShownAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Panel title={attempts.length > 1 ? "Transfers" : "Transfer"} flush>
      <Rows label="Who was called">
        {attempts.map(({ key, name, phone, outcome, isGood, note }) => (
          <Row
            key={key}
            title={name}
            aside={<Tag tone={isGood ? "good" : "neutral"}>{outcome}</Tag>}
            note={[phone, note].filter(Boolean).join(" · ")}
          />
        ))}
      </Rows>
    </Panel>
  );
}
