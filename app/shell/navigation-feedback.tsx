/** Feedback of a navigation without a page load: a line at the top, focus on the new heading, an announced title. */
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** The line appears after 160 ms, so that a quick page shows none. */
export function ProgressLine() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-progress bg-brand-text motion-reduce:opacity-60"
    />
  );
}

/**
 * A form that replaces the pressed button loses the focus: it moves to the requested code, to the same form drawn
 * again, or to the page's heading.
 */
function useFocusAfterForm(): void {
  const { state, formMethod } = useNavigation();
  const wasSending = useRef(false);
  const sent = useRef("");
  useEffect(() => {
    if (state !== "idle") {
      sent.current = document.activeElement?.closest("form")?.id ?? sent.current;
      wasSending.current ||= formMethod !== undefined && formMethod !== "GET";
      return;
    }
    if (!wasSending.current) return;
    wasSending.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const code = document.querySelector<HTMLElement>("main input[autocomplete=one-time-code]");
    const form = sent.current === "" ? null : document.getElementById(sent.current);
    const again = form?.querySelector<HTMLElement>("[type=submit]");
    (code ?? again ?? document.querySelector<HTMLElement>("main h1"))?.focus({
      preventScroll: code === null,
    });
  }, [state, formMethod]);
}

/**
 * After a navigation to another page, focus moves to its h1 and the document's title is announced: a screen reader
 * begins where a sighted person looks. A changed filter (the query only) moves nothing.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  useFocusAfterForm();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setTitle(document.title);
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </p>
  );
}
