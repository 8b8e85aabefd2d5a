/** How time passes on a line: in real time, or as fast as a script can run. */

/** Input that reaches a line while it waits. */
export class Mailbox<Item> {
  #items: Item[] = [];
  #bell: PromiseWithResolvers<void> | null = null;
  #rung = false;

  put(item: Item): void {
    this.#items.push(item);
    this.ring();
  }

  /** Ends the current or the next wait, without an item. */
  ring(): void {
    this.#rung = this.#bell === null;
    this.#bell?.resolve();
    this.#bell = null;
  }

  takeOne(): Item | undefined {
    return this.#items.shift();
  }

  take(): Item[] {
    return this.#items.splice(0);
  }

  /** Resolves at once when an item is waiting or it has rung since the last wait, else with the next ring. */
  async waiting(): Promise<void> {
    const rung = this.#rung;
    this.#rung = false;
    if (rung || this.#items.length > 0) return;
    this.#bell ??= Promise.withResolvers<void>();
    await this.#bell.promise;
  }
}

export type Pace = {
  readonly simulated: boolean;
  /** ms UTC on the line's own clock. */
  now(): number;
  /** ms since the call began. */
  elapsed(): number;
  /** Waits until `at`; in real time a ring of the mailbox ends it earlier. `at` null: only a ring does. */
  until(at: number | null, mailbox: Mailbox<unknown>): Promise<void>;
};

export function realPace(): Pace {
  const began = Date.now();
  return {
    simulated: false,
    now: () => Date.now(),
    elapsed: () => Date.now() - began,
    async until(at, mailbox) {
      const arrival = mailbox.waiting();
      if (at === null) return arrival;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const passed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, Math.max(0, at - Date.now()));
      });
      await Promise.race([arrival, passed]);
      clearTimeout(timer);
    },
  };
}

/** Time that moves only when no participant has anything to do before `at`. */
export class SimulatedPace implements Pace {
  readonly simulated = true;
  #epoch = Date.now();
  #elapsed = 0;

  now(): number {
    return this.#epoch + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  async until(at: number | null): Promise<void> {
    if (at !== null) this.#elapsed = Math.max(this.#elapsed, at - this.#epoch);
  }

  /**
   * Moves the whole call to a later time without waiting: the application's timestamps by the real clock must not be
   * in the call's future.
   */
  startNoEarlierThan(now: number): void {
    if (now > this.now()) this.#epoch = now - this.#elapsed;
  }
}
