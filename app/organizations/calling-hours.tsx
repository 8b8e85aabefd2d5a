/** The hours of /settings: the week with which new agents begin, the closed days of all agents, and the agents' own hours. */
import { Link } from "react-router";
import { weekdayWords } from "#app/agents/agent-words.ts";
import { ClosedDayRows } from "#app/hours/closed-days.tsx";
import type { Weekday } from "#app/hours/week.schema.ts";
import { WeekHours } from "#app/hours/week-hours.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useSections } from "./unsaved-sections.tsx";

type Times = { readonly from: string; readonly to: string };
type Week = Record<Weekday, Times[]>;

const timesIn = (rows: unknown): Times[] =>
  Array.isArray(rows)
    ? rows.map((row: unknown) => ({ from: textIn(row, "from"), to: textIn(row, "to") }))
    : [];

/** Every day of a week that came back with the page. */
const postedWeek = (posted: Record<string, unknown>): Week => ({
  mon: timesIn(posted.mon),
  tue: timesIn(posted.tue),
  wed: timesIn(posted.wed),
  thu: timesIn(posted.thu),
  fri: timesIn(posted.fri),
  sat: timesIn(posted.sat),
  sun: timesIn(posted.sun),
});

export function CallingHours({ week }: { readonly week: Readonly<Week> }) {
  const { results, rounds } = useSections();
  const posted = (rounds.hours ?? 0) === 0 ? results.hours?.initialValue : undefined;
  return (
    <SettingsSection<Week>
      section="hours"
      sentence="Your numbers go by these hours, and new agents start with them. Add a second range for a lunch break. If every day is closed, none are set: new agents use their template's hours."
      values={posted ? postedWeek(posted) : week}
    >
      {(days, form) => (
        <WeekHours
          days={days}
          names={weekdayWords}
          remove={(day, index) => form.remove.getButtonProps({ name: days[day].name, index })}
          add={(day, defaultValue) => form.insert.getButtonProps({ name: days[day].name, defaultValue })}
          replace={(day, value) => form.update({ name: days[day].name, value: [...value], validated: false })}
        />
      )}
    </SettingsSection>
  );
}

const textIn = (row: unknown, name: string): string => {
  const value: unknown = typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
  return typeof value === "string" ? value : "";
};

type ClosedDay = { readonly date: string; readonly name: string };

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
