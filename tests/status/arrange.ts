/** Probes and incidents for tests of /status. */
import { env } from "cloudflare:workers";
import { watchServices } from "#app/status/uptime.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { breaking } from "../support/broken-database.ts";
import { at } from "../support/clock.ts";
import { anonymous, controlPlane, type Person } from "../support/people.ts";

export const minute = 60_000;
export const day = 1440 * minute;

/** Makes an outside host fail the next requests. */
export async function outsideFails(
  host: string,
  times: number,
  fault: object = { status: 500 },
): Promise<void> {
  const answer = await anonymous().fetch("/sandbox/faults", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ host, times, ...fault }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Cron's probes at a moment (ms UTC). */
export const probedAt = (now: number, bindings: Partial<Env> = {}): Promise<void> =>
  at(now, () => watchServices({ ...env, ...bindings }, now));

export const uptimeRows = () =>
  controlPlane()
    .select()
    .from(control.uptimeDays)
    .orderBy(control.uptimeDays.component, control.uptimeDays.day);

/** A database that fails every statement. */
export const noDatabase = {
  DB: breaking(env.DB, "", "D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
};

/** A cache that fails every request. */
export const noCache = {
  HOSTS: new Proxy(env.HOSTS, { get: () => () => Promise.reject(new Error("KV is down")) }),
};

/** Forgets what was counted, published and ordered. The request starts the sandbox, which takes longer than a probe waits. */
export async function forgetEverything(): Promise<void> {
  await anonymous().fetch("/sandbox/faults", { method: "DELETE" });
  const db = controlPlane();
  await db.batch([
    db.delete(control.uptimeDays),
    db.delete(control.incidents),
    db.delete(control.incidentUpdates),
  ]);
  for (const key of ["status:shown", "status:uncounted"]) await env.HOSTS.delete(key);
}

/** Posts an incident as a platform admin does; other fields over these. */
export const posted = (admin: Person, fields: Record<string, string | string[]>) =>
  admin.post("/admin/incidents", {
    intent: "open",
    id: crypto.randomUUID(),
    title: "Calls drop",
    impact: "down",
    components: ["calls"],
    state: "investigating",
    body: "Some calls end early.",
    ...fields,
  });
