/** "Callers at once" of /testing: simulated callers ring a number together, and percentiles of their waiting move while they talk. */
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { counted, endedCalls, type Load, noLoad, readLines } from "./many-callers.ts";
import { percentile } from "./percentiles.ts";
import type { TriedOrganization } from "./tried-agent.ts";

interface CallersPanelProps {
  /** The address of the simulated phone; null: this deployment has none. */
  readonly phone: string | null;
  readonly organization: TriedOrganization | null;
}

export function CallersPanel({ phone, organization }: CallersPanelProps) {
  const numbers = (organization?.agents ?? []).flatMap(({ name, numbers }) =>
    numbers.map(({ number, shown }) => ({ value: number, label: `${shown}, ${name}` })),
  );
  return (
    <Panel title="Callers at once">
      {phone === null ? (
        <p className="text-ink-2">
          Can't run here: this deployment has no simulated phone, and real calls would cost money.
        </p>
      ) : numbers.length === 0 ? (
        <p className="text-ink-2">Choose an organization with a number that an agent answers.</p>
      ) : (
        <Callers key={organization?.id} phone={phone} numbers={numbers} />
      )}
    </Panel>
  );
}

const mostCallers = 100;
/** What every caller says. */
const turns = [{ say: "What are your opening hours?" }, { say: "Thank you, that's all." }, { hang_up: true }];

interface CallersProps {
  readonly phone: string;
  readonly numbers: readonly { readonly value: string; readonly label: string }[];
}

function Callers({ phone, numbers }: CallersProps) {
  const [load, setLoad] = useState<Load | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const run = async (to: string, callers: number) => {
    const abort = new AbortController();
    leaving.current = abort;
    setProblem(null);
    setIsRunning(true);
    let now = noLoad(callers);
    setLoad(now);
    try {
      const answer = await fetch(`${phone}/load`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ to, callers, turns }),
        signal: abort.signal,
      });
      if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
      await readLines(answer.body, (line) => {
        now = counted(now, line);
        setLoad(now);
      });
      if (endedCalls(now) < callers) throw new Error("cut");
    } catch {
      if (abort.signal.aborted) return;
      setProblem("The test was cut off. What was measured so far is below.");
    }
    setIsRunning(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const callers = Math.min(mostCallers, Math.max(1, Math.floor(Number(form.get("callers"))) || 1));
    void run(String(form.get("to")), callers);
  };
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <SelectField
          of={{ name: "to", initialValue: numbers[0]?.value ?? "" }}
          label="Number"
          choices={[...numbers]}
          className="flex-1 basis-60"
        />
        <TextField
          of={{ name: "callers", initialValue: "10" }}
          type="number"
          min={1}
          max={mostCallers}
          label="Callers"
          className="w-24"
        />
        <Button type="submit" size="field" variant="go" pending={isRunning} className="scriptless:hidden">
          Start
        </Button>
      </form>
      <p className="text-ink-3 text-meta">
        Simulated callers ask one question and say goodbye. Their calls are recorded in this organization's
        call history, and its plan's limit on simultaneous calls applies.
      </p>
      <noscript>
        <p className="text-ink-2">This test needs JavaScript.</p>
      </noscript>
      {problem !== null && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-control">
          {problem}
        </p>
      )}
      {load && <Measured load={load} />}
    </div>
  );
}

const shown_ms = (ms: number | null): string => (ms === null ? "–" : `${Math.round(ms)} ms`);

const endings: Readonly<Record<string, string>> = {
  completed: "completed",
  busy: "turned away because the lines were busy",
  "no-answer": "not answered",
  failed: "failed",
  canceled: "canceled",
};

function Measured({ load }: { readonly load: Load }) {
  const rows = [
    { name: "First words", values: load.greetings },
    { name: "Answers", values: load.answers },
  ];
  const parts = Object.entries(load.ended).map(([status, count]) => `${count} ${endings[status] ?? status}`);
  const column = (head: string, share: number) => ({
    key: head,
    head,
    width: "w-24",
    align: "end" as const,
    cell: ({ values }: { values: readonly number[] }) => shown_ms(percentile(values, share)),
  });
  return (
    <div className="grid gap-3">
      <p role="status" className="tabular-nums">
        {`${endedCalls(load)} of ${load.callers} calls over`}
        {parts.length > 0 && `: ${parts.join(", ")}`}
      </p>
      {load.error !== null && <p className="text-ink-2">{`Last error: ${load.error}`}</p>}
      <DataTable
        caption="How long callers waited"
        rows={rows}
        rowKey={({ name }) => name}
        foldsBelow={34}
        columns={[
          { key: "name", head: "Wait for", cell: ({ name }) => name },
          {
            key: "count",
            head: "Measured",
            width: "w-24",
            align: "end",
            folded: "beside",
            cell: ({ values }) => values.length,
          },
          column("p50", 0.5),
          column("p95", 0.95),
          column("p99", 0.99),
        ]}
      />
    </div>
  );
}
