/** The page "Who answers" of one agent: its models, what they are told, its tools, and what is sent, as one form. */
import { getFormProps, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { memo, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { DraftBar } from "#app/agents/draft-bar.tsx";
import { keptErrors } from "#app/agents/kept-errors.ts";
import { leaveWords } from "#app/agents/leave-words.ts";
import { useSavedToast } from "#app/agents/saved-toast.tsx";
import { PostedWatch, UnsavedGuard, useUnsaved } from "#app/agents/unsaved-changes.tsx";
import { VersionConflict } from "#app/agents/version-conflict.tsx";
import type { DraftState } from "#app/agents/versions/draft-words.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Page } from "#app/shell/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { useListFocus } from "#app/ui/list-focus.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { AnsweringValues } from "./answering-fields.ts";
import type { Keys } from "./answering-terms.tsx";
import type { MeasuredWait } from "./estimate.ts";
import { AfterTheCall } from "./part-after.tsx";
import { WhoAnswers } from "./part-models.tsx";
import { Told } from "./part-told.tsx";
import { Tools, type TriedTool } from "./part-tools.tsx";
import { PromptPanel, type Shown } from "./prompt-panel.tsx";

export interface AnsweringPageProps {
  readonly agent: {
    readonly id: string;
    readonly name: string;
    /** The draft's own number. */
    readonly version: number;
    readonly state: DraftState;
    readonly saved: string;
    readonly values: AnsweringValues;
    readonly canWrite: boolean;
    readonly canAddKeys: boolean;
    readonly keys: Keys;
    readonly secrets: Readonly<Record<string, boolean>>;
    readonly variables: readonly { readonly name: string; readonly label: string }[];
    readonly shown: Shown;
    /** Null: the version that answers has no calls yet. Undefined: calls are hidden from the reader. */
    readonly measured: MeasuredWait | null | undefined;
  };
  /** The answer to the last post, if it stayed on this page. */
  readonly answer:
    | {
        readonly result: SubmissionResult<string[]>;
        readonly conflict: number | null;
        readonly shown: Shown | null;
        readonly tried: TriedTool | null;
      }
    | undefined;
}

/** What came back is this form's, without empty fields. */
const isPosted = (values: unknown): values is Partial<AnsweringValues> =>
  typeof values === "object" && values !== null && "who" in values;

export const AnsweringPage = memo(function AnsweringPage({ agent, answer }: AnsweringPageProps) {
  const { formId, base, isUnsaved, look, posted } = useUnsaved(
    `answering-${agent.id}`,
    agent.version,
    answer !== undefined,
  );
  const [cameBack] = useState({ formId, values: answer?.result.initialValue });
  const wrong = useRef<Readonly<Record<string, string[]>>>({});
  const [form, fields] = useForm<AnsweringValues>({
    id: formId,
    lastResult: answer?.result,
    defaultValue: cameBack.formId === formId && isPosted(cameBack.values) ? cameBack.values : agent.values,
    // Lists change at once in the browser; the server validates, and its last errors stay.
    onValidate: ({ formData }) =>
      parse<AnsweringValues, string[]>(formData, {
        resolve: (_, intent) => (intent ? { error: keptErrors(wrong.current, intent) } : {}),
      }),
  });
  useEffect(() => {
    wrong.current = form.allErrors;
  });
  const list = useListFocus(formId, look);
  useSavedToast(agent.version, agent.state.latest);
  const pressed = String(useNavigation().formData?.get("do") ?? "");
  const { canWrite } = agent;
  return (
    <Page
      isNarrow
      path={[
        { label: "Agents", to: "/agents" },
        { label: agent.name, to: `/agents/${agent.id}` },
        { label: "Who answers" },
      ]}
    >
      <PageHeader
        title="Who answers"
        sentence={`${agent.name} · ${agent.state.answers}, draft saved ${agent.saved}`}
        aside={
          <>
            {isUnsaved && <Tag tone="warn">Unsaved changes</Tag>}
            <AgentTabs id={agent.id} current="/answering" canWrite={canWrite} />
          </>
        }
        action={
          canWrite && (
            <Button
              type="submit"
              form={formId}
              name="do"
              value="save"
              variant={isUnsaved ? "go" : "plain"}
              pending={pressed === "save"}
            >
              Save draft
            </Button>
          )
        }
      />
      {agent.state.unpublished !== null && (
        <DraftBar id={agent.id} unpublished={agent.state.unpublished} form={null} otherForm={null} />
      )}
      <VersionConflict
        form={formId}
        page={`/agents/${agent.id}/answering`}
        newer={answer?.conflict ?? null}
      />
      <OrganizationForm
        {...getFormProps(form)}
        noValidate
        preventScrollReset
        onInput={look}
        onClickCapture={list.onClickCapture}
        className="min-w-0"
      >
        {/* The return key presses a form's first button: it must not be one that removes a row. */}
        <button type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save
        </button>
        <input type="hidden" name="version" value={base} readOnly />
        <fieldset disabled={!canWrite} className="grid min-w-0 gap-7">
          <FormErrors id={form.errorId} errors={form.errors} />
          <WhoAnswers
            fields={fields}
            keys={agent.keys}
            canAddKeys={agent.canAddKeys}
            shown={answer?.shown ?? agent.shown}
            measured={agent.measured}
          />
          <Told fields={fields} variables={agent.variables} />
          <Tools
            form={form}
            fields={fields}
            secrets={agent.secrets}
            tried={answer?.tried ?? null}
            testing={pressed.startsWith("test-") ? Number(pressed.slice(5)) : null}
          />
          <AfterTheCall form={form} fields={fields} />
        </fieldset>
        <p role="status" className="sr-only">
          {list.said}
        </p>
      </OrganizationForm>
      <PromptPanel
        form={formId}
        shown={answer?.shown ?? agent.shown}
        isDraft={answer?.shown != null}
        canWrite={canWrite}
        isPending={pressed === "show"}
      />
      <UnsavedGuard isUnsaved={isUnsaved} words={leaveWords} />
      <PostedWatch posted={posted} />
    </Page>
  );
});
