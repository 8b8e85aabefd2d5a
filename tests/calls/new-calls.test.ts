/** What an open list of calls reads when a call ends: the calls that meet it, once, and for members who may see them. */
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { costOf, ended, finishedCall, inObject, noonZone } from "./arrange.ts";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/call-history");
}, 180_000);

type News = {
  after: number;
  asked: string;
  calls: { id: string; who: string; number: string | null }[] | null;
  sentence: string | null;
};

async function news(person: Person, search: string): Promise<News> {
  const answer = await person.get(`/call-history/new?${search}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

const lastOf = async (person: Person): Promise<number> =>
  Number((await rows(person, "select max(seq) as seq from calls"))[0]?.seq ?? 0);

const idsOf = ({ calls }: News) => calls?.map(({ id }) => id);

test("calls that ended since are told newest first, however long they took, and those alone that meet the filters", async () => {
  const time_zone = noonZone();
  const owner = await memberOf({ organization: { time_zone } });
  await ended(owner, finishedCall({ time_zone }));
  const after = await lastOf(owner);
  expect(await news(owner, `after=${after}`)).toMatchObject({ after, asked: "", calls: [] });
  const now = Date.now();
  const short = finishedCall({ time_zone, started_at: now - 60_000, outcome: "booked", talk_seconds: 20 });
  // It began before the others, and ended after them.
  const long = finishedCall({
    time_zone,
    started_at: now - 1_200_000,
    talk_seconds: 900,
    summary: "Asked about braces",
  });
  await ended(owner, short, long);
  await owner.post(`/call-history/${long.id}`, { do: "add_tag", tag: "vip" });
  const told = await news(owner, `after=${after}`);
  expect(idsOf(told)).toEqual([short.id, long.id]);
  expect(told.sentence).toBe("3 calls today, all answered.");
  for (const [search, wanted] of [
    ["outcome=booked", [short.id]],
    ["length=longest", [long.id]],
    ["agent=agent-front-desk&direction=inbound", [short.id, long.id]],
    ["agent=agent-none", []],
    ["tag=vip", [long.id]],
    ["q=braces", [long.id]],
    ["q=%22", []],
    ["from=2020-01-01&to=2020-02-01", []],
  ] as const) {
    const found = await news(owner, `${search}&after=${after}&shown=1`);
    expect(idsOf(found), search).toEqual(wanted);
    expect(found.sentence, search).toBe(
      `${1 + wanted.length} matching call${wanted.length === 0 ? "" : "s"}.`,
    );
  }
  // A page that shows a part of what matches keeps its sentence.
  expect((await news(owner, `outcome=booked&after=${after}`)).sentence).toBeNull();
  expect(idsOf(await news(owner, `after=${await lastOf(owner)}`))).toEqual([]);
});

test("a member who may not read who called is told no person, and finds none by words or tags", async () => {
  const owner = await memberOf();
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const call = finishedCall({ caller_name: "Anna Berg", other_number: "+12125550147" });
  await ended(owner, call);
  expect((await news(owner, "after=0")).calls?.[0]).toMatchObject({ who: "Anna Berg" });
  for (const search of ["after=0", "after=0&q=nothing", "after=0&tag=nothing"]) {
    const told = await news(viewer, search);
    expect(idsOf(told), search).toEqual([call.id]);
    expect(JSON.stringify(told)).not.toMatch(/Anna|0147/);
  }
  const stranger = await memberOf();
  expect(idsOf(await news(stranger, "after=0"))).toEqual([]);
});

test("it reads what is new and no more, and a list that is too old is read anew", async () => {
  const owner = await memberOf();
  await ended(owner, finishedCall());
  const first = Date.now() - 100_000_000;
  await inObject(owner, (sql) => {
    for (let n = 0; n < 600; n++)
      sql.exec(
        `insert into calls (id, type, direction, status, outcome, agent_id, agent_name, provider, provider_call_id, started_at, created_at, updated_at)
         values (?, 'phone', 'inbound', 'completed', 'answered', 'agent-1', 'Front desk', 'twilio', ?, ?, 0, 0)`,
        newId(first + n * 1000),
        `CA${n}`,
        first + n * 1000,
      );
  });
  const last = await lastOf(owner);
  expect((await news(owner, "after=0")).calls).toBeNull();
  expect((await news(owner, "after=-1&shown=x")).calls).toBeNull();
  const answer = await owner.get(`/call-history/new?outcome=answered&after=${last - 5}`);
  const told: News = await answer.json();
  expect(told.calls).toHaveLength(5);
  expect(costOf(answer).object_rows).toBeLessThan(30);
});
