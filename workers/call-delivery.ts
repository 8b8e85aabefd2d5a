/** Hands a finished call over until its organization has it, and until no phone that was called for it is left on the line. */
import * as limit from "./call-limits.ts";
import type { CallMemory } from "./call-memory.ts";
import type { GoingCall } from "./going-call.ts";
import { hangUpLoose } from "./warm-transfer.ts";

type Setting = {
  env: Env;
  memory: CallMemory;
  now(): number;
  /** Schedules the earliest timer. */
  arm(): Promise<void>;
  /** The call is handed over: its object empties itself. */
  done(): Promise<void>;
};

export class CallDelivery {
  readonly #setting: Setting;
  #running: Promise<void> | null = null;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** One attempt at a time; a failed one is repeated by the timer `deliver`. */
  deliver(going: GoingCall): Promise<void> {
    this.#running ??= this.#attempt(going).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #attempt(going: GoingCall): Promise<void> {
    const { progress } = going;
    if (!progress.end) return;
    const { memory, now, arm, done } = this.#setting;
    const again = (failures: number) => memory.setTimer("deliver", now() + limit.retryAfter_ms(failures));
    // Before anything is waited for: an object that dies in an attempt wakes for the next one.
    again(progress.deliveries + 1);
    await arm();
    try {
      await going.handOver(progress.end);
      await this.#hangUp(going);
      await done();
    } catch (error) {
      progress.deliveries += 1;
      going.keep();
      again(progress.deliveries);
      await arm();
      await going.report("call/deliver", error);
    }
  }

  /** A phone that is answered later hears nothing but the end: its addresses lead to a call that is gone. */
  async #hangUp(going: GoingCall): Promise<void> {
    const areOff = await hangUpLoose(going, this.#setting.env);
    if (!areOff && going.progress.deliveries < limit.mostHangUps)
      throw new Error("a phone that was called for the caller could not be hung up");
  }
}
