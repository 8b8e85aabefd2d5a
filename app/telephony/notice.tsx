/** One sentence above a page about what has just happened, announced when it appears. */
import { CircleCheck, CircleX } from "lucide-react";
import { type Ref, type RefObject, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

export interface NoticeProps {
  /** Null: nothing has happened. */
  readonly words: string | null | undefined;
  readonly isGood: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Whether what a form has changed is still on its way to the page. */
const useIsComing = (): boolean => useNavigation().formData !== undefined;

/**
 * For a notice about a button that disappears when pressed: the focus moves to the notice instead of the top of the
 * page. `after`: what changes when it has happened.
 */
export function useFocusWhenLost(after: unknown): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null);
  const drawn = useRef(after);
  const isComing = useIsComing();
  useEffect(() => {
    if (isComing || drawn.current === after) return;
    drawn.current = after;
    if (document.activeElement === document.body) notice.current?.focus();
  }, [after, isComing]);
  return notice;
}

const refusedField = ':is([aria-invalid="true"], fieldset[aria-describedby$="-error"] input)';

/**
 * For a notice about a button far below it: a refusal is shown where the person looks, and announced. Where it is said at
 * fields and not in the notice, the first of them has the focus.
 */
export function useFocusWhenRefused(refused: object | null | undefined): RefObject<HTMLDivElement | null> {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refused) return;
    const place = notice.current?.hasChildNodes()
      ? notice.current
      : document.querySelector<HTMLElement>(`main ${refusedField}`);
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  }, [refused]);
  return notice;
}

export function Notice({ words: said, isGood, ref }: NoticeProps) {
  // What has changed is said once the page shows it.
  const words = useIsComing() && isGood ? null : said;
  return (
    <div ref={ref} tabIndex={-1} role={isGood ? "status" : "alert"} className="empty:hidden">
      {words && (
        <p
          className={`flex items-start gap-2.5 rounded-md px-3.5 py-2.5 text-control ${isGood ? "bg-good-soft text-good" : "bg-bad-soft text-bad"}`}
        >
          <span className="pt-0.5">{isGood ? <CircleCheck /> : <CircleX />}</span>
          {words}
        </p>
      )}
    </div>
  );
}
