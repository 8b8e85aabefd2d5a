/**
 * The clock of a call that a script plays, in local mode only: it stands still until the script tells the time.
 * The pact: the scripted caller sends `{"type":"sandbox-clock","now":ms}`; from the first such frame on the call lives
 * in that time, its timers fire when the told time passes them, and every frame is answered, once all it caused has
 * been sent, with `{"type":"sandbox-clock","now":ms,"next":ms|null}` (`next`: when the call wants to be woken).
 * The fact lies in the object's storage, so that a call whose object is restarted goes on in the same time.
 */
import { z } from "zod";

const frame = z.object({ type: z.literal("sandbox-clock"), now: z.number() });
const state = z.object({
  now: z.number(),
  next: z.number().nullable(),
  /** A script is connected and tells the time; otherwise the real alarm stands in. */
  driven: z.boolean(),
});
type State = z.infer<typeof state>;

const key = "simulated_clock";
/** Timers that set themselves anew for the moment that has come would never let it pass. */
const mostWakings = 1000;

export type ClockStorage = Pick<DurableObjectStorage, "kv" | "getAlarm" | "setAlarm" | "deleteAlarm">;

/** The time that a frame tells, or null for every other frame. */
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
  /** undefined: not read yet. Between writes the told time is kept here: a frame that changes nothing costs no write. */
  #state: State | null | undefined;

  constructor(storage: ClockStorage) {
    this.#storage = storage;
  }

  /** The told time (ms UTC), or null for a call in real time. */
  now(): number | null {
    return this.#read()?.now ?? null;
  }

  /** Whether a script is connected and every frame is to be answered. */
  get isDriven(): boolean {
    return this.#read()?.driven ?? false;
  }

  /** Notes when the call wants to be woken; arms the real alarm only while no script tells the time. */
  async wakeAt(at: number | null): Promise<void> {
    const before = this.#read();
    if (!before) return;
    if (before.next !== at) this.#keep({ ...before, next: at });
    if (!before.driven) await this.#standIn();
  }

  /** Moves to a told time, never backwards, and wakes the call for everything that is due on the way, in order. */
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

  /** Writes the time down: something happens in it that will be written, too. */
  persist(): void {
    const now = this.#read();
    if (now) this.#keep(now);
  }

  /** What answers a frame. */
  answer(told: number | null): string {
    const settled = this.#read();
    return JSON.stringify({
      type: "sandbox-clock",
      now: settled?.now ?? told ?? 0,
      next: settled?.next ?? null,
    });
  }

  /** The script has gone: what is still due is woken by the real alarm, after as long as it would have lasted. */
  async release(): Promise<void> {
    const before = this.#read();
    if (!before?.driven) return;
    this.#keep({ ...before, driven: false });
    await this.#standIn();
  }

  /** The real alarm rings. Moves the time to what was due; false when a script tells the time and will wake the call itself. */
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

  /** Writes, unless the call has deleted itself meanwhile: an object that is gone must not come back. */
  #keep(written: State): void {
    const exists = this.#storage.kv.get(key) !== undefined;
    this.#state = exists ? written : null;
    if (exists) this.#storage.kv.put(key, written);
  }
}
