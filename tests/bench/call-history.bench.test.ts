/**
 * The call history of an organization with a million calls: rows read for every filter and pair of filters, on the first
 * page and on the thousandth, as the page's own `Server-Timing` tells. `ROWS=100000` takes fewer calls, and a page that
 * is as far back among them. Prints what it measures and judges nothing.
 */
import { beforeAll, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { idRange } from "#app/calls/call-source.store.ts";
import { callHistoryQueryOf } from "#app/calls/history/call-history.schema.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { costOf, inObject, wordsOf } from "../calls/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";

const calls = Number(process.env.ROWS ?? 1_000_000);
const chunk = Math.min(50_000, calls);
const shown = 50;
const timeZone = "America/New_York";
/** 26 seconds from call to call: three hundred days. */
const apart = 26_000;
const last = Date.now() - 60_000;
const first = last - calls * apart;
const date = (at: number) => new Date(at).toISOString().slice(0, 10);
const day = 86_400_000;

let person: Person;

/** Calls as a busy organization has them: agents of unequal load, most of them answered, a quarter booked; told apart by a fixed hash. */
const insert = `
  insert into calls (id, type, direction, status, outcome, agent_id, agent_name, number_id, other_number, provider,
    provider_call_id, started_at, talk_seconds, created_at, updated_at, summary, success, sentiment, last_said, answered_at, answer_ms, cost_micros, agent_version,
    end_reason)
  with recursive n(i) as (select cast(?1 as integer) union all select i + 1 from n where i + 1 < ?1 + ${chunk}),
    c as (select i, cast(?2 as integer) + i * ${apart} as at, (i * 2654435761) % 1000 as a, (i * 40503) % 1000 as b, (i * 69069) % 100 as d from n)
  select printf('%08x-%04x-7%03x-8%03x-%012x', at >> 16, at & 65535, i & 4095, b, i), 'phone',
    iif(d < 15, 'outbound', 'inbound'), iif(b < 940, 'completed', 'no_answer'),
    case when b < 260 then 'booked' when b < 560 then 'answered' when b < 700 then 'message' when b < 780 then 'lead'
      when b < 860 then 'transferred' when b < 950 then 'no_outcome' when b < 990 then 'missed' else 'opted_out' end,
    'agent-' || case when a < 300 then 0 when a < 500 then 1 when a < 650 then 2 else 3 + a % 5 end, 'Front desk',
    'number-' || (d % 4), printf('+1415555%04d', i % 10000), 'twilio', 'CA' || i, at, iif(b >= 950, 0, 15 + b % 400), at, at, 'Asked about parking',
    case when b < 700 then 'yes' when b < 900 then 'no' when b < 950 then 'unclear' end, case when d < 20 then 'positive' when d < 90 then 'neutral' else 'negative' end,
    iif(d < 40, 'Which day suits you best, ' || (b % 200) || '?', null), at, 600 + a, b * 1500, 1 + i / (${calls} / 2),
    case when b < 500 then 'customer_hangup' when b < 940 then 'goal_reached' else 'no_answer' end
  from c`;

beforeAll(async () => {
  person = await memberOf({ organization: { time_zone: timeZone } });
  await person.store.agents.names();
  const spec = specFor("appointment_booking");
  await person.store.agents.create({ id: "agent-0", spec, created_by: person.userId, now: Date.now() });
  await inObject(person, (sql) => {
    for (let n = 1; n < 8; n++)
      sql.exec(
        "insert into agents (id, name, kind, spec, created_at, updated_at) values (?, ?, 'receptionist', '{}', 0, 0)",
        `agent-${n}`,
        `Agent ${n}`,
      );
    for (let n = 0; n < 4; n++)
      sql.exec(
        "insert into numbers (id, phone_number, country, provider, status, created_at, updated_at) values (?, ?, 'US', 'twilio', 'active', 0, 0)",
        `number-${n}`,
        `+1415555010${n}`,
      );
  });
  for (let from = 0; from < calls; from += chunk)
    await inObject(person, (sql) => sql.exec(insert, from, first));
  // What was said: a third of the calls are about one word.
  for (let from = 0; from < calls; from += chunk)
    await inObject(person, (sql) =>
      sql.exec(
        `insert into call_words (rowid, words)
         select seq, 'asked about parking and ' || iif(seq % 3 = 0, 'cleaning', 'whitening ' || seq % 997)
         from calls where seq > ? and seq <= ?`,
        from,
        from + chunk,
      ),
    );
  // Half of the calls have a tag.
  for (let from = 0; from < calls; from += chunk)
    await inObject(person, (sql) =>
      sql.exec(
        `insert into call_tags (tag, call_id, agent_id, outcome, created_at)
         select 'vip', id, agent_id, outcome, 0 from calls where seq > ? and seq <= ? and seq % 2 = 0`,
        from,
        from + chunk,
      ),
    );
}, 1_800_000);

const range = `from=${date(first + 100 * day)}&to=${date(first + 200 * day)}`;

const asked: readonly [name: string, search: string][] = [
  ["no filter", ""],
  ["agent", "agent=agent-0"],
  ["number", "number=number-1"],
  ["outcome", "outcome=booked"],
  ["direction", "direction=outbound"],
  ["success", "success=no"],
  ["mood", "sentiment=negative"],
  ["success + date", `success=yes&${range}`],
  ["date", range],
  ["agent + date", `agent=agent-0&${range}`],
  ["number + date", `number=number-1&${range}`],
  ["outcome + date", `outcome=answered&${range}`],
  ["agent + outcome", "agent=agent-0&outcome=booked"],
  ["words", "q=cleaning"],
  ["tag", "tag=vip"],
  ["tag + agent", "tag=vip&agent=agent-0"],
  ["tag + outcome", "tag=vip&outcome=booked"],
  ["tag + date", `tag=vip&${range}`],
  ["length", "length=long"],
  ["length + agent", "length=long&agent=agent-0"],
  ["length + date", `length=long&${range}`],
  ["cost", "cost=highest"],
  ["end reason", "ending=goal_reached"],
  ["end reason + date", `ending=goal_reached&${range}`],
  ["status", "ending=not_connected"],
];

/** The call after which the thousandth page begins, found the slow way. */
async function thousandth(search: string): Promise<string> {
  const query = callHistoryQueryOf(`https://app.test/?${search}`);
  const { first: from, end } = idRange(query, timeZone);
  const offset = Math.floor((calls / 1_000_000) * 999) * shown - 1;
  return inObject(person, (sql) =>
    query.q !== ""
      ? sql
          .exec<{ id: string }>(
            `select id from calls where seq = (select rowid from call_words where call_words match ? order by rowid desc limit 1 offset ?)`,
            query.q,
            offset,
          )
          .one().id
      : sql
          .exec<{ id: string }>(
            `select id from calls where id >= ?1 and id < ?2 and agent_id = ifnull(?3, agent_id) and number_id = ifnull(?4, number_id)
               and outcome = ifnull(?5, outcome) and direction = ifnull(?6, direction)
               and ifnull(success, '') = ifnull(?7, ifnull(success, '')) and sentiment = ifnull(?8, sentiment)
               and length_class = ifnull(?10, length_class) and cost_class = ifnull(?11, cost_class)
               and (?13 is null or end_reason = ?13 or status_group = ?13)
               and (?12 is null or id in (select call_id from call_tags where tag = ?12)) order by id desc limit 1 offset ?9`,
            from ?? firstIdAt(0),
            end ?? "g",
            query.agent,
            query.number,
            query.outcome,
            query.direction,
            query.success,
            query.sentiment,
            offset,
            query.length,
            query.cost,
            query.tag,
            query.ending,
          )
          .one().id,
  );
}

/** Loads a page three times and reports the rows of the last and the median time that its trip to the object took. */
async function measure(figure: string, path: string, budget: string): Promise<void> {
  const times: number[] = [];
  let rows = 0;
  let found = 0;
  for (let turn = 0; turn < 3; turn++) {
    const response = await person.get(path);
    const html = await response.text();
    found = new Set(html.match(/href="\/call-history\/[0-9a-f-]{36}/g)).size;
    const cost = costOf(response);
    rows = (cost.object_rows ?? 0) + (cost.rows ?? 0);
    times.push(
      Number(/objects;desc="\d+";dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1]),
    );
  }
  expect(found).toBe(shown);
  const report = (line: object) => console.log(`\nBENCH ${JSON.stringify(line)}`);
  report({ figure, value: rows, unit: `rows read, ${found} shown`, budget });
  report({ figure: `${figure}: trip to the object`, value: times.sort((a, b) => a - b)[1], unit: "ms" });
}

test.each(asked)(
  "%s",
  async (name, search) => {
    const path = `/call-history?${search}`;
    // A word costs its entry in the index and the call: the promise is about filters.
    // A tag has an index of its own: its entry is a row more.
    const budget = name === "words" ? "" : `≤ ${(name.startsWith("tag") ? 3 : 2) * shown}`;
    await measure(`call history of ${calls}, ${name}, page 1`, path, budget);
    const cursor = await thousandth(search);
    await measure(
      `call history of ${calls}, ${name}, page ${Math.floor(calls / 1000)}`,
      `${path}&cursor=older.${cursor}`,
      budget,
    );
  },
  600_000,
);

/** The agent with the most calls took almost 100,000 in ninety days. */
test.each([7, 30, 90])(
  "analytics of %i days",
  async (range) => {
    const times: number[] = [];
    let words = "";
    let rows = 0;
    for (let turn = 0; turn < 3; turn++) {
      const response = await person.get(`/agents/agent-0/analytics?range=${range}`);
      words = wordsOf(await response.text());
      rows = costOf(response).object_rows ?? 0;
      times.push(
        Number(/objects;desc="\d+";dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1]),
      );
    }
    const counted = /Calls ([\d,]+) \d+% answered/.exec(words)?.[1];
    expect(counted).toBeDefined();
    const figure = `analytics of an agent of ${calls} calls, ${range} days`;
    const report = (line: object) => console.log(`\nBENCH ${JSON.stringify(line)}`);
    report({ figure, value: rows, unit: `rows read, ${counted} calls` });
    report({ figure: `${figure}: trip to the object`, value: times.sort((a, b) => a - b)[1], unit: "ms" });
  },
  600_000,
);
