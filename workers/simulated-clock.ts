/**
 * The clock of a scripted call, in local mode only: it stands still until the script sets it.
 * The protocol: the scripted caller sends `{"type":"sandbox-clock","now":ms}`. From the first such frame on the call
 * runs on that time, its timers fire when the time passes them, and every frame is answered, after everything it
 * caused has been sent, with `{"type":"sandbox-clock","now":ms,"next":ms|null}` (`next`: when the call wants to
 * wake).
 * The state is in the object's storage, so that a call whose object restarts continues on the same clock.
 */
import { z } from "zod";

const frame = z.object({ type: z.literal("sandbox-clock"), now: z.number() });
const state = z.object({
  now: z.number(),
  next: z.number().nullable(),
  /** Whether a script is connected and sets the time; otherwise the real alarm is used. */
  driven: z.boolean(),
});
type State = z.infer<typeof state>;

const key = "simulated_clock";
/** Stops timers that set themselves again for the current moment, which would never let it pass. */
const mostWakings = 1000;

export type ClockStorage = Pick<DurableObjectStorage, "kv" | "getAlarm" | "setAlarm" | "deleteAlarm">;

/** The time in a clock frame, or null for any other frame. */
export function toldTime(message: string | ArrayBuffer): number | null {
  if (typeof message !== "string" || !message.includes('"sandbox-clock"')) return null;
  try {
    return frame.safeParse(JSON.parse(message)).data?.now ?? null;
  } catch {
    return null;
  }
}

export class SimulatedClock {
  readonly #storage: ClockStorage;
  /** undefined: not read yet. Between writes the script's time is kept here, so a frame that changes nothing costs no write. */
  #state: State | null | undefined;

  constructor(storage: ClockStorage) {
    this.#storage = storage;
  }

  /** The script's time (ms UTC), or null for a call in real time. */
  now(): number | null {
    return this.#read()?.now ?? null;
  }

  /** Whether a script is connected and every frame is to be answered. */
  get isDriven(): boolean {
    return this.#read()?.driven ?? false;
  }

  /** Stores when the call wants to wake; sets the real alarm only while no script is connected. */
  async wakeAt(at: number | null): Promise<void> {
    const before = this.#read();
    if (!before) return;
    if (before.next !== at) this.#keep({ ...before, next: at });
    if (!before.driven) await this.#standIn();
  }

  /** Moves to the script's time, never backwards, and wakes the call for everything due until then, in order. */
  async advance(to: number, wake: () => Promise<void>): Promise<void> {
    if (!this.isDriven) await this.#begin(to);
    for (let wakings = 0; wakings < mostWakings; wakings += 1) {
      const now = this.#read();
      if (!now || now.next === null || now.next > to) break;
      this.#keep({ ...now, now: Math.max(now.now, now.next), next: null });
      await wake();
    }
    const after = this.#read();
    if (after) this.#state = { ...after, now: Math.max(after.now, to) };
  }

  /** Stores the time, because something that happens at it will be stored too. */
  persist(): void {
    const now = this.#read();
    if (now) this.#keep(now);
  }

  /** The answer to a frame. */
  answer(told: number | null): string {
    const settled = this.#read();
    return JSON.stringify({
      type: "sandbox-clock",
      now: settled?.now ?? told ?? 0,
      next: settled?.next ?? null,
    });
  }

  /** The script has disconnected: the real alarm wakes what is still due, after the remaining time. */
  async release(): Promise<void> {
    const before = this.#read();
    if (!before?.driven) return;
    this.#keep({ ...before, driven: false });
    await this.#standIn();
  }

  /** The real alarm fired. Moves the time to what was due; false when a connected script will wake the call itself. */
  ring(): boolean {
    const before = this.#read();
    if (!before) return true;
    if (before.driven) return false;
    this.#keep({ ...before, now: Math.max(before.now, before.next ?? before.now), next: null });
    return true;
  }

  async #begin(at: number): Promise<void> {
    const before = this.#read();
    const next = before ? before.next : await this.#storage.getAlarm();
    await this.#storage.deleteAlarm();
    this.#state = { now: Math.max(before?.now ?? at, at), next, driven: true };
    this.#storage.kv.put(key, this.#state);
  }

  async #standIn(): Promise<void> {
    const { now, next } = this.#read() ?? { now: 0, next: null };
    if (next === null) await this.#storage.deleteAlarm();
    else await this.#storage.setAlarm(Date.now() + Math.max(0, next - now));
  }

  #read(): State | null {
    if (this.#state === undefined) this.#state = state.nullable().parse(this.#storage.kv.get(key) ?? null);
    return this.#state;
  }

  /** Writes, unless the call has deleted itself meanwhile: a deleted object must not come back. */
  #keep(written: State): void {
    const exists = this.#storage.kv.get(key) !== undefined;
    this.#state = exists ? written : null;
    if (exists) this.#storage.kv.put(key, written);
  }
}
