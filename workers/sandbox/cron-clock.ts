/** The clock that fires the application's cron, as Cloudflare does for a deployment, and what came of each firing. */
import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";
import type { FrontDoor } from "./front-door.ts";

const cron = "*/5 * * * *";
const every_ms = 5 * minute_ms;
/** The newest are kept. */
const mostKept = 50;

const firing = z.object({
  /** ms UTC */
  at: z.number(),
  /** The time that the cron was told, ms UTC. */
  scheduled_time: z.number(),
  by: z.enum(["clock", "button"]),
  outcome: z.string(),
  ms: z.number(),
});
export type Firing = z.infer<typeof firing>;
export type ClockState = { next_at: number | null; firings: Firing[] };

/** It strikes by the alarm of the object whose storage it has. */
export class CronClock {
  readonly #storage: DurableObjectStorage;
  readonly #app: FrontDoor;

  constructor(storage: DurableObjectStorage, app: FrontDoor) {
    this.#storage = storage;
    this.#app = app;
  }

  /** Sets it going, unless it goes. */
  async wind(): Promise<void> {
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(Date.now() + every_ms);
  }

  /** The alarm has come. */
  async strike(): Promise<void> {
    await this.#storage.setAlarm(Date.now() + every_ms);
    await this.fire("clock", Date.now());
  }

  async state(): Promise<ClockState> {
    return { next_at: await this.#storage.getAlarm(), firings: this.#firings() };
  }

  /** Fires the cron as if it were `scheduled_time` (ms UTC). */
  async fire(by: Firing["by"], scheduled_time: number): Promise<Firing> {
    const at = Date.now();
    const outcome = await this.#app.scheduled({ cron, scheduledTime: scheduled_time }).then(
      () => "ok",
      (error: unknown) => `failed: ${String(error)}`,
    );
    const fired = { at, scheduled_time, by, outcome, ms: Date.now() - at };
    this.#storage.kv.put("firings", [fired, ...this.#firings()].slice(0, mostKept));
    return fired;
  }

  #firings(): Firing[] {
    return z.array(firing).parse(this.#storage.kv.get("firings") ?? []);
  }
}
