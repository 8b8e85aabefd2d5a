// The panel of unanswered questions: each leads to the place where its answer is written.

import { askedTimes } from "#app/calls/question-words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";

export interface QuestionsPanelProps {
  readonly questions: readonly {
    id: string;
    agent_id: string;
    /** The agents that could not answer it; the button leads to the first one. */
    agents: readonly string[];
    question: string;
    times: number;
  }[];
  readonly canAnswer: boolean;
}

/** The agent's editor takes the question from the address and starts a knowledge entry with it. */
function answerAt({ id, agent_id, question }: QuestionsPanelProps["questions"][number]): string {
  return `/agents/${agent_id}?${new URLSearchParams({ add_knowledge: question, question: id })}#knowledge`;
}

export function QuestionsPanel({ questions, canAnswer }: QuestionsPanelProps) {
  return (
    <Panel title="Unanswered questions" flush>
      {questions.length === 0 ? (
        <p className="px-4.5 py-3.25 text-ink-2">
          None. Questions your agents can't answer appear here, so you can add answers.
        </p>
      ) : (
        <Rows label="Unanswered questions">
          {questions.map((question) => (
            <Row
              key={question.id}
              title={<span className="font-normal">{question.question}</span>}
              note={
                <>
                  {askedTimes(question.times)}
                  {question.agents.length > 0 && ` · ${question.agents.join(", ")}`}
                </>
              }
              action={
                canAnswer && (
                  <ButtonLink to={answerAt(question)} size="sm" aria-label={`Answer “${question.question}”`}>
                    Answer
                  </ButtonLink>
                )
              }
            />
          ))}
        </Rows>
      )}
    </Panel>
  );
}
