// What stands beside a call's script: the result, what was said, the cost and technical details.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DayTile } from "#app/ui/day-tile.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import type { ShownAnalysis } from "./analysis/analysis-words.ts";
import type { Appointment, Bill } from "./call-facts.ts";

export interface CallResultProps {
  readonly appointments: readonly Appointment[];
  readonly fields: readonly (readonly [label: string, value: string])[];
}

/** What came of the call. */
export function CallResult({ appointments, fields }: CallResultProps) {
  const areSeveral = appointments.length > 1;
  return (
    <>
      {appointments.length > 0 && (
        <Panel title={areSeveral ? "Appointments" : "Appointment"}>
          <ul className="grid gap-3.5">
            {appointments.map((one) => (
              <Booked key={one.id} {...one} notes={areSeveral ? one.notes : ""} />
            ))}
          </ul>
        </Panel>
      )}
      {fields.length > 0 && (
        // Details of an earlier appointment are shown with it; these are the details of the last one.
        <Panel title={areSeveral ? "Latest details" : "What the caller said"}>
          <Facts facts={fields} />
        </Panel>
      )}
    </>
  );
}

/** What was found out from the call's words, and by whom. */
export function CallAnalysis({ summary, facts, answers, judgedBy }: ShownAnalysis) {
  return (
    <Panel title="Analysis">
      <p className="wrap-anywhere mb-3">{summary}</p>
      <Facts facts={[...facts, ...answers]} />
      <p className="mt-3 text-ink-3 text-meta">{judgedBy}</p>
    </Panel>
  );
}

export interface CallBehindProps {
  readonly id: string;
  readonly agent: { readonly id: string | null; readonly name: string };
  readonly bill: Bill | null;
  readonly behind: readonly (readonly [word: string, value: string])[];
  /** What can be made of the call. */
  readonly children?: ReactNode;
}

/** What the call cost, and what went on behind it. */
export function CallBehind({ id, agent, bill, behind, children }: CallBehindProps) {
  return (
    <div className="grid gap-4.5 md:gap-6">
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
            ["Call ID", <CallId key="id" id={id} />],
          ]}
        />
      </Panel>
      {children}
    </div>
  );
}

function Booked({ month, day, title, person, date, when, notes }: Appointment) {
  return (
    <li className="flex items-center gap-3.5">
      <DayTile month={month} day={day} />
      <div className="wrap-anywhere min-w-0">
        <b className="block font-strong">{title}</b>
        <p className="text-ink-3 text-meta">
          <span className="sr-only">{date}: </span>
          <span className="inline-block first-letter:uppercase">{when}</span>
        </p>
        {person !== null && <p className="text-meta">For {person}</p>}
        {notes !== "" && <p className="text-ink-3 text-meta">{notes}</p>}
      </div>
    </li>
  );
}

function AgentLink({ id, words }: { readonly id: string; readonly words: string }) {
  return (
    <Link to={`/agents/${id}`} className="text-ink underline underline-offset-2">
      {words}
    </Link>
  );
}

/** Both ends of the id are enough to recognize it; the whole id can be copied. */
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
