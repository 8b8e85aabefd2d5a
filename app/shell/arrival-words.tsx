/** Owns what is said at the top of whichever page somebody comes in by, about what they did before they were inside. */
import { useSearchParams } from "react-router";

/** By what the address says was done (`?done=…`); what belongs to one page is that page's own. */
const sentences: Readonly<Record<string, string>> = {
  "new-password": "Your password is changed. Other devices are signed out.",
};

/** Nothing on every other address. */
export function ArrivalWords() {
  const [searchParams] = useSearchParams();
  const done = searchParams.get("done") ?? "";
  if (!Object.hasOwn(sentences, done)) return null;
  return (
    <p role="status" className="border-b bg-good-soft px-4 py-2.5 text-control text-good md:px-7">
      {sentences[done]}
    </p>
  );
}
