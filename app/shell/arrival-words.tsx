/** Owns what is said at the top of whichever page somebody comes in by, about what they did before they were inside. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** By what the address says was done (`?done=…`); what belongs to one page is that page's own. */
const sentences: Readonly<Record<string, string>> = {
  "new-password": "Your password is changed. Other devices are signed out.",
  restored: "The organization is restored. Its agents answer its numbers again.",
};

/** Nothing on every other address. */
export function ArrivalWords() {
  const [searchParams] = useSearchParams();
  const done = searchParams.get("done") ?? "";
  const words = useRef<HTMLParagraphElement>(null);
  // What was pressed is on another page; the keyboard goes on from what is said about it.
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, []);
  if (!Object.hasOwn(sentences, done)) return null;
  return (
    <p
      ref={words}
      tabIndex={-1}
      role="status"
      className="border-b bg-good-soft px-4 py-2.5 text-control text-good md:px-7"
    >
      {sentences[done]}
    </p>
  );
}
