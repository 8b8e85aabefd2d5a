/** Lists without columns: a name with what happened under it, a status, a time. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "./avatar.tsx";
import { cx } from "./cx.ts";

/** A face, a name, and one line of what happened: the first cell of most tables and rows. */
export function Who(props: {
  readonly name: string;
  /** The name as it is drawn, where a part of it is marked. */
  readonly shownName?: ReactNode;
  /** The name given to the face; null draws a phone. Default: `name`. */
  readonly face?: string | null | undefined;
  /** Muted, beside the name where there is room, else below it: a phone number. */
  readonly beside?: ReactNode;
  readonly what?: ReactNode;
}) {
  return (
    <span className="faced flex min-w-0 items-center gap-2.5">
      <Avatar name={props.face === undefined ? props.name : props.face} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-medium tabular-nums">{props.shownName ?? props.name}</span>
          {props.beside && <span className="text-ink-3 text-meta tabular-nums">{props.beside}</span>}
        </span>
        {props.what !== undefined && (
          <span className="block truncate text-ink-2 folded:whitespace-normal max-md:whitespace-normal">
            {props.what}
          </span>
        )}
      </span>
    </span>
  );
}

export function Rows({
  label,
  children,
}: {
  readonly label?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ul aria-label={label} data-rows="" className="divide-y">
      {children}
    </ul>
  );
}

export interface RowProps {
  readonly title: ReactNode;
  /** At the title's right: a time, a status. */
  readonly aside?: ReactNode;
  /** The line below. */
  readonly children?: ReactNode;
  /** Quiet words at the foot. */
  readonly note?: ReactNode;
  /** At the foot's right: one small button. */
  readonly action?: ReactNode;
  /** The whole row leads there. */
  readonly to?: string | undefined;
}

/** A row of a narrow list, as in the panel of live calls. */
export function Row({ title, aside, children, note, action, to }: RowProps) {
  return (
    <li className={cx("relative grid gap-1.5 px-4.5 py-3.25", to !== undefined && "hover:bg-sunken")}>
      <div className="flex items-center gap-2">
        {to === undefined ? (
          <b className="wrap-anywhere min-w-0 flex-1 font-strong tabular-nums">{title}</b>
        ) : (
          <Link
            to={to}
            className="wrap-anywhere min-w-0 flex-1 font-strong text-ink tabular-nums no-underline after:absolute after:inset-0"
          >
            {title}
          </Link>
        )}
        {aside !== undefined && (
          <span className="inline-block text-ink-3 text-meta tabular-nums first-letter:uppercase">
            {aside}
          </span>
        )}
      </div>
      {children !== undefined && <div className="text-control text-ink-2">{children}</div>}
      {(note !== undefined || action !== undefined) && (
        <div className="flex flex-wrap items-center gap-2 text-ink-3 text-meta tabular-nums">
          <span className="min-w-40 flex-1">{note}</span>
          {action !== undefined && <span className="relative z-1 ml-auto">{action}</span>}
        </div>
      )}
    </li>
  );
}
