/** Owns what is said when the connection goes and comes back (spec.md section 8), and keeps what is saved meanwhile until then. */
import { lostConnection, showToast } from "./toast.ts";

/** Listens until the returned function is called. It comes with the toasts, after the page, and costs a page nothing. */
export function watchConnection(): () => void {
  let held: { readonly form: HTMLFormElement; readonly by: HTMLElement | null } | undefined;
  const lost = () => showToast(lostConnection);
  const back = () => {
    showToast({ id: "connection", words: "Back online!", tone: "good" });
    const { form, by } = held ?? {};
    held = undefined;
    if (form?.isConnected) form.requestSubmit(by?.isConnected ? by : null);
  };
  // Before the page's own listeners: a form that cannot go must not become an error screen.
  const hold = (event: SubmitEvent) => {
    const form = event.target;
    if (navigator.onLine || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.method !== "post") return lost();
    held = { form, by: event.submitter };
    showToast({
      id: "held",
      words: "No internet connection",
      detail: "Changes will be saved when you reconnect.",
    });
  };
  window.addEventListener("offline", lost);
  window.addEventListener("online", back);
  window.addEventListener("submit", hold, { capture: true });
  return () => {
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", back);
    window.removeEventListener("submit", hold, { capture: true });
  };
}
