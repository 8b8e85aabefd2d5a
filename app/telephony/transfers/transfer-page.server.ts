/** What /call-transfer shows: who is open now, the route at a chosen time, what is whispered, and recent transfers. */
import { alsoClosed, nextOpenDay, stretchesOf } from "#app/hours/opening-hours.ts";
import { weekWords } from "#app/hours/week-words.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { day_ms } from "#app/platform/durations.ts";
import { ago, dayInWords, longDate, timeOfDay, weekdayName, wordDuration } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { addDays, instantOf, isDate, localClock, localDate } from "#app/platform/zoned-time.ts";
import { introductionWords } from "./introduction-words.ts";
import { isOpenAt, type LeftOut, routeOf, withOwn } from "./route.ts";
import { targetValues } from "./target-values.ts";
import type { RecentAttempt, TransferTarget } from "./transfer.schema.ts";
import { modeWords, outcomeWords } from "./transfer-terms.schema.ts";
import { whisperWords } from "./whisper-words.ts";

const recentShown = 12;

type Place = { timeZone: string; locale: string };
type State = { is: "open" | "closed" | "paused"; words: string };

/** "Opens Monday at 9:00 am": when a closed target opens next, in its own zone. */
function opens({ hours, time_zone }: TransferTarget, now: number, locale: string): string {
  if (!hours) return "";
  const today = localDate(now, time_zone);
  const clock = localClock(now, time_zone);
  const later = stretchesOf(hours, today).find(({ from }) => from > clock);
  const day = later ? today : nextOpenDay(hours, addDays(today, 1));
  const from = later?.from ?? (day && stretchesOf(hours, day)[0]?.from);
  if (!day || !from) return "";
  const at = instantOf(day, from, time_zone);
  const place = { timeZone: time_zone, locale };
  const isNear = Math.abs(at - now) < 6 * day_ms;
  const named = isNear ? weekdayName(day, locale) : dayInWords(at, now, place);
  return `opens ${day === today ? "" : `${named} `}${timeOfDay(at, place)}`;
}

/** When an open target closes today, in its own zone. */
function closes({ hours, time_zone }: TransferTarget, now: number, locale: string): string {
  if (!hours) return "around the clock";
  const clock = localClock(now, time_zone);
  const today = localDate(now, time_zone);
  const open = stretchesOf(hours, today).find(({ from, to }) => from <= clock && clock < to);
  if (!open || open.to === "24:00") return "";
  return `until ${timeOfDay(instantOf(today, open.to, time_zone), { timeZone: time_zone, locale })}`;
}

function stateOf(target: TransferTarget, now: number, locale: string): State {
  if (target.is_paused) return { is: "paused", words: "Paused" };
  if (isOpenAt(target, now)) return { is: "open", words: `Open ${closes(target, now, locale)}`.trim() };
  return { is: "closed", words: `Closed, ${opens(target, now, locale)}`.replace(/, $/, "") };
}

/** "New York" for America/New_York. */
const cityOf = (zone: string): string => zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;

function shownTarget(
  target: TransferTarget,
  users: readonly string[],
  { now, timeZone, locale }: Place & { now: number },
) {
  const { id, name, phone_number, use_when, mode, ring_seconds, hours, time_zone } = target;
  const week = hours ? weekWords(hours.weekly, locale) : "Always open";
  const zone = hours && time_zone !== timeZone ? ` (${cityOf(time_zone)} time)` : "";
  return {
    id,
    name,
    shown: internationally(phone_number),
    use_when,
    mode: modeWords[mode],
    rings: `rings ${ring_seconds} s`,
    hours: week + zone,
    users,
    state: stateOf(target, now, locale),
    isPaused: target.is_paused,
  };
}

const whyWords: Readonly<Record<LeftOut, string>> = {
  paused: "Skipped: paused",
  closed: "Skipped: closed then",
  loop: "Skipped: the call would come back here",
  too_many: "Skipped: the same phone was tried before",
};

/** The instant that a form's date-time means in a zone; null: none, or no such time. */
function instantIn(asked: string | null, timeZone: string): number | null {
  const [, date = "", clock = ""] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(asked ?? "") ?? [];
  if (!isDate(date) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock)) return null;
  return instantOf(date, clock, timeZone);
}

/** Which target would be tried when, and what follows when none takes the call. */
function simulated(
  targets: readonly TransferTarget[],
  at: number,
  { now, ...place }: Place & { now: number },
) {
  let waited = 0;
  const steps = routeOf(targets, at, { loops: [] }).map((step) => {
    const { name, ring_seconds, mode } = step.target;
    if (step.place === null) return { name, place: null, words: whyWords[step.why] };
    const from = waited;
    waited += ring_seconds;
    return {
      name,
      place: step.place,
      words: `${from === 0 ? "At once" : `After ${from} s`}, rings ${ring_seconds} s, ${modeWords[mode].toLowerCase()}`,
    };
  });
  const tried = steps.filter(({ place: one }) => one !== null);
  return {
    when: `${longDate(at, now, place)}, ${timeOfDay(at, place)}`,
    // What is tried comes first, in its order.
    steps: [...tried, ...steps.filter(({ place: one }) => one === null)],
    after:
      tried.length === 0
        ? "No one is open then, so the agent doesn't offer a transfer: it takes a message, and asks when to call back."
        : `If no one takes the call within ${waited} s, the agent is back with an apology, takes a message, and asks when to call back.`,
  };
}

function shownAttempt(
  { call_id, contact_name, other_number, ...attempt }: RecentAttempt,
  reads: { persons: boolean },
  { now, ...place }: Place & { now: number },
) {
  const caller = contact_name ?? (other_number ? internationally(other_number) : "Private number");
  return {
    call_id,
    key: `${call_id}-${attempt.started_at}`,
    name: attempt.name.startsWith("+") ? internationally(attempt.name) : attempt.name,
    outcome: outcomeWords[attempt.outcome],
    isGood: attempt.outcome === "answered",
    talked: attempt.talk_seconds > 0 ? wordDuration(attempt.talk_seconds) : "",
    caller: reads.persons ? caller : "A caller",
    when: ago(attempt.started_at, now, place),
  };
}

/** @throws a 403 answer for who may not read agents */
export async function transferPage(request: Request, context: Context) {
  const member = permitted(context, "agents.read");
  const { store, organization } = member;
  const { timeZone, locale } = organization;
  const now = Date.now();
  const place = { timeZone, locale };
  const query = new URL(request.url).searchParams;
  const canRead = member.may("calls.read") && !member.hiddenSections.includes("calls");
  const [listed, users, closed, recent] = await Promise.all([
    store.transfers.list(),
    store.transfers.users(),
    store.settings.closedDays(),
    canRead ? store.transfers.recent(recentShown) : [],
  ]);
  const dates = closed.map(({ date }) => date);
  const targets = listed.map((one) => ({ ...one, hours: one.hours && alsoClosed(one.hours, dates, now) }));
  const agent = users.find(({ agent_id }) => agent_id === query.get("agent")) ?? null;
  const asked = instantIn(query.get("at"), timeZone);
  const at = asked ?? now;
  const route = agent ? withOwn(agent.own, targets, agent.targets) : targets;
  const usersOf = (id: string) => users.flatMap((one) => (one.targets.includes(id) ? [one.name] : []));
  const edited = listed.find(({ id }) => id === query.get("edit")) ?? null;
  const canWrite = member.may("agents.write");
  const form = canWrite && (edited !== null || query.has("add"));
  const spoken = "I have a question about my invoice";
  const sample = {
    agent: agent?.name ?? users[0]?.name ?? "your agent",
    organization: organization.name,
    caller: "Maria Lopez",
    reason: `they said: ${spoken}`,
  };
  return {
    targets: targets.map((target) => shownTarget(target, usersOf(target.id), { ...place, now })),
    open: targets.filter((target) => isOpenAt(target, now)).length,
    checked: timeOfDay(now, place),
    canWrite,
    form: form
      ? {
          id: edited?.id ?? null,
          values: targetValues(
            edited && { ...edited, shown: internationally(edited.phone_number) },
            timeZone,
          ),
        }
      : null,
    done: query.get("done"),
    agents: users.map(({ agent_id, name }) => ({ value: agent_id, label: name })),
    unused: users.length > 0 && targets.length > 0 && users.every((one) => one.targets.length === 0),
    simulation: {
      ...simulated(route, at, { ...place, now }),
      agent: agent?.agent_id ?? "",
      at: `${localDate(at, timeZone)}T${localClock(at, timeZone)}`,
      isAsked: asked !== null || agent !== null,
    },
    whisper: whisperWords(sample),
    introduction: introductionWords(
      {
        name: targets.find(({ mode }) => mode === "warm")?.name ?? "Dana",
        caller: sample.caller,
        reason: spoken,
      },
      "en-US",
    ),
    recent: recent.map((one) =>
      shownAttempt(one, { persons: member.may("calls.read_persons") }, { ...place, now }),
    ),
    canRead,
  };
}
