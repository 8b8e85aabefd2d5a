/** The hours of /settings: the week with which new agents begin, the closed days of all agents, and the agents' own hours. */
import type { FieldMetadata } from "@conform-to/react";
import { Link } from "react-router";
import { weekdayWords } from "#app/agents/agent-words.ts";
import { ClosedDayRows } from "#app/hours/closed-days.tsx";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useSections } from "./unsaved-sections.tsx";

type Day = { readonly open: boolean; readonly from: string; readonly to: string };
type Week = Readonly<Record<Weekday, Day>>;

export const CallingHours = ({ week }: { readonly week: Week }) => (
  <SettingsSection<Week>
    section="hours"
    sentence="New agents start with these hours. If every day is closed, they use their template's hours."
    values={week}
  >
    {(fields) => (
      <div className="grid divide-y">
        {weekdays.map((day) => (
          <DayRow key={day} name={weekdayWords[day]} of={fields[day]} />
        ))}
      </div>
    )}
  </SettingsSection>
);

interface DayRowProps {
  readonly name: string;
  readonly of: FieldMetadata<Day, Week, string[]>;
}

/** The switch shows and hides the times with CSS, also without scripts. */
function DayRow({ name, of }: DayRowProps) {
  const { open, from, to } = of.getFieldset();
  return (
    <div className="group flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 first:pt-0">
      <SwitchField of={open} label={name} className="w-36 sm:pt-2" />
      <div className="hidden items-start gap-2 group-has-checked:flex max-sm:basis-full sm:flex-1">
        <TextField of={from} type="time" label={`${name} from`} labelHidden className="max-w-34 flex-1" />
        <span aria-hidden="true" className="pt-2 text-ink-3">
          to
        </span>
        <TextField of={to} type="time" label={`${name} until`} labelHidden className="max-w-34 flex-1" />
      </div>
      <span className="text-ink-3 group-has-checked:hidden sm:min-h-9 sm:pt-2">Closed</span>
    </div>
  );
}

type ClosedDay = { readonly date: string; readonly name: string };

const textIn = (row: unknown, name: keyof ClosedDay): string => {
  const value: unknown = typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
  return typeof value === "string" ? value : "";
};

/** The rows of a form that came back with the page: as values of its own, because rows of an answer alone have no keys. */
function rowsOf(days: unknown): ClosedDay[] | null {
  if (!Array.isArray(days)) return null;
  return days.map((row: unknown) => ({ date: textIn(row, "date"), name: textIn(row, "name") }));
}

export function ClosedDays({ days }: { readonly days: readonly ClosedDay[] }) {
  const { results, rounds } = useSections();
  const posted = (rounds.closed ?? 0) === 0 ? rowsOf(results.closed?.initialValue?.days) : null;
  return (
    <SettingsSection<{ days: ClosedDay[] }>
      section="closed"
      sentence="Holidays and closures for every agent. Agents won't book anything on these days and will tell callers you're closed."
      values={{ days: posted ?? [...days] }}
    >
      {({ days: list }, form) => (
        <ClosedDayRows
          days={list.getFieldList().map((day, index) => {
            const { date, name } = day.getFieldset();
            return {
              key: day.key,
              date,
              name,
              remove: form.remove.getButtonProps({ name: list.name, index }),
            };
          })}
          list={list}
          add={form.insert.getButtonProps({ name: list.name, defaultValue: { date: "", name: "" } })}
        />
      )}
    </SettingsSection>
  );
}

export interface AgentHoursProps {
  readonly agents: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    /** In words; null: the same as the organization's. */
    readonly hours: string | null;
  }>;
}

/** The hours that callers meet are each agent's: without them here, the organization's would look like the whole truth. */
export const AgentHours = ({ agents }: AgentHoursProps) =>
  agents.length > 0 && (
    <Panel title="Agents' own hours">
      <p className="max-w-140 text-ink-2">
        Changes here don't affect existing agents. Open an agent to edit its hours.
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
        {agents.map(({ id, name, hours }) => (
          <div key={id} className="grid gap-0.5 sm:contents">
            <dt className="wrap-anywhere">
              <Link
                to={`/agents/${id}#hours`}
                className="font-strong text-brand-text no-underline hover:underline"
              >
                {name}
              </Link>
            </dt>
            <dd className="text-ink-2 tabular-nums">{hours ?? "Same as your opening hours"}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
