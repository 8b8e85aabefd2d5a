/**
 * Counts errors that repeat faster than the database should be written to: after the first of a kind in a minute only
 * their number grows, until the next write takes it. What could not be written waits here as well.
 */
import { minute_ms } from "#app/platform/durations.ts";

/** How many of one kind an isolate writes one by one in a minute: of one owner, and of everyone. */
const mostOfOwner = 20;
const mostWritten = 200;
/** How many kinds are remembered; those beyond are written one by one, up to the limits that the database counts. */
const mostKinds = 500;
const mostRemembered = 5000;

export type Counted<Fact> = { fact: Fact; times: number };

export class ErrorStorms<Fact> {
  #minute = 0;
  #written = new Map<string, number>();
  #waiting = new Map<string, Counted<Fact>>();

  /**
   * Whether an error of this kind is written at once; otherwise it has been counted here.
   * @param owner to whom it happened: one owner's errors leave room for the others'
   * @param now ms UTC
   */
  isWrittenNow(kind: string, owner: string, fact: Fact, now: number): boolean {
    const minute = now - (now % minute_ms);
    if (minute !== this.#minute || this.#written.size >= mostRemembered) {
      this.#minute = minute;
      this.#written = new Map();
    }
    const own = `${kind} ${owner}`;
    const [ofOwner, ofAll] = [this.#written.get(own) ?? 0, this.#written.get(kind) ?? 0];
    if (ofOwner < mostOfOwner && ofAll < mostWritten) {
      this.#written.set(own, ofOwner + 1).set(kind, ofAll + 1);
      return true;
    }
    this.keep(kind, { fact, times: 1 });
    return false;
  }

  /** Keeps a number of errors for a later write. Of too many kinds at once some are not counted. */
  keep(kind: string, { fact, times }: Counted<Fact>): void {
    const known = this.#waiting.get(kind);
    if (known === undefined && this.#waiting.size >= mostKinds) return;
    this.#waiting.set(kind, { fact, times: times + (known?.times ?? 0) });
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Everything that waits to be written; from now on it is the caller's. */
  takeAll(): Counted<Fact>[] {
    const taken = [...this.#waiting.values()];
    this.#waiting = new Map();
    return taken;
  }
}
