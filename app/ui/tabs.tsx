/** Owns the parts of one page that are addresses of their own: beside each other, or down the side. */
import { NavLink } from "react-router";

export interface TabsProps {
  /** What they are parts of: "Parts of the agent". */
  readonly label: string;
  readonly tabs: ReadonlyArray<{
    readonly to: string;
    readonly label: string;
    /** Only this very address is current, not those below it: for the first part. */
    readonly end?: boolean | undefined;
  }>;
}

const row = "-mb-px flex items-center whitespace-nowrap no-underline max-md:min-h-11";

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="flex gap-5 overflow-x-auto border-b">
      {tabs.map(({ to, label: words, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          prefetch="intent"
          className={`${row} h-9 border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-brand-text aria-[current]:font-strong aria-[current]:text-ink`}
        >
          {words}
        </NavLink>
      ))}
    </nav>
  );
}

/** Down the side from 1080 px, a row that scrolls below that. */
export function SideTabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="flex gap-0.5 overflow-x-auto lg:sticky lg:top-18 lg:grid">
      {tabs.map(({ to, label: words, end }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          prefetch="intent"
          className={`${row} h-8 rounded-md px-2.5 text-ink-2 hover:bg-ink/5 hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-strong aria-[current]:text-brand-text`}
        >
          {words}
        </NavLink>
      ))}
    </nav>
  );
}
