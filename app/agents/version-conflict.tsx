/** The message above the editor when another member saved first: nothing is lost, and the person chooses. */
import { Button, buttonClass } from "#app/ui/button.tsx";

export interface VersionConflictProps {
  /** The id of the editor's form. */
  readonly form: string;
  /** The page that shows the newer draft. */
  readonly page: string;
  /** The number of the draft that was saved meanwhile; null: none. */
  readonly newer: number | null;
}

export function VersionConflict({ form, page, newer }: VersionConflictProps) {
  if (newer === null) return null;
  return (
    <div role="alert" className="grid gap-3 rounded-lg bg-warn-soft px-4.5 py-4 text-warn">
      <p>Someone else saved the draft while you were editing. Everything you entered is still here.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form={form} name="over" value={newer}>
          Save mine instead
        </Button>
        <a href={page} target="_blank" rel="noreferrer" className={buttonClass({})}>
          View theirs
        </a>
      </div>
    </div>
  );
}
