/** A short-lived memory of one isolate: holds a fixed number of values and drops the oldest first. */
export class Remembered<Value> {
  readonly #kept = new Map<string, { value: Value; until: number }>();
  readonly #most: number;
  readonly #for_ms: number;

  constructor({ most, for_ms }: { most: number; for_ms: number }) {
    this.#most = most;
    this.#for_ms = for_ms;
  }

  /** @param now ms UTC */
  get(key: string, now: number): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined || found.until > now) return found?.value;
    this.#kept.delete(key);
    return undefined;
  }

  /** @param now ms UTC */
  set(key: string, value: Value, now: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: now + this.#for_ms });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
