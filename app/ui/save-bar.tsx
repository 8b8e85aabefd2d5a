/** The bar at the foot of a page of forms, as long as something is unsaved: what it is, what is wrong with it, Discard and Save. */
import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";

export interface SaveBarProps {
  /** What changed: "Profile and Opening hours". */
  readonly what: string;
  /** What is wrong, each with the way to its field. */
  readonly problems: ReadonlyArray<{ readonly words: string; readonly onGo: () => void }>;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

/**
 * A form, so that pressing Save without a connection is held until it is back (connection-watch.ts). The class keeps
 * fields that are scrolled to clear of it (app.css).
 */
export function SaveBar({ what, problems, isSaving, onDiscard, onSave }: SaveBarProps) {
  return (
    <form
      method="post"
      aria-label="Unsaved changes"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      className="save-bar sticky bottom-4 z-10 flex animate-enter flex-wrap items-center gap-x-4 gap-y-2.5 rounded-lg border bg-surface px-4.5 py-3 shadow-lift **:-scroll-mb-24 max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <div className="grid min-w-48 flex-1 gap-0.5" role={problems.length > 0 ? "alert" : "status"}>
        {problems.length === 0 ? (
          <p className="text-control text-ink-2">
            Unsaved changes in <span className="font-strong text-ink">{what}</span>
          </p>
        ) : (
          <>
            <p className="flex items-center gap-2 font-strong text-bad text-control">
              <CircleAlert />
              Nothing has been saved yet
            </p>
            <ul className="grid text-control">
              {problems.map(({ words, onGo }) => (
                <li key={words}>
                  <button
                    type="button"
                    onClick={onGo}
                    className="text-left text-bad underline underline-offset-2"
                  >
                    {words}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
        <Button type="submit" variant="go" pending={isSaving}>
          Save changes
        </Button>
      </div>
    </form>
  );
}
