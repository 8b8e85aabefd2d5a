/** /status in words and in figures: the data of the page, and the answer of /status.json. */
import { brandOf, referredHostOf } from "#app/branding/tenant.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { day_ms } from "#app/platform/durations.ts";
import { headlineOf, serviceNames, worst } from "./services.ts";
import { statusNow } from "./status-view.server.ts";
import { shownIncident, shownService } from "./status-words.ts";
import { uptimeOf } from "./uptime.ts";

export async function statusPage(context: Context) {
  const now = Date.now();
  const { services, incidents, is_complete } = await statusNow(context.get(cloudflare).env, now);
  const ref = referredHostOf(context);
  const shown = incidents.map((one) => shownIncident(one, now));
  const level = worst(services.map((one) => one.level));
  return {
    brand: brandOf(context),
    query: ref === null ? "" : `?${new URLSearchParams({ ref })}`,
    level,
    headline: headlineOf(services.map((one) => one.level)),
    isComplete: is_complete,
    services: services.map((one) => shownService(one, now)),
    open: shown.filter(({ isOver }) => !isOver),
    past: shown.filter(({ isOver }) => isOver),
  };
}

const isoDay = (day: number): string => new Date(day * day_ms).toISOString().slice(0, 10);
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** The same for programs: nothing in it depends on who asks. */
export async function statusJson(context: Context): Promise<object> {
  const now = Date.now();
  const { services, incidents, is_complete } = await statusNow(context.get(cloudflare).env, now);
  return {
    status: worst(services.map(({ level }) => level)),
    complete: is_complete,
    services: services.map(({ id, level, checked_at, days }) => ({
      id,
      name: serviceNames[id].name,
      status: level,
      checked_at: iso(checked_at),
      uptime: uptimeOf(days),
      days: days.map(({ day, probes, failures }) => ({ date: isoDay(day), checks: probes, failures })),
    })),
    incidents: incidents.map(({ id, title, impact, components, started_at, resolved_at, updates }) => ({
      id,
      title,
      impact,
      services: components,
      started_at: iso(started_at),
      resolved_at: iso(resolved_at),
      updates: updates.map(({ state, body, created_at }) => ({ state, body, at: iso(created_at) })),
    })),
  };
}
