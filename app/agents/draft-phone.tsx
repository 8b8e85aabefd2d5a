/** The conversation with the draft: posts the editor's form as it is, and keeps the answers apart from saving. */
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useAnswer } from "#app/platform/use-answer.ts";
import type { EditorAnswer } from "./editor-form.ts";
import { wrongParts } from "./editor-parts.tsx";
import type { Rehearsal } from "./rehearsal.schema.ts";

const offlineWords = "You're offline. Nothing on this page is lost; call again when you're back online.";
const brokeOffWords = "The connection was lost. Please try again.";

/**
 * The phone's data, and the last answer to the form, from the phone or from the page.
 * @param formId the editor's form
 * @param answer the answer to the page's own last post
 */
export function useDraftPhone(formId: string, answer: EditorAnswer | undefined) {
  // Null: no answer arrived (`keptAction`).
  const fetcher = useFetcher<EditorAnswer | null>();
  const [lastResult, setLastResult] = useState(answer?.result);
  const [call, setCall] = useState<Rehearsal | null>(answer?.rehearsal ?? null);
  const [silence, setSilence] = useState<string | null>(null);
  useEffect(() => setLastResult(answer?.result), [answer]);
  const heard = useAnswer(fetcher);
  useEffect(() => {
    if (!heard) return;
    setLastResult(heard.result);
    if (heard.result?.status !== "error") setCall(heard.rehearsal);
  }, [heard]);
  useEffect(() => {
    if (fetcher.state === "idle" && heard === null) setSilence(brokeOffWords);
  }, [fetcher.state, heard]);
  const onPress = (press: "call" | "say") => {
    const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
    setSilence(navigator.onLine ? null : offlineWords);
    if (!form || !navigator.onLine) return;
    const posted = new FormData(form);
    posted.set("do", press);
    fetcher.submit(posted, { method: "post" });
  };
  const wrong = lastResult?.status === "error" && heard ? wrongParts(heard.result?.error) : [];
  return {
    lastResult,
    props: {
      call,
      isWaiting: fetcher.state === "submitting",
      isUnheard: silence !== null,
      problem:
        silence ??
        (wrong.length > 0 ? `Fix what's marked in ${wrong.join(" and ")} to try the draft.` : null),
      onPress,
      onHangUp: () => setCall(null),
    },
  };
}
