/** The editor of one agent: its parts as one form, unsaved changes, and the phone that speaks the draft. */
import { getFormProps, parse, useForm } from "@conform-to/react";
import { lazy, memo, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { editorParts } from "#app/agents/fields/agent-fields.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Page } from "#app/shell/page.tsx";
import { Button, ButtonLink, type ButtonSize, buttonClass } from "#app/ui/button.tsx";
import { useListFocus } from "#app/ui/list-focus.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { GroupedChoice } from "#app/voices/voice-list.ts";
import type { AgentFormValues } from "./agent-draft.ts";
import { AgentTabs } from "./agent-tabs.tsx";
import type { Asked } from "./asked-question.ts";
import { DraftBar } from "./draft-bar.tsx";
import { useDraftPhone } from "./draft-phone.tsx";
import type { EditorAnswer, TransferPerson } from "./editor-form.ts";
import { Part, PartsNav, usePart } from "./editor-parts.tsx";
import { keptErrors } from "./kept-errors.ts";
import { leaveWords } from "./leave-words.ts";
import { PartFields } from "./part-fields.tsx";
import { ThisAgent } from "./part-settings.tsx";
import { useSavedToast } from "./saved-toast.tsx";
import { PostedWatch, UnsavedGuard, useUnsaved } from "./unsaved-changes.tsx";
import { VersionConflict } from "./version-conflict.tsx";
import type { DraftState } from "./versions/draft-words.ts";

// The form is ready before the phone beside it.
const TryIt = lazy(() => import("./try-it.tsx"));

export interface EditedAgent {
  readonly id: string;
  /** The draft's own number. */
  readonly version: number;
  readonly state: DraftState;
  /** Why a version was taken back by itself, in words; null: none was. */
  readonly notice: string | null;
  /** When the draft was saved, in words. */
  readonly saved: string;
  /** Formatted. */
  readonly numbers: readonly string[];
  readonly values: AgentFormValues;
  /** The callers' question that the editor was opened for; its row is in `values`. */
  readonly asked: Asked | null;
  /** The address that an agent without its own gives. */
  readonly organizationAddress: string | null;
  /** The voices of its language, in groups. */
  readonly voices: readonly GroupedChoice[];
  readonly people: readonly TransferPerson[];
  readonly canWrite: boolean;
  readonly canBuy: boolean;
}

export interface AgentEditorProps {
  readonly agent: EditedAgent;
  /** The answer to the last post, if it stayed on this page. */
  readonly answer: EditorAnswer | undefined;
}

/** Memoized, and `useNavigation` is used only in its leaves: this is the heaviest page, and every navigation first renders the components that use it. */
export const AgentEditor = memo(function AgentEditor({ agent, answer }: AgentEditorProps) {
  const startsUnsaved = answer?.result != null || agent.asked !== null;
  const { formId, base, isUnsaved, look, posted } = useUnsaved(
    `agent-${agent.id}`,
    agent.version,
    startsUnsaved,
  );
  const otherForm = `${formId}-other`;
  const phone = useDraftPhone(formId, answer);
  const [cameBack] = useState({ formId, values: answer?.result?.initialValue });
  const wrong = useRef<Readonly<Record<string, string[]>>>({});
  const [form, fields] = useForm<AgentFormValues>({
    id: formId,
    lastResult: phone.lastResult,
    // A page with refused values has that page's rows; each row needs a key of its own.
    defaultValue: cameBack.formId === formId && isPosted(cameBack.values) ? cameBack.values : agent.values,
    // Lists change at once in the browser; the server validates, and its last errors stay.
    onValidate: ({ formData }) =>
      parse<AgentFormValues, string[]>(formData, {
        resolve: (_, intent) => (intent ? { error: keptErrors(wrong.current, intent) } : {}),
      }),
  });
  useEffect(() => {
    wrong.current = form.allErrors;
  });
  const [part, setPart] = usePart(phone.lastResult?.error, agent.asked ? "knowledge" : "conversation");
  const list = useListFocus(formId, look);
  const saving = useRef<HTMLSpanElement>(null);
  const isSaveAway = useIsAway(saving);
  useSavedToast(agent.version, agent.state.latest);
  return (
    <Page
      path={[{ label: "Agents", to: "/agents" }, { label: agent.values.name }]}
      aside={
        agent.canWrite &&
        isSaveAway && (
          <div className="ml-auto flex items-center gap-2">
            <a href="#try-it" className={buttonClass({ variant: "quiet", size: "sm" }, "lg:hidden")}>
              Try it
            </a>
            <SaveButton form={formId} isUnsaved={isUnsaved} size="sm">
              Save
            </SaveButton>
          </div>
        )
      }
    >
      {/* The return key presses a form's first button: it must not be one that removes a row. */}
      <button
        type="submit"
        form={formId}
        name="do"
        value="enter"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Save
      </button>
      <PageHeader
        title={agent.values.name}
        sentence={
          <>
            {`${answersWords(agent.numbers)} · `}
            <span className="whitespace-nowrap">{`${agent.state.answers}, draft saved ${agent.saved}`}</span>
          </>
        }
        aside={
          <>
            {isUnsaved && <Tag tone="warn">Unsaved changes</Tag>}
            <AgentTabs id={agent.id} current="" canWrite={agent.canWrite} />
            {agent.numbers.length === 0 && agent.canBuy && (
              <ButtonLink to={`/numbers/search?agent=${agent.id}`}>Add a number</ButtonLink>
            )}
          </>
        }
        action={
          agent.canWrite && (
            <span ref={saving}>
              <SaveButton form={formId} isUnsaved={isUnsaved}>
                Save draft
              </SaveButton>
            </span>
          )
        }
      />
      {agent.notice !== null && (
        <p className="rounded-lg bg-warn-soft px-4.5 py-4 text-warn">{agent.notice}</p>
      )}
      {agent.state.unpublished !== null && (
        <DraftBar
          id={agent.id}
          unpublished={agent.state.unpublished}
          form={agent.canWrite ? formId : null}
          otherForm={agent.canWrite && agent.state.version !== null ? otherForm : null}
        />
      )}
      <VersionConflict form={formId} page={`/agents/${agent.id}`} newer={answer?.conflict ?? null} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[10.5rem_minmax(0,1fr)_20.5rem]">
        <PartsNav current={part} onChoose={setPart} errors={form.allErrors} />
        <OrganizationForm
          {...getFormProps(form)}
          noValidate
          // Saving keeps the scroll position.
          preventScrollReset
          onInput={look}
          onClickCapture={list.onClickCapture}
          className="min-w-0"
        >
          <input type="hidden" name="version" value={base} readOnly />
          <input type="hidden" name="latest" value={agent.state.latest} readOnly />
          <input type="hidden" name="kind" value={agent.values.kind} readOnly />
          {agent.asked && <AskedFields asked={agent.asked} />}
          <fieldset disabled={!agent.canWrite} className="grid min-w-0 gap-7">
            {editorParts.map((one) => (
              <Part key={one.id} id={one.id} current={part}>
                <PartFields
                  part={one}
                  form={form}
                  fields={fields}
                  begun={agent.asked?.entry ?? null}
                  otherAddress={agent.organizationAddress}
                  voices={agent.voices}
                  people={agent.people}
                />
                {one.id === "advanced" && agent.canWrite && (
                  <ThisAgent
                    otherForm={otherForm}
                    name={agent.values.name}
                    refusal={answer?.refusal ?? null}
                  />
                )}
              </Part>
            ))}
          </fieldset>
          <p role="status" className="sr-only">
            {list.said}
          </p>
        </OrganizationForm>
        {agent.canWrite && (
          <Suspense>
            <TryIt form={formId} {...phone.props} />
          </Suspense>
        )}
      </div>
      <OrganizationForm id={otherForm} className="hidden">
        <input type="hidden" name="version" value={agent.version} readOnly />
      </OrganizationForm>
      <UnsavedGuard isUnsaved={isUnsaved} words={leaveWords} />
      <PostedWatch posted={posted} />
    </Page>
  );
});

function SaveButton(props: {
  readonly form: string;
  readonly isUnsaved: boolean;
  readonly size?: ButtonSize;
  readonly children: ReactNode;
}) {
  const { formData } = useNavigation();
  return (
    <Button
      type="submit"
      form={props.form}
      name="do"
      value="save"
      size={props.size}
      variant={props.isUnsaved ? "go" : "plain"}
      pending={formData?.get("do") === "save"}
    >
      {props.children}
    </Button>
  );
}

/** Tell the server which question the new row answers. */
function AskedFields({ asked }: { readonly asked: Asked }) {
  return (
    <>
      <input type="hidden" name="asked" value={asked.words} readOnly />
      <input type="hidden" name="asked_id" value={asked.id ?? ""} readOnly />
      <input type="hidden" name="asked_entry" value={asked.entry} readOnly />
    </>
  );
}

/** The returned values are what this form posted, without empty fields. */
const isPosted = (values: unknown): values is Partial<AgentFormValues> =>
  typeof values === "object" && values !== null && "kind" in values;

const answersWords = (numbers: readonly string[]): string =>
  numbers.length === 0 ? "No number yet" : `Answers ${numbers.join(" and ")}`;

/** The height of the page's bar, which stays on top while scrolling (shell/page.tsx), in px. */
const barHeight = 52;

/** Whether an element is scrolled out of sight, or under the bar; false without scripts. */
function useIsAway(place: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false), {
      rootMargin: `-${barHeight}px 0px 0px 0px`,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isAway;
}
