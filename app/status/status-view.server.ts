/** What a visitor of /status sees: cron's record, and what the deployment's own services answer right now. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { Briefly } from "./briefly.ts";
import { type Incident, saidBy } from "./incidents.ts";
import { cacheAnswers, databaseAnswers, objectAnswers } from "./probes.server.ts";
import { type Level, type ProbeLevel, type Service, type ServiceId, serviceIds, worst } from "./services.ts";
import { readSnapshot, type Snapshot } from "./snapshot.server.ts";
import { recent_ms } from "./uptime.ts";

/** A visitor waits at most this long for each service. */
const patience_ms = 1.5 * second_ms;

export type Status = {
  services: Service[];
  incidents: Incident[];
  /** Whether the record of the days and incidents could be read. */
  is_complete: boolean;
};

/** One answer for all visitors of an isolate: asking as often as a page is loaded would be a load of its own. */
const remembered = new Briefly<Status>(minute_ms / 2);

/** Lets the next visitor see what an admin just wrote. */
export const forgetStatus = (env: Env): void => remembered.forget(env);

const answered = (asked: Promise<unknown>, id: ServiceId): Promise<ProbeLevel> =>
  asked.then(
    () => "up" as const,
    (error: unknown) => {
      log("warn", "probe_failed", { service: id, message: String(error) });
      return "down" as const;
    },
  );

/** Cron's answer, while it says something about now. */
const recentLevel = ({ level, checked_at }: Snapshot["services"][number], now: number): Level =>
  level === null || checked_at === null || now - checked_at > recent_ms ? "unknown" : level;

const neverChecked = (id: ServiceId) => ({ id, level: null, checked_at: null, days: [] });

async function read(env: Env, now: number): Promise<Status> {
  const [snapshot, database, cache, object] = await Promise.all([
    readSnapshot(env, now, patience_ms),
    answered(databaseAnswers(env, patience_ms), "database"),
    answered(cacheAnswers(env, patience_ms), "cache"),
    answered(objectAnswers(env, patience_ms), "calls"),
  ]);
  // The object is one half of what answers a call; only cron asks the other, the carrier.
  const live: Partial<Record<ServiceId, ProbeLevel>> = {
    database,
    cache,
    ...(object === "down" && { calls: object }),
  };
  const incidents = snapshot?.incidents ?? [];
  const known = snapshot?.services ?? serviceIds.filter((id) => id !== "billing").map(neverChecked);
  const services = known.map((service): Service => {
    const answer = live[service.id];
    return {
      id: service.id,
      level: worst([answer ?? recentLevel(service, now), ...saidBy(incidents, service.id)]),
      checked_at: answer === undefined ? service.checked_at : now,
      days: service.days,
    };
  });
  return { services, incidents, is_complete: snapshot !== null };
}

/** @param now ms UTC */
export async function statusNow(env: Env, now: number): Promise<Status> {
  const known = remembered.get(env, now);
  if (known) return known;
  const status = await read(env, now);
  remembered.set(env, status, now);
  return status;
}
