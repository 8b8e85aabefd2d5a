/** The message above a page that was kept because its form got no answer: it stays until the page is left or a form is sent again. */
import { CircleX } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { forgetKept, hearKept, type Kept, keptNow } from "#app/platform/kept-action.ts";
import { showToast } from "#app/ui/toast.ts";

const nothing = (): Kept | null => null;

/** Used once in a page, below its bar. */
export function KeptNotice() {
  const kept = useSyncExternalStore(hearKept, keptNow, nothing);
  useEffect(() => forgetKept, []);
  useEffect(() => {
    if (kept) showToast({ id: "kept", words: kept.words, tone: "bad" });
  }, [kept]);
  if (!kept) return null;
  return (
    <div
      role="alert"
      className="sticky top-13 z-10 flex items-start gap-2.5 border-b bg-bad-soft px-4 py-2.5 text-bad text-control md:px-7"
    >
      <span className="pt-0.5">
        <CircleX />
      </span>
      <p>
        {kept.words}
        {kept.isSignedOut && (
          <>
            {" "}
            <a
              href="/auth"
              target="_blank"
              rel="noopener"
              className="font-strong underline underline-offset-2"
            >
              Sign in
            </a>
          </>
        )}
      </p>
    </div>
  );
}
