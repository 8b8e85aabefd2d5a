/** The message at the top of the first page that a person enters, about what they did before. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** By `?done=…` in the address; messages of one page only are that page's own. */
const sentences: Readonly<Record<string, string>> = {
  "new-password": "Your password was changed, and all other devices were signed out.",
  restored: "The organization was restored. Its agents are answering its numbers again.",
};

/** Empty on every other address. */
export function ArrivalWords() {
  const [searchParams] = useSearchParams();
  const done = searchParams.get("done") ?? "";
  const words = useRef<HTMLParagraphElement>(null);
  // The pressed button was on another page; the focus moves to the message.
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
