// Owns what stands beside a call's script: the result first, then what was said, what it cost, what went on behind.
import { Link } from "react-router";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DayTile } from "#app/ui/day-tile.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { Appointment, Bill } from "./call-facts.ts";

export interface CallSideProps {
  readonly id: string;
  readonly agent: { readonly id: string | null; readonly name: string };
  readonly ended: {
    readonly appointment: Appointment | null;
    readonly fields: readonly (readonly [label: string, value: string])[];
    readonly bill: Bill | null;
    readonly behind: readonly (readonly [word: string, value: string])[];
  };
}

export function CallSide({ id, agent, ended }: CallSideProps) {
  const { appointment, fields, bill, behind } = ended;
  return (
    <div className="grid gap-4.5 md:gap-6">
      {appointment && (
        <Panel title="Appointment">
          <div className="flex items-center gap-3.5">
            <DayTile month={appointment.month} day={appointment.day} />
            <div className="min-w-0">
              <b className="block font-strong">{appointment.title}</b>
              <p className="text-ink-3 text-meta">
                <span className="sr-only">{appointment.date}: </span>
                <span className="inline-block first-letter:uppercase">{appointment.when}</span>
              </p>
            </div>
          </div>
        </Panel>
      )}
      {fields.length > 0 && (
        <Panel title="What the caller said">
          <Facts facts={fields} />
        </Panel>
      )}
      {bill && (
        <Panel title="Cost" aside={<span className="font-semibold tabular-nums">{bill.total}</span>}>
          <Facts facts={bill.items} />
        </Panel>
      )}
      <Panel title="Behind the scenes">
        <Facts
          facts={[
            ...behind.map(([word, value]) =>
              word === "Agent" && agent.id !== null
                ? ([word, <AgentLink key={word} id={agent.id} words={value} />] as const)
                : ([word, value] as const),
            ),
            ["Call id", <CallId key="id" id={id} />],
          ]}
        />
      </Panel>
    </div>
  );
}

function AgentLink({ id, words }: { readonly id: string; readonly words: string }) {
  return (
    <Link to={`/agents/${id}`} className="text-ink underline underline-offset-2">
      {words}
    </Link>
  );
}

/** Its two ends are enough to know it by; the whole can be copied. */
function CallId({ id }: { readonly id: string }) {
  return (
    <span className="-my-1 inline-flex items-center gap-1">
      <span title={id} className="scriptless:hidden">
        {id.slice(0, 8)}…{id.slice(-4)}
      </span>
      <span className="hidden break-all scriptless:inline">{id}</span>
      <span className="-mr-2.5">
        <CopyButton value={id} label="Copy" />
      </span>
    </span>
  );
}
