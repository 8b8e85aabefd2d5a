/** /agents/knowledge: what agents look up, and what callers asked in vain. */
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/knowledge.route";
import { AddSource } from "./add-source.tsx";
import { AskKnowledge } from "./ask-knowledge.tsx";
import { answerKnowledge } from "./knowledge-answers.server.ts";
import { knowledgePage } from "./knowledge-page.server.ts";
import { QuestionList } from "./question-list.tsx";
import { SourceList } from "./source-list.tsx";
import { SourcePanel } from "./source-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Knowledge", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  knowledgePage(request, permitted(context, "agents.read"));
export const action = ({ request, context }: Route.ActionArgs) => answerKnowledge(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const lookAgain_ms = 1500;

/** Draws the page anew while something is read, and while it is looked at. */
function useProgress(isRunning: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, lookAgain_ms);
    return () => clearTimeout(timer);
  }, [isRunning, state, revalidate]);
}

export default function KnowledgePage({ loaderData, actionData }: Route.ComponentProps) {
  const { sources, used, agents, open, questions, canWrite, done } = loaderData;
  const answer = actionData ?? null;
  useProgress(sources.some(({ isRunning }) => isRunning));
  return (
    <Page path={[{ label: "Agents", to: "/agents" }, { label: "Knowledge" }]}>
      <PageHeader
        title="Knowledge"
        sentence={
          sources.length > 0 ? used : "What your agents look up when their own answers don't cover it."
        }
      />
      <Said words={answer === null ? done : null} />
      {open && (
        <SourcePanel key={open.id} source={open} agents={agents} canWrite={canWrite} answer={answer} />
      )}
      {sources.length > 0 && <AskKnowledge {...loaderData} />}
      <SourceList sources={sources} canWrite={canWrite} />
      {canWrite && <AddSource agents={agents} answer={answer} />}
      <QuestionList questions={questions} agents={agents} canWrite={canWrite} answer={answer} />
    </Page>
  );
}
