/** The agents of /testing: an organization is searched, one of its agents chosen, and it answers by text or on a simulated phone. */
import { useId } from "react";
import { Form } from "react-router";
import { useDraftPhone } from "#app/agents/draft-phone.tsx";
import type { EditorAnswer } from "#app/agents/editor-form.ts";
import TryIt from "#app/agents/try-it.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { AgentTrial, TriedAgent, TriedOrganization } from "./tried-agent.ts";

interface AgentsPanelProps {
  readonly trial: AgentTrial;
  /** The address of the simulated phone; null: this deployment has none. */
  readonly phone: string | null;
  readonly answer: EditorAnswer | undefined;
}

export function AgentsPanel({ trial, phone, answer }: AgentsPanelProps) {
  const { q, found, organization } = trial;
  return (
    <>
      <Panel title="Try an agent" flush>
        <search className="block p-4.5">
          <Form method="get" key={q} preventScrollReset className="flex flex-wrap items-end gap-2">
            <TextField
              of={{ name: "q", initialValue: q }}
              type="search"
              label="Organization"
              placeholder="Name, domain, ID or a member's email"
              maxLength={100}
              className="flex-1 basis-60"
            />
            <Button type="submit" size="field">
              Search
            </Button>
          </Form>
        </search>
        {q !== "" && <Found found={found} />}
        {organization && <Agents organization={organization} phone={phone} />}
      </Panel>
      {organization?.chosen && (
        <Talk key={organization.chosen.id} of={organization} agent={organization.chosen} answer={answer} />
      )}
    </>
  );
}

const note = "border-t px-4.5 py-4 text-ink-2";

function Found({ found }: { readonly found: AgentTrial["found"] }) {
  if (found.length === 0) return <p className={note}>No organization matches.</p>;
  return (
    <div className="border-t">
      <Rows label="Organizations found">
        {found.map(({ id, name }) => (
          <Row key={id} title={name} to={`/testing?organization=${id}`} />
        ))}
      </Rows>
    </div>
  );
}

interface AgentsProps {
  readonly organization: TriedOrganization;
  readonly phone: string | null;
}

function Agents({ organization, phone }: AgentsProps) {
  const { id, name, agents } = organization;
  if (agents.length === 0) return <p className={note}>{name} has no agents.</p>;
  return (
    <div className="border-t">
      <h3 className="px-4.5 pt-4 font-strong">{name}</h3>
      <Rows label={`Agents of ${name}`}>
        {agents.map((agent) => (
          <Row
            key={agent.id}
            title={agent.name}
            note={phoneNote(agent, phone)}
            action={
              <span className="flex flex-wrap justify-end gap-2">
                {phone !== null &&
                  agent.numbers.slice(0, 3).map(({ number, shown }) => (
                    <ButtonLink
                      key={number}
                      to={`${phone}?to=${encodeURIComponent(number)}`}
                      reloadDocument
                      target="_blank"
                      size="sm"
                    >
                      {`Call ${shown}`}
                    </ButtonLink>
                  ))}
                <ButtonLink
                  to={`/testing?organization=${id}&agent=${agent.id}#try-it`}
                  size="sm"
                  aria-label={`Chat with ${agent.name}`}
                >
                  Chat
                </ButtonLink>
              </span>
            }
          />
        ))}
      </Rows>
    </div>
  );
}

function phoneNote({ numbers }: TriedAgent, phone: string | null): string {
  if (numbers.length === 0) return "No number leads to this agent";
  const all = numbers.map(({ shown }) => shown).join(", ");
  return phone === null ? `${all}: no simulated phone here, call it from a real one` : all;
}

interface TalkProps {
  readonly of: TriedOrganization;
  readonly agent: TriedAgent;
  readonly answer: EditorAnswer | undefined;
}

/** The agent's saved version answers, as a draft does in the editor. */
function Talk({ of, agent, answer }: TalkProps) {
  const formId = useId();
  const phone = useDraftPhone(formId, answer);
  return (
    <div>
      <Form id={formId} method="post" action="/testing" preventScrollReset>
        <input type="hidden" name="organization" value={of.id} />
        <input type="hidden" name="agent" value={agent.id} />
      </Form>
      <TryIt
        form={formId}
        {...phone.props}
        words={{
          tag: "Saved version",
          who: agent.name,
          hint: `Chat with ${agent.name} of ${of.name}. It checks their real calendar but won't book anything, and their audit trail says that support tried it.`,
        }}
      />
    </div>
  );
}
