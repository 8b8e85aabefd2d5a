/** Knows whether a form differs from what was saved, and asks before that is lost. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogButtons } from "#app/ui/dialog.tsx";

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

function contentOf(formId: string): string | null {
  const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
  if (!form) return null;
  return JSON.stringify([...new FormData(form)].filter(([name]) => !passing.has(name)));
}

/**
 * Whether the form holds something that is not saved. Undoing a change by hand counts as none. Call `look` after whatever
 * may have changed it: an effect of every render would keep React from ever finishing a transition.
 * @param formId changes with every saved version
 * @param startsUnsaved the form came back with what was refused, or was opened with a row begun
 */
export function useUnsaved(formId: string, startsUnsaved: boolean): { isUnsaved: boolean; look: () => void } {
  const [isUnsaved, setUnsaved] = useState(startsUnsaved);
  const [cameBack] = useState(startsUnsaved);
  const saved = useRef<{ of: string; content: string | null } | null>(null);
  const look = useCallback(() => {
    if (saved.current?.of === formId) setUnsaved(contentOf(formId) !== saved.current.content);
  }, [formId]);
  useEffect(() => {
    // A saved version is drawn in two steps, the form and then its rows; the next frame has both.
    const frame = requestAnimationFrame(() => {
      const isFirst = saved.current === null;
      saved.current = { of: formId, content: cameBack && isFirst ? null : contentOf(formId) };
      look();
    });
    return () => cancelAnimationFrame(frame);
  }, [formId, cameBack, look]);
  return { isUnsaved, look };
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
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => open || blocker.reset?.()}
      title="Leave without saving?"
      sentence={`What you changed since version ${version} would be lost.`}
    >
      <DialogButtons>
        <Button onClick={() => blocker.reset?.()}>Stay here</Button>
        <Button variant="destroy" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
