/** One value for each deployment that an isolate runs, kept for seconds: what many ask for at once is found out once. */
export class Briefly<Value> {
  readonly #kept = new WeakMap<object, { value: Value; until: number }>();

  constructor(readonly for_ms: number) {}

  /** @param now ms UTC */
  get(env: object, now: number): Value | null {
    const found = this.#kept.get(env);
    return found && found.until > now ? found.value : null;
  }

  /** @param now ms UTC */
  set(env: object, value: Value, now: number): void {
    this.#kept.set(env, { value, until: now + this.for_ms });
  }

  forget(env: object): void {
    this.#kept.delete(env);
  }
}
