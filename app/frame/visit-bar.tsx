/** The bar on every page of an organization that an agency's or the platform's support has open: whose it is, until when, and the way out. */
import { Eye, PencilLine } from "lucide-react";
import { Button } from "#app/ui/button.tsx";

export interface Visit {
  readonly id: string;
  /** The client's name. */
  readonly name: string;
  /** Null: the platform's own support visits. */
  readonly agency: string | null;
  /** "3:40 pm" */
  readonly until: string;
  readonly mayWrite: boolean;
}

/** A plain form: it leaves one organization for another, so the whole page is loaded. */
export function VisitBar({ id, name, agency, until, mayWrite }: Visit) {
  return (
    <aside
      aria-label="Support visit"
      className="sticky bottom-0 z-20 flex print:hidden min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-warn-soft px-4 py-1.5 text-control text-warn max-md:bottom-[calc(3.625rem+env(safe-area-inset-bottom))] md:ml-[14.5rem] md:px-7"
    >
      {mayWrite ? <PencilLine className="max-md:hidden" /> : <Eye className="max-md:hidden" />}
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        You're in <strong className="font-strong">{name}</strong> as {agency === null ? "" : `${agency}'s `}
        support until {until}. {mayWrite ? "Your changes are logged." : "Read-only."}
      </p>
      <form method="post" action="/clients/leave">
        <Button type="submit" size="sm" name="visit" value={id}>
          Leave
        </Button>
      </form>
    </aside>
  );
}
