/** Owns a page inside the dashboard: the sticky bar with its path and the command button, and the column below. */
import { Search } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { Breadcrumbs, type Crumb } from "#app/ui/breadcrumbs.tsx";
import { cx } from "#app/ui/cx.ts";
import { CommandContext, commandKeys } from "./command-context.tsx";
import { KeptNotice } from "./kept-notice.tsx";

export interface PageProps {
  /** From the room to this page: `[{ label: "Agents", to: "/agents" }, { label: "Front desk" }]`. */
  readonly path: readonly Crumb[];
  /** At the bar's right, before the command button. */
  readonly aside?: ReactNode;
  /** For pages of forms, whose fields would stand alone in a wide column. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** Every page of the dashboard begins with this; its first child is a `PageHeader`. */
export function Page({ path, aside, isNarrow = false, children }: PageProps) {
  return (
    <>
      <PageBar path={path} aside={aside} />
      <KeptNotice />
      <div
        className={cx(
          "mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-4.5 px-4 py-4.5 md:gap-6 md:p-7",
          isNarrow ? "max-w-200" : "max-w-320",
        )}
      >
        {children}
      </div>
    </>
  );
}

/** The bar of a page by itself, for a screen that replaces the page. */
export function PageBar({ path, aside }: Pick<PageProps, "path" | "aside">) {
  // The document's scroll padding is this bar: without the margin, reaching one of its buttons would scroll the page.
  return (
    <div className="sticky top-0 z-10 flex h-13 items-center print:hidden gap-3 border-b bg-surface/92 px-4 backdrop-blur-sm **:-scroll-mt-18 md:px-7">
      <Breadcrumbs path={path} />
      {aside}
      <CommandButton />
    </div>
  );
}

/** Two columns: what matters at the left, what goes with it at the right; one below the other on small screens. */
export function Columns({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(17.5rem,1fr)]",
        className,
      )}
    >
      {children}
    </div>
  );
}

function CommandButton() {
  const command = useContext(CommandContext);
  if (!command) return null;
  return (
    <button
      type="button"
      onClick={command.open}
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 w-8 items-center justify-center gap-2 rounded-md text-ink-3 hover:text-ink-2 scriptless:hidden md:w-70 md:justify-start md:border md:bg-sunken md:px-2.5 max-md:size-11 max-md:-mr-3"
    >
      <Search />
      <span className="max-md:sr-only">Search or jump to…</span>
      <kbd className="ml-auto rounded-sm border border-line-strong px-1 font-medium font-sans text-tiny max-md:hidden">
        {commandKeys(command)}
      </kbd>
    </button>
  );
}
