/** One source: its passages, what it says if it is an entry, and which agents use it. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { AgentNames, KnowledgeAnswer, OpenSource } from "./knowledge-view.ts";
import { InstructionsNote } from "./source-list.tsx";
import { WhoseField } from "./whose-field.tsx";

interface SourcePanelProps {
  readonly source: OpenSource;
  readonly agents: AgentNames;
  readonly canWrite: boolean;
  readonly answer: KnowledgeAnswer | null;
}

export function SourcePanel({ source, agents, canWrite, answer }: SourcePanelProps) {
  const { id, title, passages } = source;
  const isRefused = answer?.form === `edit:${id}`;
  const of = (name: string, value: string) => ({
    name,
    errors: isRefused ? answer.errors[name] : undefined,
    initialValue: isRefused ? (answer.typed[name] ?? value) : value,
  });
  return (
    <Panel
      id="source"
      title={title}
      aside={
        <ButtonLink to="/agents/knowledge" size="sm">
          Close
        </ButtonLink>
      }
      flush
    >
      <div className="grid gap-4 p-4.5">
        {source.address !== null && (
          <p className="wrap-anywhere text-ink-2">
            <a href={source.address} rel="noreferrer noopener" target="_blank" className="text-brand-text">
              {source.address}
            </a>
          </p>
        )}
        {source.failure !== null && <p className="text-bad">{source.failure}</p>}
        {source.hasInstructions && <InstructionsNote />}
        {canWrite && source.isEntry && (
          <OrganizationForm noValidate preventScrollReset className="grid max-w-140 gap-4">
            <input type="hidden" name="id" value={id} />
            <TextField of={of("title", title)} label="What it's about" autoComplete="off" />
            <TextareaField of={of("text", source.text ?? "")} label="What agents should know" rows={5} />
            <div>
              <Button type="submit" name="intent" value="edit" variant="go">
                Save entry
              </Button>
            </div>
          </OrganizationForm>
        )}
        {canWrite && agents.length > 0 && (
          <OrganizationForm preventScrollReset className="grid max-w-140 gap-4">
            <input type="hidden" name="id" value={id} />
            <WhoseField agents={agents} chosen={source.agent_ids} />
            <div>
              <Button type="submit" name="intent" value="use" size="sm">
                Save agents
              </Button>
            </div>
          </OrganizationForm>
        )}
      </div>
      {passages.length > 0 && (
        <div className="border-t">
          <Rows label="Passages">
            {passages.map(({ place, heading, text }) => (
              <Row key={place} title={heading || `Passage ${place + 1}`}>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              </Row>
            ))}
          </Rows>
          {source.isShortened && (
            <p className="border-t px-4.5 py-3.25 text-ink-3 text-meta">Only the first passages are shown.</p>
          )}
        </div>
      )}
    </Panel>
  );
}
