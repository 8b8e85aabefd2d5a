/** The call history's queries: each filter has its index, every page reads in proportion to what it shows, and no call is lost or doubled. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallPage } from "#app/calls/calls.store.ts";
import { type CallHistoryQuery, callHistoryQueryOf } from "#app/calls/history/call-history.schema.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { memberOf, type Person } from "../support/people.ts";
import { inObject } from "./arrange.ts";

const reading = { now: Date.UTC(2026, 10, 20, 19), timeZone: "America/New_York", locale: "en-US" };
const query = (search: string): CallHistoryQuery =>
  callHistoryQueryOf(`https://app.test/call-history${search}`);

let person: Person;
/** What the history holds, newest first. */
let born: {
  tags: string[];
  talk: number;
  cost: number;
  id: string;
  agent: string;
  number: string;
  outcome: string;
  direction: string;
  success: string | null;
  sentiment: string | null;
  said: string;
  day: string;
}[];

const outcomes = ["booked", "answered", "message", "missed"];

beforeAll(async () => {
  person = await memberOf();
  await person.store.agents.names();
  const start = Date.UTC(2026, 10, 1, 12);
  born = Array.from({ length: 1200 }, (_, n) => {
    // Bursts of seven share a millisecond, so that only the rest of the id tells them apart.
    const at = start + Math.floor(n / 7) * 3_600_000;
    return {
      id: newId(at),
      tags: ["vip", "late"].filter((_, place) => n % (2 * place + 4) === 0),
      talk: [0, 20, 100, 200, 900][n % 5] ?? 0,
      cost: [0, 50_000, 200_000, 700_000, 3_000_000][n % 5] ?? 0,
      agent: `agent-${n % 3}`,
      number: `number-${n % 2}`,
      outcome: outcomes[n % 4] ?? "answered",
      direction: n % 5 === 0 ? "outbound" : "inbound",
      success: ["yes", "no", "unclear", null][n % 4] ?? null,
      sentiment: ["positive", "neutral", null][n % 3] ?? null,
      said: `Which day suits you ${n % 6}?`,
      day: new Date(at - 5 * 3_600_000).toISOString().slice(0, 10),
    };
  }).sort((a, b) => (a.id < b.id ? 1 : -1));
  await inObject(person, (sql) => {
    for (const call of [...born].reverse()) {
      const { seq } = sql
        .exec<{ seq: number }>(
          `insert into calls (id, type, direction, status, outcome, agent_id, agent_name, number_id, success, sentiment, last_said, provider, provider_call_id, started_at, created_at, updated_at, summary, talk_seconds, cost_micros)
           values (?, 'phone', ?, 'completed', ?, ?, 'Front desk', ?, ?, ?, ?, 'twilio', ?, 0, 0, 0, 'said', ?, ?) returning seq`,
          call.id,
          call.direction,
          call.outcome,
          call.agent,
          call.number,
          call.success,
          call.sentiment,
          call.said,
          call.id,
          call.talk,
          call.cost,
        )
        .one();
      for (const tag of call.tags)
        sql.exec(
          "insert into call_tags (tag, call_id, agent_id, outcome, created_at) values (?, ?, ?, ?, 0)",
          tag,
          call.id,
          call.agent,
          call.outcome,
        );
      sql.exec("insert into call_words (rowid, words) values (?, ?)", seq, `cleaning ${call.outcome}`);
    }
  });
});

/** Every page from the newest on, by following "older". */
async function walk(search: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor = ""; ; ) {
    const page = await person.store.calls.page({ ...query(search), cursor }, reading);
    pages.push(page.calls.map(({ id }) => id));
    if (page.older === null) return pages;
    cursor = page.older;
  }
}

const combinations: readonly [search: string, keeps: (call: (typeof born)[number]) => boolean][] = [
  ["", () => true],
  ["?agent=agent-1", (c) => c.agent === "agent-1"],
  ["?number=number-1", (c) => c.number === "number-1"],
  ["?outcome=booked", (c) => c.outcome === "booked"],
  ["?direction=outbound", (c) => c.direction === "outbound"],
  ["?success=no", (c) => c.success === "no"],
  ["?sentiment=positive", (c) => c.sentiment === "positive"],
  ["?success=yes&sentiment=neutral", (c) => c.success === "yes" && c.sentiment === "neutral"],
  ["?agent=agent-1&success=unclear", (c) => c.agent === "agent-1" && c.success === "unclear"],
  ["?success=no&from=2026-11-04", (c) => c.success === "no" && c.day >= "2026-11-04"],
  ["?q=cleaning&sentiment=positive", (c) => c.sentiment === "positive"],
  ["?from=2026-11-03&to=2026-11-05", (c) => c.day >= "2026-11-03" && c.day <= "2026-11-05"],
  ["?agent=agent-1&outcome=booked", (c) => c.agent === "agent-1" && c.outcome === "booked"],
  ["?agent=agent-2&from=2026-11-04", (c) => c.agent === "agent-2" && c.day >= "2026-11-04"],
  ["?number=number-0&to=2026-11-04", (c) => c.number === "number-0" && c.day <= "2026-11-04"],
  ["?outcome=missed&from=2026-11-04&to=2026-11-04", (c) => c.outcome === "missed" && c.day === "2026-11-04"],
  ["?agent=agent-1&number=number-1", (c) => c.agent === "agent-1" && c.number === "number-1"],
  ["?outcome=booked&direction=inbound", (c) => c.outcome === "booked" && c.direction === "inbound"],
  ["?q=cleaning", () => true],
  ["?tag=vip", (c) => c.tags.includes("vip")],
  ["?tag=vip&agent=agent-1", (c) => c.tags.includes("vip") && c.agent === "agent-1"],
  ["?tag=late&outcome=message", (c) => c.tags.includes("late") && c.outcome === "message"],
  [
    "?tag=vip&length=long&from=2026-11-03",
    (c) => c.tags.includes("vip") && c.talk === 200 && c.day >= "2026-11-03",
  ],
  ["?q=cleaning&tag=late", (c) => c.tags.includes("late")],
  ["?length=none", (c) => c.talk === 0],
  ["?length=longest&agent=agent-2", (c) => c.talk === 900 && c.agent === "agent-2"],
  ["?cost=low&number=number-0", (c) => c.cost === 50_000 && c.number === "number-0"],
  ["?q=cleaning+missed&agent=agent-0", (c) => c.outcome === "missed" && c.agent === "agent-0"],
  ["?q=cleaned&from=2026-11-03&to=2026-11-05", (c) => c.day >= "2026-11-03" && c.day <= "2026-11-05"],
];

describe("every call that matches is on exactly one page, newest first", () => {
  test.each(combinations)("%s", async (search, keeps) => {
    const pages = await walk(search);
    const wanted = born.filter(keeps).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(pages.flat()).toEqual(wanted);
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(50);
  });

  test("each row has its tags, in order", async () => {
    const { calls } = await person.store.calls.page(query(""), reading);
    expect(calls.map(({ tags }) => tags)).toEqual(born.slice(0, 50).map(({ tags }) => tags.toSorted()));
  });
});

test("calls with the last words of a call are those of that call, its own among them, and of no other call", async () => {
  const [one] = born;
  const pages = await walk(`?agent=agent-0&last=${one?.id}`);
  const wanted = born.filter(({ agent, said }) => agent === "agent-0" && said === one?.said);
  expect(pages.flat()).toEqual(wanted.map(({ id }) => id));
  expect((await walk(`?last=${newId()}`)).flat()).toEqual([]);
});

describe("the way back", () => {
  test.each(["", "?agent=agent-1", "?outcome=booked", "?q=cleaning", "?tag=vip", "?length=long"])(
    "from the oldest page %s leads over the same calls",
    async (search) => {
      const all = (await walk(search)).flat();
      const back: string[] = [];
      for (let cursor = "last"; ; ) {
        const page = await person.store.calls.page({ ...query(search), cursor }, reading);
        const fresh = page.calls.map(({ id }) => id).filter((id) => !back.includes(id));
        back.unshift(...fresh);
        expect(page.calls).toHaveLength(50);
        if (page.newer === null) break;
        cursor = page.newer;
      }
      expect(back).toEqual(all);
    },
  );

  test("the page before the second is the first, whole", async () => {
    const first = await person.store.calls.page(query(""), reading);
    const second = await person.store.calls.page({ ...query(""), cursor: first.older ?? "" }, reading);
    const back = await person.store.calls.page({ ...query(""), cursor: second.newer ?? "" }, reading);
    expect(back.calls).toEqual(first.calls);
    expect(back.newer).toBeNull();
    expect(back.older).toBe(first.older);
  });

  test("a cursor from elsewhere, or one that was made up, shows a page and no error", async () => {
    for (const cursor of [
      `older.${newId(0)}`,
      "last",
      `newer.${newId(0)}`,
      "no-cursor",
      "'; drop table calls; --",
    ]) {
      const page = await person.store.calls.page(query(`?cursor=${encodeURIComponent(cursor)}`), reading);
      expect(page.hasCalls).toBe(true);
    }
  });
});

describe("a page reads little more than the rows that it shows", () => {
  test.each([
    "",
    "?agent=agent-1",
    "?number=number-1",
    "?outcome=booked",
    "?direction=outbound",
    "?success=no",
    "?sentiment=positive",
    "?success=yes&from=2026-11-02&to=2026-11-07",
    "?from=2026-11-03&to=2026-11-05",
    "?agent=agent-1&outcome=booked",
    "?agent=agent-1&from=2026-11-03&to=2026-11-07",
    "?number=number-1&from=2026-11-03&to=2026-11-05",
    "?outcome=booked&from=2026-11-02&to=2026-11-07",
    "?length=long",
    "?cost=high",
    "?agent=agent-1&length=long",
    "?length=long&from=2026-11-02&to=2026-11-07",
  ])("%s, its first page and the ones after it", async (search) => {
    let cursor = "";
    for (let turn = 0; turn < 3; turn++) {
      const { page, rows } = await measured({ ...query(search), cursor });
      expect(rows).toBeLessThanOrEqual(page.calls.length + 8);
      if (page.older === null) return;
      cursor = page.older;
    }
  });

  test.each([
    "?tag=vip",
    "?tag=vip&agent=agent-1",
    "?tag=vip&outcome=booked",
    "?tag=vip&from=2026-11-02&to=2026-11-07",
  ])("%s, and as many rows of the tag's index", async (search) => {
    const { page, rows } = await measured(query(search));
    expect(page.calls).toHaveLength(50);
    expect(rows).toBeLessThanOrEqual(2 * page.calls.length + 8);
  });

  test("a search by words costs as much on its last page as on its first", async () => {
    const first = await measured(query("?q=cleaning"));
    const last = await measured({ ...query("?q=cleaning"), cursor: `older.${born[1149]?.id}` });
    expect(last.page.calls).toHaveLength(50);
    expect(last.rows).toBeLessThanOrEqual(first.rows + 6);
  });

  test("so do the oldest page and the one that leads back from it", async () => {
    const oldest = await measured({ ...query(""), cursor: "last" });
    expect(oldest.rows).toBeLessThanOrEqual(60);
    const back = await measured({ ...query(""), cursor: oldest.page.newer ?? "" });
    expect(back.rows).toBeLessThanOrEqual(60);
  });
});

/** A page, and the rows that the object read for it, as its own meter counts them. */
async function measured(asked: CallHistoryQuery): Promise<{ page: CallPage; rows: number }> {
  let rows = 0;
  const object = organizationObject({ id: person.organizationId, region: null }, env);
  const store = storeOf({
    run: async (calls) => {
      const trip = await object.run(calls);
      rows += trip.rows;
      return trip;
    },
  });
  return { page: await store.calls.page(asked, reading), rows };
}
