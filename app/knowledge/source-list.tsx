/** The sources: what each is, whether it is read, how large it is, and who uses it. */
import { RefreshCw, Trash2 } from "lucide-react";
import { useId } from "react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { SourceRow } from "./knowledge-view.ts";

interface SourceListProps {
  readonly sources: readonly SourceRow[];
  readonly canWrite: boolean;
}

export function SourceList({ sources, canWrite }: SourceListProps) {
  return (
    <Panel title="Sources" flush>
      {sources.length === 0 ? (
        <EmptyState title="Nothing here yet">
          {canWrite
            ? "Add an entry, a file or a web page below. Agents use it when their own answers don't cover a question."
            : "Ask an owner or admin to add some."}
        </EmptyState>
      ) : (
        <Rows label="Sources">
          {sources.map((source) => (
            <OneSource key={source.id} source={source} canWrite={canWrite} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function OneSource({ source, canWrite }: { readonly source: SourceRow; readonly canWrite: boolean }) {
  const form = useId();
  const { id, title, state, failure } = source;
  return (
    <Row
      to={`/agents/knowledge?source=${id}`}
      title={title}
      aside={
        <Tag tone={state.tone} live={source.isRunning}>
          {state.words}
        </Tag>
      }
      note={[source.kind, source.size, source.usedBy, source.changed]
        .filter((part) => part !== null)
        .join(" · ")}
      action={
        canWrite && (
          <OrganizationForm id={form} preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <RowMenu
              label={`More for ${title}`}
              form={form}
              actions={[
                { label: "Read again", value: "refresh", icon: <RefreshCw /> },
                {
                  label: "Delete",
                  value: "delete",
                  tone: "bad",
                  icon: <Trash2 />,
                  question: {
                    title: `Delete ${title}?`,
                    sentence: "Agents no longer answer from it.",
                    confirm: "Delete",
                  },
                },
              ]}
            />
          </OrganizationForm>
        )
      }
    >
      {(failure !== null || source.hasInstructions) && (
        <div className="grid gap-1">
          {failure !== null && <p className="text-bad">{failure}</p>}
          {source.hasInstructions && <InstructionsNote />}
        </div>
      )}
    </Row>
  );
}

export const InstructionsNote = () => (
  <p className="text-warn">
    This text contains instructions to an AI. Agents treat it as information only and don't follow it.
  </p>
);
