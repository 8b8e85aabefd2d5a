/** Work that may be wanted often and is done seldom: at once, and then not before a pause is over. */

/** Runs `work` after so many ms; returns a function that cancels it. */
type After = (ms: number, work: () => void) => () => void;

export class Spaced {
  readonly #gap_ms: number;
  readonly #after: After;
  #cancel: (() => void) | null = null;
  /** What is wanted while the pause lasts; null: nothing. */
  #wanted: (() => void) | null = null;

  constructor(gap_ms: number, after: After) {
    this.#gap_ms = gap_ms;
    this.#after = after;
  }

  /** Does the work now, or once, as wanted last, when the pause is over. */
  want(work: () => void): void {
    if (this.#cancel) {
      this.#wanted = work;
      return;
    }
    this.#pause();
    work();
  }

  /** Forgets what waits. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#wanted = null;
  }

  #pause(): void {
    this.#cancel = this.#after(this.#gap_ms, () => {
      this.#cancel = null;
      const work = this.#wanted;
      this.#wanted = null;
      if (work) this.want(work);
    });
  }
}
