/** Detects whether a form differs from what was saved, and asks before changes are lost. */
import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useBeforeUnload, useBlocker, useNavigation } from "react-router";
import { giveUpEvent } from "#app/ui/offline-link.ts";
import type { LeaveQuestionProps } from "./leave-words.ts";

/** The browser's own question, when ours does not load. */
function PlainQuestion({ words, onStay, onLeave }: LeaveQuestionProps) {
  useEffect(() => {
    if (window.confirm(words)) onLeave();
    else onStay();
  }, [words, onStay, onLeave]);
  return null;
}

const leaveQuestion = (): Promise<{ default: ComponentType<LeaveQuestionProps> }> =>
  import("./leave-question.tsx").catch(() => ({ default: PlainQuestion }));

// Most visits leave nothing unsaved.
const LeaveQuestion = lazy(leaveQuestion);

/** Fields that belong to the page and not to the edited agent. */
const passing = new Set([
  "organization_id",
  "version",
  "latest",
  "over",
  "do",
  "say",
  "rehearsal",
  "asked",
  "asked_id",
  "asked_entry",
]);

const contentIn = (form: FormData): string =>
  JSON.stringify([...form].filter(([name]) => !passing.has(name)));

function contentOf(formId: string): string | null {
  const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
  return form && contentIn(new FormData(form));
}

interface Unsaved {
  /** A new id draws the form again, from what was saved. */
  readonly formId: string;
  /** The version that the form's values are based on. */
  readonly base: number;
  readonly isUnsaved: boolean;
  /** Call it after anything that may have changed the form: an effect on every render would keep React from finishing a transition. */
  readonly look: () => void;
  /** For `PostedWatch`. */
  readonly posted: Posted;
}

/** The form's values in a post that is under way. */
type Posted = RefObject<string | null>;

/**
 * Whether the form has unsaved changes. Undoing a change by hand counts as none. A saved version is drawn again only
 * when nothing would be lost by it: what was typed while a save ran, or while another member saved, stays.
 * @param of the first part of the form's id
 * @param version the newest known version
 * @param startsUnsaved the form came back with a refusal, or was opened with a new row
 */
export function useUnsaved(of: string, version: number, startsUnsaved: boolean): Unsaved {
  const [shown, setShown] = useState({ version, base: version });
  const [isUnsaved, setUnsaved] = useState(startsUnsaved);
  const [cameBack] = useState(startsUnsaved);
  const saved = useRef<{ of: string; content: string | null } | null>(null);
  const posted: Posted = useRef(null);
  const formId = `${of}-${shown.version}`;
  const look = useCallback(() => {
    if (saved.current?.of === formId) setUnsaved(contentOf(formId) !== saved.current.content);
  }, [formId]);
  useEffect(() => {
    if (version === shown.base) return;
    const content = contentOf(formId);
    const isOwn = posted.current !== null;
    const basis = posted.current ?? saved.current?.content;
    if (content === null || content === basis) return setShown({ version, base: version });
    if (!isOwn) return;
    saved.current = { of: formId, content: basis ?? null };
    setShown({ version: shown.version, base: version });
    setUnsaved(true);
  }, [version, shown, formId]);
  useEffect(() => {
    // A saved version is drawn in two steps, the form and then its rows; the next frame has both.
    const frame = requestAnimationFrame(() => {
      const isFirst = saved.current === null;
      saved.current = { of: formId, content: cameBack && isFirst ? null : contentOf(formId) };
      look();
    });
    return () => cancelAnimationFrame(frame);
  }, [formId, cameBack, look]);
  return { formId, base: shown.base, isUnsaved, look, posted };
}

/** Remembers what is being posted; a separate component, because every navigation renders the components that use it. */
export function PostedWatch({ posted }: { readonly posted: Posted }) {
  const { formData } = useNavigation();
  useEffect(() => {
    if (formData) posted.current = contentIn(formData);
    // After the effects of `useUnsaved`, which look at the answer: a child's effects run before its parent's.
    else queueMicrotask(() => (posted.current = null));
  }, [formData, posted]);
  return null;
}

/** Asks before the page is left with unsaved changes. */
export function UnsavedGuard({
  isUnsaved,
  words,
}: {
  readonly isUnsaved: boolean;
  /** What would be lost. */
  readonly words: string;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // Loaded with the first change: the connection may be gone by the time it is asked.
  useEffect(() => {
    if (isUnsaved) void leaveQuestion();
  }, [isUnsaved]);
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  const question = {
    words,
    onStay: () => blocker.reset?.(),
    onLeave: () => {
      window.dispatchEvent(new Event(giveUpEvent));
      blocker.proceed?.();
    },
  };
  return blocker.state === "blocked" ? (
    <Suspense>
      <LeaveQuestion {...question} />
    </Suspense>
  ) : null;
}
