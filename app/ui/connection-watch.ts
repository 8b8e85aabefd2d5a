/** Reports a lost and a restored connection (docs/product.md, "Error texts"), and holds forms that are sent meanwhile until then. */
import { second_ms } from "#app/platform/durations.ts";
import { forgetKept, keptNow } from "#app/platform/kept-action.ts";
import { lostConnection, showToast } from "./toast.ts";

/** A form that was sent without a connection, and the button that sent it. */
type Held = { readonly form: HTMLFormElement; readonly by: HTMLElement | null };

/** How long a sent form may take to be seen under way; one that its page holds back never is. */
const seenWithin_ms = second_ms;

/** Conform's name for a button that changes a list in the browser and sends nothing. */
const listPress = "__intent__";

const attribute = ({ by }: Held, name: string): string | null => by?.getAttribute(name) ?? null;

/** The same button pressed twice counts once: the form is sent with its values at that time. */
const isSamePress = (one: Held, other: Held): boolean =>
  one.form === other.form &&
  attribute(one, "name") === attribute(other, "name") &&
  attribute(one, "value") === attribute(other, "value");

/** Sends a form by its button; a button that has been removed, together with its dialog, is replaced. */
function send({ form, by }: Held): void {
  const standIn = by && !by.isConnected ? form.appendChild(by.cloneNode()) : null;
  const button = standIn ?? by;
  form.requestSubmit(button instanceof HTMLElement ? button : null);
  if (standIn) form.removeChild(standIn);
}

export interface ConnectionWatch {
  /** Call it when a request goes out, and when none is under way any more. */
  readonly busy: (isBusy: boolean) => void;
  readonly stop: () => void;
}

/** Listens until it is stopped. It is loaded with the toasts, after the page, and costs a page nothing. */
export function watchConnection(): ConnectionWatch {
  let held: readonly Held[] = [];
  let isBusy = false;
  let timer: number | undefined;

  // One after another: a form that is sent replaces one that is under way.
  const sendNext = () => {
    window.clearTimeout(timer);
    const [next, ...rest] = held;
    // A form that has just failed must be sent again by the person first; the others follow it.
    if (!next || isBusy || !navigator.onLine || keptNow() !== null) return;
    held = rest;
    timer = window.setTimeout(sendNext, seenWithin_ms);
    if (next.form.isConnected) return send(next);
    showToast({
      words: "Some changes weren't saved",
      detail: "You left a page before the connection came back.",
      tone: "bad",
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
    const press: Held = { form, by: event.submitter };
    if (attribute(press, "name") === listPress) return;
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
  window.addEventListener("offline", lost);
  window.addEventListener("online", back);
  window.addEventListener("submit", hold, { capture: true });
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
      window.removeEventListener("submit", hold, { capture: true });
    },
  };
}
