/** Knows whether a form differs from what was saved, and asks before that is lost. */
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
import { type LeaveQuestionProps, leaveWords } from "./leave-words.ts";

/** The browser's own question, when ours does not arrive. */
function PlainQuestion({ version, onStay, onLeave }: LeaveQuestionProps) {
  useEffect(() => {
    if (window.confirm(leaveWords(version))) onLeave();
    else onStay();
  }, [version, onStay, onLeave]);
  return null;
}

// Most visits leave nothing unsaved.
const LeaveQuestion = lazy(
  (): Promise<{ default: ComponentType<LeaveQuestionProps> }> =>
    import("./leave-question.tsx").catch(() => ({ default: PlainQuestion })),
);

/** What belongs to the page and not to what is edited. */
const passing = new Set([
  "organization_id",
  "version",
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
  /** Another one draws the form anew, from what was saved. */
  readonly formId: string;
  /** The version that what stands in the form was made from. */
  readonly base: number;
  readonly isUnsaved: boolean;
  /** Call it after whatever may have changed the form: an effect of every render would keep React from ever finishing a transition. */
  readonly look: () => void;
  /** For `PostedWatch`. */
  readonly posted: Posted;
}

/** What a post that is under way holds of the form. */
type Posted = RefObject<string | null>;

/**
 * Whether the form holds something that is not saved. Undoing a change by hand counts as none. A saved version is drawn
 * anew only when nothing would be lost by it: what was typed while a save ran, or while somebody else saved, stays.
 * @param of begins the form's id
 * @param version the newest that is known
 * @param startsUnsaved the form came back with what was refused, or was opened with a row begun
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

/** Keeps what is being posted; a component of its own, because whatever asks for the navigation is drawn at each. */
export function PostedWatch({ posted }: { readonly posted: Posted }) {
  const { formData } = useNavigation();
  useEffect(() => {
    if (formData) posted.current = contentIn(formData);
    // Once the effects of `useUnsaved` have run, which look at the answer: a child's run before its parent's.
    else queueMicrotask(() => (posted.current = null));
  }, [formData, posted]);
  return null;
}

/** Asks before the page is left with something unsaved. */
export function UnsavedGuard({
  isUnsaved,
  version,
}: {
  readonly isUnsaved: boolean;
  readonly version: number;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault();
  });
  const question = {
    version,
    onStay: () => blocker.reset?.(),
    onLeave: () => blocker.proceed?.(),
  };
  return blocker.state === "blocked" ? (
    <Suspense>
      <LeaveQuestion {...question} />
    </Suspense>
  ) : null;
}
