/**
 * The door to one organization's data: `store.agents.list()` runs that store function inside the organization's object.
 * It knows no feature: what `store` offers is read from the object's own type.
 */
import type { Json } from "./json.ts";
import type { Timing } from "./server-timing.ts";

type Stores =
  Env["ORGANIZATION"] extends DurableObjectNamespace<infer O>
    ? O extends { stores: infer S }
      ? S
      : never
    : never;

/** A store function's name. An async function gets none, so no call of it compiles: the object's transaction would not wait for it. */
type Offered<F, Name> = F extends (db: never, ...args: never[]) => infer T
  ? [Extract<T, PromiseLike<unknown>>] extends [never]
    ? Name
    : never
  : never;

type Remote<Room> = {
  [F in keyof Room as Offered<Room[F], F>]: Room[F] extends (db: never, ...args: infer A) => infer T
    ? (...args: A) => Promise<T>
    : never;
};

export type Store = { [Room in keyof Stores]: Remote<Stores[Room]> };
export type StoreCall = [room: string, name: string, args: unknown[]];
export type StoreAnswer = { value: unknown } | { error: { code: string; message: string } };
/** One trip: the answers in order, and the rows that SQLite read for them. */
export type StoreTrip = { answers: StoreAnswer[]; rows: number };
export type OrganizationObject = {
  run(calls: StoreCall[]): Promise<StoreTrip>;
  fetch(request: Request): Promise<Response>;
  /** Forgets everything, for good. @returns how many tables are left: none */
  purge(): Promise<number>;
};

/** An error of the store, identified by its `code`, because RPC loses classes. */
export class StoreError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const regions = new Set(["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]);
const isRegion = (region: string | null): region is DurableObjectLocationHint =>
  region !== null && regions.has(region);

/**
 * The object of one organization; the only caller of the namespace. The region counts only at the first access. RPC's
 * types turn `Record<string, unknown>` into `never`; what crosses is JSON, so the one cast is here.
 * @throws Error without an id, because all calls without one would share one object
 */
export function organizationObject(
  { id, region }: { id: string; region: string | null },
  env: Pick<Env, "ORGANIZATION">,
): OrganizationObject {
  if (!id) throw new Error("An organization's object needs its id.");
  return env.ORGANIZATION.getByName(
    id,
    isRegion(region) ? { locationHint: region } : {},
  ) as unknown as OrganizationObject;
}

type Waiting = { call: StoreCall; answer: (a: StoreAnswer) => void; fail: (error: unknown) => void };

/** Calls made in one tick travel as one trip. Arguments must be plain JSON. */
export function storeOf(object: Pick<OrganizationObject, "run">, timing?: Timing): Store {
  let waiting: Waiting[] = [];
  const send = async () => {
    const sent = waiting;
    waiting = [];
    const start = performance.now();
    try {
      const trip = await object.run(sent.map((w) => w.call));
      timing?.add("object_rows", trip.rows);
      sent.forEach((w, i) => {
        const answer = trip.answers[i];
        if (answer) w.answer(answer);
        else w.fail(new StoreError("no_answer", `${w.call[0]}.${w.call[1]}`));
      });
    } catch (error) {
      for (const w of sent) w.fail(error);
    } finally {
      timing?.add("objects", 1, performance.now() - start);
    }
  };
  const call =
    (room: string, name: string) =>
    (...args: Json[]) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) queueMicrotask(send);
        waiting.push({
          call: [room, name, args],
          fail: reject,
          answer: (a) =>
            "value" in a ? resolve(a.value) : reject(new StoreError(a.error.code, a.error.message)),
        });
      });
  const room = (name: string) => new Proxy({}, { get: (_, f) => call(name, String(f)) });
  return new Proxy({}, { get: (_, name) => room(String(name)) }) as Store;
}
