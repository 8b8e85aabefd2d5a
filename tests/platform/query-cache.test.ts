/** The browser's memory of pages: how long it holds, what empties it, and what happens when the server does not answer. */
import { describe, expect, test, vi } from "vitest";
import { aheadOf, QueryCache, rememberedLoader } from "#app/platform/query-cache.ts";

/** A cache on a clock of its own, and a server that counts how often it was asked. */
function arranged() {
  const clock = { now: 1_000_000 };
  const refreshed: string[] = [];
  const cache = new QueryCache(
    () => clock.now,
    (key) => refreshed.push(key),
  );
  const asked: string[] = [];
  const open = (key: string) =>
    cache.load(key, async () => {
      asked.push(key);
      return `${key} ${asked.length}`;
    });
  return { clock, cache, refreshed, asked, open };
}

/** An answer that comes when the test says so. */
function answer() {
  return Promise.withResolvers<string>();
}

/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("how long a page is remembered", () => {
  test("for 30 seconds it is shown without asking", async () => {
    const { clock, asked, open } = arranged();
    await open("/agents");
    clock.now += 29_999;
    expect(await open("/agents")).toBe("/agents 1");
    await settle();
    expect(asked).toEqual(["/agents"]);
  });

  test("after 30 seconds the old page is shown at once and a newer one is announced", async () => {
    const { clock, refreshed, open } = arranged();
    await open("/agents");
    clock.now += 30_000;
    expect(await open("/agents")).toBe("/agents 1");
    await settle();
    expect(refreshed).toEqual(["/agents"]);
    expect(await open("/agents")).toBe("/agents 2");
  });

  test("opening an old page twice while it is refreshed asks once", async () => {
    const { clock, asked, open } = arranged();
    await open("/agents");
    clock.now += 60_000;
    await Promise.all([open("/agents"), open("/agents")]);
    await settle();
    expect(asked).toHaveLength(2);
  });

  test("after 5 minutes it is forgotten", async () => {
    const { clock, open, refreshed } = arranged();
    await open("/agents");
    clock.now += 300_000;
    expect(await open("/agents")).toBe("/agents 2");
    expect(refreshed).toEqual([]);
  });

  test("pages, and owners of pages, do not see each other's answers", async () => {
    const { open } = arranged();
    await open("ada:bakery /agents");
    expect(await open("ada:florist /agents")).toBe("ada:florist /agents 2");
  });
});

describe("what empties it", () => {
  test("an answer asked before it was emptied does not come back into it", async () => {
    const { cache, open } = arranged();
    const slow = answer();
    const before = cache.load("/agents", () => slow.promise);
    cache.empty();
    slow.resolve("the page before the change");
    expect(await before).toBe("the page before the change");
    expect(await open("/agents")).toBe("/agents 1");
  });

  test("a refresh asked before it was emptied announces nothing", async () => {
    const { clock, cache, refreshed, open } = arranged();
    await open("/agents");
    clock.now += 30_000;
    const slow = answer();
    await cache.load("/agents", () => slow.promise);
    cache.empty();
    slow.resolve("the page before the change");
    await settle();
    expect(refreshed).toEqual([]);
  });

  test("while a form is under way nothing is served, and what was asked meanwhile is not served later", async () => {
    const { cache, open } = arranged();
    await open("/agents");
    cache.hold();
    expect(await open("/agents")).toBe("/agents 2");
    cache.release();
    expect(await open("/agents")).toBe("/agents 3");
    expect(await open("/agents")).toBe("/agents 3");
  });

  test("what was asked while a form was under way stands in if the connection is lost afterwards", async () => {
    const { cache, open } = arranged();
    cache.hold();
    await open("/agents");
    cache.release();
    const lost = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await cache.load("/agents", lost)).toBe("/agents 1");
  });
});

describe("when the server does not answer", () => {
  test("a lost connection is tried once more, an answer never", async () => {
    const { cache } = arranged();
    let tries = 0;
    const lost = () => {
      tries++;
      return tries === 1 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve("there");
    };
    expect(await cache.load("/agents", lost)).toBe("there");
    expect(tries).toBe(2);

    let refusals = 0;
    const refused = () => {
      refusals++;
      return Promise.reject({ status: 403 });
    };
    await expect(cache.load("/numbers", refused)).rejects.toEqual({ status: 403 });
    expect(refusals).toBe(1);
  });

  test("an expired page is asked for, and stands if the connection is lost or the server breaks", async () => {
    const { cache, open } = arranged();
    await open("/call-history");
    cache.expire((page) => page === "/call-history");
    expect(await cache.load("/call-history", () => Promise.reject(new TypeError("Failed to fetch")))).toBe(
      "/call-history 1",
    );
    expect(await cache.load("/call-history", () => Promise.reject({ status: 500 }))).toBe("/call-history 1");
    expect(await open("/call-history")).toBe("/call-history 2");
  });

  test("of the pages that are expired each is asked for once, and the others stand", async () => {
    const { cache, asked, open } = arranged();
    for (const page of ["/call-history", "/call-history/1", "/agents"]) await open(page);
    cache.expire((page) => page.startsWith("/call-history"));
    asked.length = 0;
    for (const page of ["/call-history", "/call-history/1", "/agents", "/call-history/1"]) await open(page);
    expect(asked).toEqual(["/call-history", "/call-history/1"]);
  });

  test("what was on its way when its page expired is shown to whoever waits for it, and to nobody after", async () => {
    const { asked, cache, open } = arranged();
    const [old, newer] = [answer(), answer()];
    const waiting = cache.load("/call", () => old.promise);
    cache.expire(() => true);
    const next = cache.load("/call", () => newer.promise);
    newer.resolve("ended");
    expect(await next).toBe("ended");
    old.resolve("live");
    expect(await waiting).toBe("live");
    expect(await open("/call")).toBe("ended");
    expect(asked).toEqual([]);
  });

  test("an answer that came too late for its page stands in where there is no other and no connection", async () => {
    const { cache } = arranged();
    const old = answer();
    const waiting = cache.load("/call", () => old.promise);
    cache.expire(() => true);
    old.resolve("live");
    await waiting;
    expect(await cache.load("/call", async () => "ended")).toBe("ended");
    cache.expire(() => true);
    const offline = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await cache.load("/call", offline)).toBe("ended");
  });

  test("an expired page that is now refused is refused", async () => {
    const { cache, open } = arranged();
    await open("/call-history");
    cache.expire((page) => page === "/call-history");
    await expect(cache.load("/call-history", () => Promise.reject({ status: 404 }))).rejects.toEqual({
      status: 404,
    });
  });

  test("a page that is refused when refreshed is not shown again, one whose server broke is", async () => {
    const { clock, cache, open } = arranged();
    await open("/agents/1");
    await open("/agents/2");
    clock.now += 30_000;
    await cache.load("/agents/1", () => Promise.reject({ status: 404 }));
    await cache.load("/agents/2", () => Promise.reject({ status: 500 }));
    await settle();
    expect(await open("/agents/1")).toBe("/agents/1 3");
    expect(await open("/agents/2")).toBe("/agents/2 2");
  });
});

describe("fetching ahead", () => {
  test("a page that is on its way is not asked for twice", async () => {
    const { cache, asked, open } = arranged();
    const slow = answer();
    const ahead = cache.load("/numbers", () => slow.promise);
    const opened = open("/numbers");
    slow.resolve("fetched ahead");
    expect(await Promise.all([ahead, opened])).toEqual(["fetched ahead", "fetched ahead"]);
    expect(asked).toEqual([]);
  });

  test("if that try was given up, the page is asked for", async () => {
    const { cache, open } = arranged();
    const slow = answer();
    const ahead = cache.load("/numbers", () => slow.promise);
    const opened = open("/numbers");
    slow.reject(new DOMException("aborted", "AbortError"));
    await expect(ahead).rejects.toThrow("aborted");
    expect(await opened).toBe("/numbers 1");
    expect(await open("/numbers")).toBe("/numbers 1");
  });
});

test("what is asked for from a page of no organization is kept for nobody, and what an organization's page asks for is", async () => {
  const dataset: { owner?: string } = {};
  vi.stubGlobal("document", { documentElement: { dataset } });
  let asked = 0;
  const load = () =>
    rememberedLoader({
      request: new Request("https://app.test/agents"),
      serverLoader: () => Promise.resolve(++asked),
    });
  expect([await load(), await load()]).toEqual([1, 2]);
  dataset.owner = "ana:one";
  expect([await load(), await load()]).toEqual([3, 3]);
  dataset.owner = "ana:two";
  expect(await load()).toBe(4);
  vi.unstubAllGlobals();
});

test("a refused page is an error for who opens it, also while it is being prefetched, and none for the prefetch", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: { owner: "ana:refused" } } });
  const refused = Object.assign(new Error("Conflict"), { status: 409 });
  const load = (page: string) =>
    rememberedLoader({
      request: new Request(`https://app.test${page}`),
      serverLoader: () => Promise.reject(refused),
    });
  for (const page of ["/numbers", "/call-history?q=clean"]) {
    const [opened, ahead] = await Promise.allSettled([load(page), load(aheadOf(page))]);
    expect(opened).toMatchObject({ status: "rejected", reason: refused });
    expect(ahead).toEqual({ status: "fulfilled", value: undefined });
  }
  vi.unstubAllGlobals();
});

test("what was prefetched is what the visit finds", async () => {
  vi.stubGlobal("document", { documentElement: { dataset: { owner: "ana:ahead" } } });
  let asked = 0;
  const load = (page: string) =>
    rememberedLoader({
      request: new Request(`https://app.test${page}`),
      serverLoader: () => Promise.resolve(++asked),
    });
  expect(await load(aheadOf("/numbers?q=1"))).toBe(1);
  expect(await load("/numbers?q=1")).toBe(1);
  vi.unstubAllGlobals();
});
