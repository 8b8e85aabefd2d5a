/** Reports a lost and a restored connection (docs/product.md, "Error texts"), holds forms that are sent meanwhile until then, and keeps the page when a link cannot open. */
import { second_ms } from "#app/platform/durations.ts";
import { forgetKept, keptNow } from "#app/platform/kept-action.ts";
import { type HeldForm, heldForm, isListPress, isSamePress, sendAgain, sendLate } from "./held-form.ts";
import { giveUpEvent, holdOfflineLink, reloadEvent } from "./offline-link.ts";
import { lostConnection, showToast } from "./toast.ts";

/**
 * How long a sent form may take to be seen under way; one that its page holds back never is. It is waited for in steps:
 * a page that is busy for the whole time has seen nothing yet, and the next form would replace the one just sent.
 */
const seenWithin_ms = second_ms;
const seenSteps = 10;

export interface ConnectionWatch {
  /** Call it when a request goes out, and when none is under way any more. */
  readonly busy: (isBusy: boolean) => void;
  readonly stop: () => void;
}

/** Says what became of a form whose page was left: its answer is shown nowhere else. */
async function sendUnseen(held: HeldForm): Promise<void> {
  if (await sendLate(held))
    return showToast({
      words: "Your changes were saved",
      detail: `On the page “${held.page}”.`,
      tone: "good",
    });
  showToast({
    words: "Some changes weren't saved",
    detail: `You left “${held.page}” before the connection came back.`,
    tone: "bad",
  });
}

/** Listens until it is stopped. It is loaded with the toasts, after the page, and costs a page nothing. */
export function watchConnection(): ConnectionWatch {
  let held: readonly HeldForm[] = [];
  let isBusy = false;
  let isSendingUnseen = false;
  let wantsReload = false;
  let timer: number | undefined;

  const sendNextAfter = (steps: number) => {
    timer = window.setTimeout(
      () => (steps > 1 ? sendNextAfter(steps - 1) : sendNext()),
      seenWithin_ms / seenSteps,
    );
  };

  // One after another: a form that is sent replaces one that is under way.
  const sendNext = () => {
    window.clearTimeout(timer);
    const [next, ...rest] = held;
    if (!next && wantsReload) return window.location.reload();
    // A form that has just failed must be sent again by the person first; the others follow it.
    if (!next || isBusy || isSendingUnseen || !navigator.onLine || keptNow() !== null) return;
    held = rest;
    if (next.form.isConnected) {
      sendNextAfter(seenSteps);
      return sendAgain(next);
    }
    isSendingUnseen = true;
    sendUnseen(next).finally(() => {
      isSendingUnseen = false;
      sendNext();
    });
  };

  const lost = () => showToast(lostConnection);
  const back = () => {
    showToast({ id: "connection", words: "Back online!", tone: "good" });
    sendNext();
  };
  // Before the page's own listeners: a form that cannot be sent must not become an error screen.
  const hold = (event: SubmitEvent) => {
    const form = event.target;
    if (navigator.onLine || !(form instanceof HTMLFormElement)) return;
    const press = heldForm(form, event.submitter);
    if (isListPress(press)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.method !== "post") return lost();
    // It will be sent again.
    forgetKept();
    held = [...held.filter((one) => !isSamePress(one, press)), press];
    showToast({
      id: "held",
      words: "No internet connection",
      detail: "Changes will be saved when you reconnect.",
    });
  };
  const isWaiting = () => held.length > 0 || isSendingUnseen;
  // What waits is in this tab alone: the browser asks before the tab is closed or loaded anew.
  const ask = (event: BeforeUnloadEvent) => isWaiting() && !wantsReload && event.preventDefault();
  const reloadLater = (event: Event) => {
    if (!isWaiting()) return;
    wantsReload = true;
    event.preventDefault();
  };
  const giveUp = () => {
    held = [];
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", back);
  window.addEventListener("beforeunload", ask);
  window.addEventListener(reloadEvent, reloadLater);
  window.addEventListener(giveUpEvent, giveUp);
  window.addEventListener("submit", hold, { capture: true });
  window.addEventListener("click", holdOfflineLink, { capture: true });
  return {
    busy: (now) => {
      isBusy = now;
      if (isBusy) window.clearTimeout(timer);
      else sendNext();
    },
    stop: () => {
      window.clearTimeout(timer);
      window.removeEventListener("offline", lost);
      window.removeEventListener("online", back);
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener(reloadEvent, reloadLater);
      window.removeEventListener(giveUpEvent, giveUp);
      window.removeEventListener("submit", hold, { capture: true });
      window.removeEventListener("click", holdOfflineLink, { capture: true });
    },
  };
}
