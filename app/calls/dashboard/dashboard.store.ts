/** Reads the dashboard in one trip: counted days, the latest calls, running calls, and what needs an answer. */
import { sql } from "drizzle-orm";
import { names as agentNames } from "#app/agents/agents.store.ts";
import { openByQuestion } from "#app/agents/questions.store.ts";
import { capSpent } from "#app/billing/usage/spending-cap.store.ts";
import { upcoming } from "#app/bookings/bookings.store.ts";
import { type Appointment, appointmentOf } from "#app/calls/call-facts.ts";
import { type CallRow, outcomeFrom, type Reading, rowOf } from "#app/calls/call-row.ts";
import { sourceOf } from "#app/calls/call-source.store.ts";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import type { CallHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { type Choice, numberChoices } from "#app/calls/history/number-choices.store.ts";
import { list as liveCalls } from "#app/calls/live/live-calls.store.ts";
import type { LiveCall } from "#app/calls/live/live-feed.schema.ts";
import { type OpenMessages, open as openMessages } from "#app/calls/messages/messages.store.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { read as readProtection } from "#app/calls/protection/protection.store.ts";
import { questionShown } from "#app/calls/question-words.ts";
import { shareBar } from "#app/calls/share-bar.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import type { ShareBar } from "#app/ui/share-bar.ts";
import { type AlertFacts, alerting } from "./alerts.ts";
import { daysIn, hoursIn, isCounting, outcomesIn } from "./call-counts.store.ts";
import { chartBegins, chartOf, type DashboardChart } from "./dashboard-chart.ts";
import {
  added,
  type Before,
  comparedWith,
  type DashboardAsked,
  type DashboardFigure,
  type Day,
  dashboardSentence,
  daysOf,
  figuresOf,
} from "./dashboard-words.ts";
import { type HourMap, hourMapOf } from "./hour-map.ts";

const latestShown = 5;
const questionsShown = 4;
const appointmentsShown = 4;
const messagesShown = 4;
/** The limit on the dashboard that shows all messages. */
const mostMessages = 100;
/** Above this many calls a percentage is not worth counting them one by one. */
const countedAtMost = 400;

/** What is counted of a range of days. */
export type Counts = {
  sentence: string;
  figures: DashboardFigure[];
  chart: DashboardChart;
  outcomes: ShareBar[];
  hours: HourMap | null;
  /** The days of chart, outcomes and hours: "Last 14 days". */
  days: string;
  /** Calls from before calls were counted by number and hour are still being counted. */
  isCounting: boolean;
};

export type Overview = Counts & {
  alerts: AlertFacts;
  agents: Choice[];
  numbers: Choice[];
  live: LiveCall[];
  latest: CallRow[];
  messages: OpenMessages;
  questions: { id: string; agent_id: string; agents: string[]; question: string; times: number }[];
  appointments: (Appointment & { id: string; name: string; call_id: string | null })[];
  setup: Setup;
};

/** The state of a new organization's steps to its first answered call. */
export type Setup = {
  hasAgent: boolean;
  hasNumber: boolean;
  /** A number that an agent answers, as a link and formatted. */
  answering: { phone_number: string; shown: string } | null;
  hasCalls: boolean;
};

const everything: CallHistoryQuery = {
  q: "",
  agent: null,
  number: null,
  outcome: null,
  ending: null,
  direction: null,
  success: null,
  sentiment: null,
  last: null,
  range: null,
  from: null,
  to: null,
  tag: null,
  length: null,
  cost: null,
  cursor: "",
};

/**
 * What is counted for a range that ends today.
 * @param isLinked whether figures lead to the calls behind them
 */
export function counts(
  db: OrganizationDatabase,
  asked: DashboardAsked,
  reading: Reading,
  isLinked: boolean,
): Counts {
  const { now, timeZone, locale } = reading;
  const { range, agent, number } = asked;
  const today = localDate(now, timeZone);
  const length = daysOf(range);
  const first = addDays(today, 1 - length);
  const chartFirst = chartBegins(range, today);
  const from = [addDays(first, -length), addDays(today, -7), chartFirst].sort()[0] ?? first;
  const days =
    number === null ? daysSince(db, from, agent) : daysIn(db, { first: from, last: today, agent, number });
  const counted = added(days, first, today);
  const address = (filters: Record<string, string>) =>
    `/call-history?${new URLSearchParams({ ...(agent && { agent }), ...(number && { number }), ...filters })}`;
  const callsOf = isLinked ? (filters = {}) => address({ range, ...filters }) : null;
  const charted = { first: chartFirst, last: today, agent, number };
  const outcomeCounts = outcomesIn(db, charted);
  const all = outcomeCounts.reduce((sum, { calls }) => sum + calls, 0);
  const chart = chartOf(days, range, today, locale, isLinked ? (from, to) => address({ from, to }) : null);
  return {
    sentence: dashboardSentence(counted, range, locale),
    figures: figuresOf(counted, before(db, days, asked, reading), locale, callsOf),
    chart,
    outcomes: outcomeCounts
      .toSorted((a, b) => b.calls - a.calls || placeOf(a.outcome) - placeOf(b.outcome))
      .map(({ outcome, calls }) => {
        const to = isLinked ? address({ from: chartFirst, to: today, outcome }) : null;
        return shareBar(outcomeWords[outcomeFrom(outcome)], calls, all, locale, to);
      }),
    hours: hourMapOf(hoursIn(db, charted), locale),
    days: chart.title,
    isCounting: isCounting(db, timeZone, now),
  };
}

/**
 * Everything that the dashboard shows for a range that ends today.
 * @param allMessages whether to show every open message instead of the oldest ones
 */
export function overview(
  db: OrganizationDatabase,
  asked: DashboardAsked,
  reading: Reading,
  allMessages = false,
): Overview {
  const { now, timeZone } = reading;
  const { agent, number } = asked;
  const { rows } = sourceOf(db, { ...everything, agent, number }, timeZone).read({
    towards: "older",
    id: null,
    limit: latestShown,
  });
  return {
    ...counts(db, asked, reading, true),
    alerts: alertFacts(db, reading),
    agents: agentNames(db).map(({ id, name }) => ({ value: id, label: name })),
    numbers: numberChoices(db),
    live: liveCalls(db).map((call) => ({ ...call, lines: [] })),
    latest: rows.map((row) => rowOf(row, reading)),
    messages: openMessages(db, allMessages ? mostMessages : messagesShown, reading),
    questions: questionsOf(db),
    appointments: upcoming(db, now, appointmentsShown).map((booking) => ({
      ...appointmentOf(booking, reading),
      id: booking.id,
      name: booking.name,
      call_id: booking.call_id,
    })),
    setup: setupOf(db, rows.length > 0),
  };
}

/** Outcomes of as many calls stand from best to worst. */
const placeOf = (outcome: string): number => outcomes.indexOf(outcomeFrom(outcome));

function questionsOf(db: OrganizationDatabase): Overview["questions"] {
  const names = new Map(agentNames(db).map(({ id, name }) => [id, name]));
  return openByQuestion(db, questionsShown).map(({ id, agent_id, agent_ids, question, times }) => {
    const agents = agent_ids.flatMap((asked) => names.get(asked) ?? []);
    return { id, agent_id, agents, question: questionShown(question), times };
  });
}

const daysSince = (db: OrganizationDatabase, first: string, agent: string | null): Day[] =>
  db.all<Day>(sql`
    select day, sum(calls) as calls, sum(answered) as answered, sum(booked) as booked, sum(seconds) as seconds,
      sum(cost_micros) as cost_micros
    from call_days where day >= ${first} and (${agent} is null or agent_id = ${agent}) group by day`);

function alertFacts(db: OrganizationDatabase, { now, timeZone }: Reading): Overview["alerts"] {
  const since = firstIdAt(now - day_ms);
  const found = db.all<{ reason: string; calls: number }>(sql`
    select end_reason as reason, count(*) as calls from calls indexed by calls_end_reason
    where end_reason in (select value from json_each(${JSON.stringify(alerting)})) and id >= ${since}
    group by end_reason order by calls desc`);
  return {
    endings: found.flatMap(({ reason, calls }) => {
      const known = alerting.find((one) => one === reason);
      return known ? [{ reason: known, calls }] : [];
    }),
    unanswered:
      db.get<{ n: number }>(
        sql`select count(*) as n from numbers where status = 'active' and agent_id is null`,
      )?.n ?? 0,
    cap_spent: capSpent(db, now),
    isTripped: readProtection(db, now, timeZone).isTripped,
  };
}

/** The same weekday last week until this time, if calls can be counted; or as many days before the range. */
function before(
  db: OrganizationDatabase,
  days: readonly Day[],
  { range, agent, number }: DashboardAsked,
  reading: Reading,
): Before {
  const { now, timeZone, locale } = reading;
  const today = localDate(now, timeZone);
  const words = comparedWith(range, today, locale);
  if (range === "today") {
    const day = addDays(today, -7);
    const start = instantOf(day, "00:00", timeZone);
    const elapsed = now - instantOf(today, "00:00", timeZone);
    return {
      ...words,
      counted: added(days, day, day),
      calls: callsBetween(db, start, start + elapsed, { agent, number }),
    };
  }
  const length = daysOf(range);
  const counted = added(days, addDays(today, 1 - 2 * length), addDays(today, -length));
  return { ...words, counted, calls: counted.calls };
}

/** How many calls began between two instants (ms UTC); null when there are too many to count. */
function callsBetween(
  db: OrganizationDatabase,
  from: number,
  to: number,
  { agent, number }: Pick<DashboardAsked, "agent" | "number">,
): number | null {
  const index = number !== null ? "calls_number" : agent !== null ? "calls_agent" : "calls_id_unique";
  const found = db.get<{ calls: number }>(sql`
    select count(*) as calls from (
      select 1 from calls indexed by ${sql.identifier(index)}
      where id >= ${firstIdAt(from)} and id < ${firstIdAt(to)}
        ${agent === null ? sql`` : sql`and agent_id = ${agent}`}
        ${number === null ? sql`` : sql`and number_id = ${number}`}
      limit ${countedAtMost + 1})`);
  return !found || found.calls > countedAtMost ? null : found.calls;
}

function setupOf(db: OrganizationDatabase, hasCalls: boolean): Setup {
  const answering = db.get<{ phone_number: string }>(sql`
    select phone_number from numbers where status = 'active' and agent_id is not null limit 1`);
  const found = (statement: ReturnType<typeof sql>) => db.get(statement) !== undefined;
  return {
    hasCalls,
    hasAgent: found(sql`select 1 from agents where archived_at is null limit 1`),
    hasNumber: found(sql`select 1 from numbers where status in ('buying', 'active') limit 1`),
    answering: answering
      ? { phone_number: answering.phone_number, shown: internationally(answering.phone_number) }
      : null,
  };
}
