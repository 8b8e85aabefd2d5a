/** /agents/:agentId/dial: has the agent call a number, after a look at whether it may be called now. */
import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/dial.route";
import { answerDial, dialPage } from "./dial-page.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? titleOf(loaderData) : "Call a number", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  dialPage(request, context, params.agentId);

export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerDial(request, context, params.agentId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const titleOf = ({ name, test }: { name: string; test: object | null }): string =>
  test ? `${name} rings your phone` : `${name} calls a number`;

const testHint = ({ isSaved, canSave }: { isSaved: boolean; canSave: boolean }): ReactNode => {
  if (isSaved) return "Your organization's default test number. You can type another one.";
  if (!canSave) return "Any phone that you can pick up now.";
  return (
    <>
      Any phone that you can pick up now. To have it filled in,{" "}
      <Link to="/settings#calls">save a default test number</Link>.
    </>
  );
};

export default function DialPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, numbers, canPlace, canWrite, test } = loaderData;
  const question = actionData?.question ?? null;
  const notice = useFocusWhenRefused(actionData?.message ? actionData : null);
  const typed = actionData?.typed ?? { to: loaderData.to, number_id: loaderData.from ?? "", reason: "" };
  const errors = actionData?.errors ?? {};
  return (
    <Page
      isNarrow
      path={
        test
          ? [
              { label: "Numbers", to: "/numbers" },
              { label: test.shown, to: `/numbers/${test.id}` },
              { label: "Ring your phone" },
            ]
          : [
              { label: "Agents", to: "/agents" },
              { label: name, to: `/agents/${id}` },
              { label: "Call a number" },
            ]
      }
    >
      <PageHeader
        title={titleOf(loaderData)}
        sentence="The published agent calls, introduces itself, and the call is in your call history. Its minutes count."
        aside={<AgentTabs id={id} current="/dial" canWrite={canWrite} />}
      />
      {!canPlace ? (
        <Panel title="Call a number">
          <p className="text-ink-2">Your role can't place calls. Ask an owner or admin.</p>
        </Panel>
      ) : numbers.length === 0 ? (
        <Panel title="Call a number">
          <p className="mb-3 text-ink-2">Calls are made from one of your numbers. You have none yet.</p>
          <ButtonLink to="/numbers">Go to numbers</ButtonLink>
        </Panel>
      ) : (
        <>
          <Notice ref={notice} words={actionData?.message} isGood={false} />
          {question && (
            <Panel title="Make this call?">
              <p role="status" className="wrap-anywhere mb-2 font-medium">
                {`${name} will call ${question.to} from ${question.from} now.`}
              </p>
              <p className="wrap-anywhere mb-4 text-ink-2">{question.verdict}</p>
              <OrganizationForm>
                <input type="hidden" name="key" value={question.key} />
                <input type="hidden" name="to" value={typed.to} />
                <input type="hidden" name="number_id" value={typed.number_id} />
                <input type="hidden" name="reason" value={typed.reason} />
                <Button type="submit" name="do" value="call" variant="go" icon={<Phone />}>
                  Call now
                </Button>
              </OrganizationForm>
            </Panel>
          )}
          <Panel title="Who to call">
            <OrganizationForm className="grid gap-4">
              <TextField
                of={{ name: "to", initialValue: typed.to, errors: errors.to, required: true }}
                label={test ? "Your phone" : "Number"}
                hint={test ? testHint(test) : undefined}
                type="tel"
                maxLength={60}
                autoComplete="off"
              />
              <SelectField
                of={{ name: "number_id", initialValue: typed.number_id, errors: errors.number_id }}
                label="From"
                choices={numbers}
              />
              <TextareaField
                of={{ name: "reason", initialValue: typed.reason }}
                label="Why you call"
                hint="The agent knows it if it answers with a language model. You'll see it on the call's page."
                maxLength={500}
              />
              <div>
                <Button type="submit" name="do" value="check" {...(question === null && { variant: "go" })}>
                  {question === null ? "Check the number" : "Check again"}
                </Button>
              </div>
            </OrganizationForm>
          </Panel>
        </>
      )}
    </Page>
  );
}
