/** Callers' questions that no agent could answer: each is answered for good, dismissed, or counted with another. */
import { ChevronRight } from "lucide-react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Rows } from "#app/ui/rows.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { AgentNames, KnowledgeAnswer, QuestionShown } from "./knowledge-view.ts";

interface QuestionListProps {
  readonly questions: readonly QuestionShown[];
  readonly agents: AgentNames;
  readonly canWrite: boolean;
  readonly answer: KnowledgeAnswer | null;
}

export function QuestionList({ questions, agents, canWrite, answer }: QuestionListProps) {
  return (
    <Panel title="Unanswered questions" id="questions" flush>
      {questions.length === 0 ? (
        <p className="px-4.5 py-3.25 text-ink-2">
          None. Questions your agents can't answer appear here, so you can add answers.
        </p>
      ) : (
        <Rows label="Unanswered questions">
          {questions.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              others={questions.filter(({ id }) => id !== question.id)}
              agents={agents}
              canWrite={canWrite}
              answer={answer}
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

interface QuestionRowProps extends Omit<QuestionListProps, "questions"> {
  readonly question: QuestionShown;
  readonly others: readonly QuestionShown[];
}

const askedTimes = (times: number): string => (times === 1 ? "Asked once" : `Asked ${times} times`);

function QuestionRow({ question, others, agents, canWrite, answer }: QuestionRowProps) {
  const { id } = question;
  const isRefused = answer?.form === `answer:${id}`;
  const note = [askedTimes(question.times), ...question.agents].join(" · ");
  if (!canWrite)
    return (
      <li className="grid gap-1 px-4.5 py-3.25">
        <span className="wrap-anywhere">{question.question}</span>
        <span className="text-ink-3 text-meta">{note}</span>
      </li>
    );
  return (
    <li className="px-4.5 py-3.25">
      <details open={isRefused} className="group/question">
        <summary className="flex list-none items-center gap-2.5">
          <ChevronRight className="text-ink-3 transition-transform group-open/question:rotate-90" />
          <span className="grid min-w-0 flex-1 gap-1">
            <span className="wrap-anywhere">{question.question}</span>
            <span className="text-ink-3 text-meta">{note}</span>
          </span>
        </summary>
        <div className="grid max-w-140 gap-5 pt-4">
          <OrganizationForm noValidate preventScrollReset className="grid gap-4">
            <input type="hidden" name="id" value={id} />
            <TextareaField
              of={{
                name: "answer",
                errors: isRefused ? answer.errors.answer : undefined,
                initialValue: isRefused ? answer.typed.answer : undefined,
              }}
              label="Answer"
              hint="One or two short sentences, said as they are."
              rows={2}
            />
            <SelectField
              of={{ name: "agent_id", initialValue: isRefused ? answer.typed.agent_id : "" }}
              label="Who knows it"
              none="All agents"
              choices={agents.map((agent) => ({ value: agent.id, label: `Only ${agent.name}` }))}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="intent" value="answer" variant="go">
                Answer
              </Button>
              <Button type="submit" name="intent" value="dismiss" formNoValidate>
                Dismiss
              </Button>
            </div>
          </OrganizationForm>
          {others.length > 0 && (
            <OrganizationForm preventScrollReset className="flex flex-wrap items-end gap-2">
              <input type="hidden" name="id" value={id} />
              <SelectField
                of={{ name: "into", errors: answer?.form === `merge:${id}` ? answer.errors.into : undefined }}
                label="The same as"
                none="Choose a question"
                className="min-w-48 flex-1"
                choices={others.map((other) => ({ value: other.id, label: other.question }))}
              />
              <Button type="submit" name="intent" value="merge">
                Merge
              </Button>
            </OrganizationForm>
          )}
        </div>
      </details>
    </li>
  );
}
