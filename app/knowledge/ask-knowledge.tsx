/** Asks the knowledge as a caller would, and shows the passages that answer. */
import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { AgentNames, FoundRow } from "./knowledge-view.ts";

interface AskKnowledgeProps {
  readonly question: string;
  readonly asAgent: string;
  readonly agents: AgentNames;
  readonly found: readonly FoundRow[] | undefined;
}

export function AskKnowledge({ question, asAgent, agents, found }: AskKnowledgeProps) {
  return (
    <Panel title="Try a question" flush>
      <Form
        role="search"
        preventScrollReset
        className="grid items-end gap-3 p-4.5 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
      >
        <TextField
          of={{ name: "q", initialValue: question }}
          label="Question"
          type="search"
          placeholder="Is there parking?"
          autoComplete="off"
          maxLength={300}
        />
        <SelectField
          of={{ name: "agent", initialValue: asAgent }}
          label="As agent"
          none="Any agent"
          choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button type="submit">Search</Button>
      </Form>
      {found !== undefined && (
        <div role="status" className="border-t">
          {found.length === 0 ? (
            <p className="px-4.5 py-3.25 text-ink-2">No passage mentions that.</p>
          ) : (
            <Rows label="Passages found">
              {found.map((passage) => (
                <Row
                  key={`${passage.source_id}:${passage.text}`}
                  title={
                    <Link to={`/agents/knowledge?source=${passage.source_id}`} className="text-brand-text">
                      {passage.title}
                    </Link>
                  }
                  aside={passage.answers ? <Tag tone="good">Would answer</Tag> : undefined}
                  note={passage.heading || undefined}
                >
                  <p className="wrap-anywhere whitespace-pre-line">{passage.text}</p>
                </Row>
              ))}
            </Rows>
          )}
        </div>
      )}
    </Panel>
  );
}
