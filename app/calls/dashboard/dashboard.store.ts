/** Reads the dashboard in one trip: counted days, the latest calls, running calls, and what needs an answer. */
import { sql } from "drizzle-orm";
import { names as agentNames } from "#app/agents/agents.store.ts";
import { openByQuestion } from "#app/agents/questions.store.ts";
import { upcoming } from "#app/bookings/bookings.store.ts";
import { type Appointment, appointmentOf } from "#app/calls/call-facts.ts";
import { type CallRow, type Reading, rowOf } from "#app/calls/call-row.ts";
import { sourceOf } from "#app/calls/call-source.store.ts";
import type { CallHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { list as liveCalls } from "#app/calls/live/live-calls.store.ts";
import type { LiveCall } from "#app/calls/live/live-feed.schema.ts";
import { type OpenMessages, open as openMessages } from "#app/calls/messages/messages.store.ts";
import { questionShown } from "#app/calls/question-words.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { chartBegins, chartOf, type DashboardChart } from "./dashboard-chart.ts";
import {
  added,
  type Before,
  comparedWith,
  type DashboardFigure,
  type DashboardRange,
  type Day,
  dashboardSentence,
  daysOf,
  figuresOf,
} from "./dashboard-words.ts";

const latestShown = 5;
const questionsShown = 4;
const appointmentsShown = 4;
const messagesShown = 4;
/** The limit on the dashboard that shows all messages. */
const mostMessages = 100;
/** Above this many calls a percentage is not worth counting them one by one. */
const countedAtMost = 400;

export type Overview = {
  sentence: string;
  figures: DashboardFigure[];
  chart: DashboardChart;
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
  direction: null,
  success: null,
  sentiment: null,
  last: null,
  range: null,
  from: null,
  to: null,
  cursor: "",
};

/**
 * Everything that the dashboard shows for a range that ends today.
 * @param allMessages whether to show every open message instead of the oldest ones
 */
export function overview(
  db: OrganizationDatabase,
  range: DashboardRange,
  reading: Reading,
  allMessages = false,
): Overview {
  const { now, timeZone, locale } = reading;
  const today = localDate(now, timeZone);
  const length = daysOf(range);
  const first = addDays(today, 1 - length);
  const days = daysSince(
    db,
    [addDays(first, -length), addDays(today, -7), chartBegins(range, today)].sort()[0] ?? first,
  );
  const counted = added(days, first, today);
  const { rows } = sourceOf(db, everything, timeZone).read({
    towards: "older",
    id: null,
    limit: latestShown,
  });
  return {
    sentence: dashboardSentence(counted, range, locale),
    figures: figuresOf(counted, before(db, days, range, reading), locale),
    chart: chartOf(days, range, today, locale),
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

function questionsOf(db: OrganizationDatabase): Overview["questions"] {
  const names = new Map(agentNames(db).map(({ id, name }) => [id, name]));
  return openByQuestion(db, questionsShown).map(({ id, agent_id, agent_ids, question, times }) => {
    const agents = agent_ids.flatMap((asked) => names.get(asked) ?? []);
    return { id, agent_id, agents, question: questionShown(question), times };
  });
}

const daysSince = (db: OrganizationDatabase, first: string): Day[] =>
  db.all<Day>(sql`
    select day, sum(calls) as calls, sum(answered) as answered, sum(booked) as booked, sum(seconds) as seconds
    from call_days where day >= ${first} group by day`);

/** The same weekday last week until this time, if calls can be counted; or as many days before the range. */
function before(
  db: OrganizationDatabase,
  days: readonly Day[],
  range: DashboardRange,
  reading: Reading,
): Before {
  const { now, timeZone, locale } = reading;
  const today = localDate(now, timeZone);
  const words = comparedWith(range, today, locale);
  if (range === "today") {
    const day = addDays(today, -7);
    const start = instantOf(day, "00:00", timeZone);
    const elapsed = now - instantOf(today, "00:00", timeZone);
    return { ...words, counted: added(days, day, day), calls: callsBetween(db, start, start + elapsed) };
  }
  const length = daysOf(range);
  const counted = added(days, addDays(today, 1 - 2 * length), addDays(today, -length));
  return { ...words, counted, calls: counted.calls };
}

/** How many calls began between two instants (ms UTC); null when there are too many to count. */
function callsBetween(db: OrganizationDatabase, from: number, to: number): number | null {
  const found = db.get<{ calls: number }>(sql`
    select count(*) as calls from (
      select 1 from calls indexed by calls_id_unique
      where id >= ${firstIdAt(from)} and id < ${firstIdAt(to)} limit ${countedAtMost + 1})`);
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
