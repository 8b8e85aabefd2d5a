/** The panel of the account's events: sign-ins, failures and changes, newest first. */
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";

interface Event {
  readonly id: string;
  readonly words: string;
  readonly isWarning: boolean;
  readonly when: string;
  readonly exactly: string;
  readonly network: string | null;
}

interface EventsPanelProps {
  readonly events: readonly Event[];
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
}

export function EventsPanel({ events, newer, older }: EventsPanelProps) {
  return (
    <Panel title="What happened to your account" flush>
      {events.length === 0 ? (
        <p className="px-4.5 py-6 text-ink-2">Nothing yet. Sign-ins and changes will stand here.</p>
      ) : (
        <Rows label="What happened to your account">
          {events.map(({ id, words, isWarning, when, exactly, network }) => (
            <Row
              key={id}
              title={<span className={isWarning ? "text-bad" : undefined}>{words}</span>}
              aside={<span title={exactly}>{when}</span>}
              {...(network !== null && { note: network })}
            />
          ))}
        </Rows>
      )}
      <Pagination of="events" newer={newer} older={older} />
    </Panel>
  );
}
