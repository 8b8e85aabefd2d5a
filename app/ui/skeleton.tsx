/** Owns waiting: the final shape in grey. */
import { cx } from "./cx.ts";

/** One grey bar; give it the size of what will come. Hidden from screen readers: the region around it is `aria-busy`. */
export function Skeleton({ className, round }: { readonly className: string; readonly round?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-fade bg-ink/8", round ? "rounded-full" : "rounded-sm", className)}
    />
  );
}

/** Rows of a list or table that are on their way. */
export function RowsSkeleton({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, place) => `row-${place}`).map((key) => (
        <div key={key} className="flex items-center gap-2.5 border-b px-4.5 py-3 last:border-b-0">
          <Skeleton round className="size-7 shrink-0" />
          <div className="grid flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <Skeleton className="h-3 w-36 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </div>
          <Skeleton round className="h-5 w-16 shrink-0" />
        </div>
      ))}
    </div>
  );
}
