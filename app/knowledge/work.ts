/** The work that one file may take, counted in steps: small bytes can ask for endless work. */

/** The longest text that is kept takes fewer, and a few seconds are enough for all of them. */
const mostSteps = 5_000_000;

/** What costs more time or memory than a step. */
export const stepsOf = { entry: 10, collection: 20, form: 50, font: 200 } as const;
/** Bytes that are only passed over are cheap: so many are one step. */
const bytesOfStep = 16;

export class TooMuchWork extends Error {}

export class Work {
  #left = mostSteps;

  /** @throws TooMuchWork when the file has used up its steps */
  take(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork("too much work");
  }

  passOver(bytes: number): void {
    this.take(Math.floor(bytes / bytesOfStep));
  }
}
