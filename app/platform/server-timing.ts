/** What one request costs, counted where it is spent and reported in its `Server-Timing` header. */

type Metric = "d1" | "rows" | "kv" | "objects" | "object_rows" | "hash";

export class Timing {
  readonly #spent = new Map<Metric, { count: number; ms: number }>();
  readonly #notes = new Set<string>();

  /** Adds `count` to a metric, and the milliseconds it took. */
  add(metric: Metric, count: number, ms = 0): void {
    const spent = this.#spent.get(metric) ?? { count: 0, ms: 0 };
    this.#spent.set(metric, { count: spent.count + count, ms: spent.ms + ms });
  }

  /** Runs `work` and counts it as one of `metric`. */
  async measure<T>(metric: Metric, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.add(metric, 1, performance.now() - start);
    }
  }

  /** Notes in the header that a default was used, such as `session-default`. */
  note(what: string): void {
    this.#notes.add(what);
  }

  count(metric: Metric): number {
    return this.#spent.get(metric)?.count ?? 0;
  }

  /**
   * `d1;desc="1";dur=2.3, kv;desc="0";dur=0, …`: `desc` is the count, `dur` the milliseconds.
   * @param hasRows adds the rows read; never for a visitor, who could learn from them whether an address has an
   * account, and how much it holds
   */
  header(hasRows: boolean): string {
    const metrics: Metric[] = hasRows
      ? ["d1", "rows", "kv", "objects", "object_rows"]
      : ["d1", "kv", "objects"];
    if (this.#spent.has("hash")) metrics.push("hash");
    return [
      ...metrics.map((name) => {
        const { count, ms } = this.#spent.get(name) ?? { count: 0, ms: 0 };
        return `${name};desc="${count}";dur=${ms.toFixed(1)}`;
      }),
      ...this.#notes,
    ].join(", ");
  }
}
