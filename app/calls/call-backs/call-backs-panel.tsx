// The calls back that agents promised for a time, each with what a member can say of it: done, not needed, or open again.
import { Link, useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { CallBackRow, CallBackState } from "./call-backs.schema.ts";

export interface CallBacksPanelProps {
  readonly rows: readonly CallBackRow[];
  /** Whether the reader may settle them. */
  readonly canSettle: boolean;
}

export function CallBacksPanel({ rows, canSettle }: CallBacksPanelProps) {
  if (rows.length === 0) return null;
  const open = rows.filter(({ state }) => state === "open").length;
  return (
    <Panel
      id="call-backs"
      title="Callbacks at a set time"
      aside={<span className="text-ink-3 text-meta tabular-nums">{`${open} open`}</span>}
      flush
    >
      <ul className="divide-y" aria-label="Callbacks">
        {rows.map((row) => (
          <CallBack key={row.id} row={row} canSettle={canSettle} />
        ))}
      </ul>
    </Panel>
  );
}

function CallBack({ row, canSettle }: { readonly row: CallBackRow; readonly canSettle: boolean }) {
  const { id, call_id, who, face, phone, text, due, exactly, isOverdue, state, by } = row;
  const isOpen = state === "open";
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4.5 py-3">
      <div className="grid min-w-56 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <time title={exactly} className="font-medium tabular-nums">
            {due}
          </time>
          {isOverdue && <Tag tone="warn">Overdue</Tag>}
          {!isOpen && <Tag tone="neutral">{state === "done" ? "Done" : "Not needed"}</Tag>}
        </span>
        <span className="wrap-anywhere">
          {who}
          {face !== null && phone && <span className="text-ink-2 tabular-nums">{` · ${phone.shown}`}</span>}
        </span>
        <span className="line-clamp-4 wrap-anywhere text-control text-ink-2">{text}</span>
        <span className="flex flex-wrap gap-x-3 text-meta">
          <Link to={`/call-history/${call_id}`} aria-label={`The call of ${who}`}>
            The call
          </Link>
          {isOpen && phone && (
            <a href={`tel:${phone.link}`} aria-label={`Call now: ${who}, ${phone.shown}`}>
              Call now
            </a>
          )}
          {by !== null && <span className="text-ink-3">{`By ${by}`}</span>}
        </span>
      </div>
      {canSettle && (
        <OrganizationForm preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="call_back" value={id} />
          {isOpen ? (
            <>
              <Settle id={id} state="done" words="Done" label={`Done: ${who}`} />
              <Settle id={id} state="not_needed" words="Not needed" label={`Not needed: ${who}`} />
            </>
          ) : (
            <Settle id={id} state="open" words="Undo" label={`Reopen: ${who}`} />
          )}
        </OrganizationForm>
      )}
    </li>
  );
}

interface SettleProps {
  readonly id: string;
  readonly state: CallBackState;
  readonly words: string;
  readonly label: string;
}

function Settle({ id, state, words, label }: SettleProps) {
  const { formData } = useNavigation();
  return (
    <Button
      type="submit"
      name="do"
      value={state}
      size="sm"
      aria-label={label}
      pending={formData?.get("call_back") === id && formData.get("do") === state}
    >
      {words}
    </Button>
  );
}
