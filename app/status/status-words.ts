/** What /status says of a service and of an incident, as strings that a page only shows. */
import { day_ms } from "#app/platform/durations.ts";
import { ago, count, type Place, shortDate, timeOfDay } from "#app/platform/format.ts";
import { type Impact, type Incident, impactWords, stateWords } from "./incidents.ts";
import { type Level, levelWords, type Service, serviceNames } from "./services.ts";
import { type BarTone, barsOf, dayOf, type UptimeBar, uptimeOf, uptimeWords } from "./uptime.ts";

/** The page is everyone's, so its times are in no one's zone. */
const place: Place = { timeZone: "UTC", locale: "en-US" };

const dateOf = (day: number, now: number) => shortDate(day * day_ms, now, place);

/** "3 of 288 checks failed". */
const failuresOf = ({ failures, probes }: UptimeBar): string =>
  `${count(failures, place.locale)} of ${count(probes, place.locale)} checks failed`;

export type ShownService = {
  id: string;
  name: string;
  what: string;
  level: Level;
  words: string;
  /** "99.98% since Aug 3"; null: it was never checked. */
  uptime: string | null;
  checked: string;
  bars: { day: number; tone: BarTone; title: string }[];
  /** The bars in a sentence. */
  label: string;
  /** The days on which a check failed, the newest first. */
  troubled: { day: number; words: string }[];
};

export function shownService({ id, level, checked_at, days }: Service, now: number): ShownService {
  const bars = barsOf(days, dayOf(now));
  const checked = bars.filter(({ probes }) => probes > 0);
  const share = uptimeOf(checked);
  const first = checked[0];
  const troubled = checked
    .filter(({ failures }) => failures > 0)
    .map((bar) => ({ day: bar.day, words: `${dateOf(bar.day, now)}: ${failuresOf(bar)}` }))
    .toReversed();
  const uptime = share === null || !first ? null : `${uptimeWords(share)} since ${dateOf(first.day, now)}`;
  return {
    id,
    ...serviceNames[id],
    level,
    words: levelWords[level],
    uptime,
    checked: checked_at === null ? "not checked yet" : `checked ${ago(checked_at, now, place)}`,
    bars: bars.map((bar) => ({
      day: bar.day,
      tone: bar.tone,
      title: `${dateOf(bar.day, now)}: ${bar.probes === 0 ? "no checks" : bar.failures === 0 ? "no failures" : failuresOf(bar)}`,
    })),
    label: `Last 90 days: ${uptime ?? "no checks yet"}`,
    troubled,
  };
}

/** "Nov 24, 2:06 pm UTC". */
const moment = (at: number, now: number): string =>
  `${shortDate(at, now, place)}, ${timeOfDay(at, place)} UTC`;

export type ShownIncident = {
  id: string;
  title: string;
  impact: Impact;
  impactWords: string;
  services: string;
  when: string;
  isOver: boolean;
  updates: { id: string; stateWords: string; body: string; when: string; at: string }[];
};

export function shownIncident(incident: Incident, now: number): ShownIncident {
  const { id, title, impact, components, started_at, resolved_at, updates } = incident;
  const began = moment(started_at, now);
  return {
    id,
    title,
    impact,
    impactWords: impactWords[impact],
    services: components.map((one) => serviceNames[one].name).join(", "),
    when: resolved_at === null ? `Since ${began}` : `${began} to ${moment(resolved_at, now)}`,
    isOver: resolved_at !== null,
    updates: updates.map((update) => ({
      id: update.id,
      stateWords: stateWords[update.state],
      body: update.body,
      when: moment(update.created_at, now),
      at: new Date(update.created_at).toISOString(),
    })),
  };
}
