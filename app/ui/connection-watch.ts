/** Owns what is said when the connection goes and comes back (spec.md section 8), and keeps what is saved meanwhile until then. */
import { showToast } from "./toast.ts";

/** Listens until the returned function is called. It comes with the toasts, after the page, and costs a page nothing. */
export function watchConnection(): () => void {
  let held: { readonly form: HTMLFormElement; readonly by: HTMLElement | null } | undefined;
  const lost = () =>
    showToast({
      id: "connection",
      words: "Connection lost",
      detail: "Some features may not work until you're back online",
      tone: "bad",
      lasts_ms: 10_000,
    });
  const back = () => {
    showToast({ id: "connection", words: "Back online!", tone: "good" });
    const { form, by } = held ?? {};
    held = undefined;
    if (form?.isConnected) form.requestSubmit(by?.isConnected ? by : null);
  };
  // Before the page's own listeners: a form that cannot go must not become an error screen.
  const hold = (event: SubmitEvent) => {
    const form = event.target;
    if (navigator.onLine || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
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
