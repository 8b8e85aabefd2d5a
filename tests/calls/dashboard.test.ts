/** /dashboard through the front door: a new organization's first steps, then what its calls add up to. */
import { beforeAll, describe, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { ended, finishedCall, inObject, noonZone, wordsOf } from "./arrange.ts";

const minute = 60_000;
const day = 86_400_000;

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

async function dashboard(person: Person, search = ""): Promise<{ html: string; words: string }> {
  const response = await person.get(`/dashboard${search}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  return { html, words: wordsOf(html) };
}

const memberAtNoon = () => memberOf({ organization: { time_zone: noonZone() } });

describe("a new organization", () => {
  test("is led from an agent to a number to the first call, one press at a time", async () => {
    const person = await memberAtNoon();
    const first = await dashboard(person);
    expect(first.words).toContain("Get your phone answered");
    expect(first.words).toContain("Three steps to your first answered call.");
    expect(first.html).toContain('href="/agents/new"');
    expect(first.html).not.toContain('href="/numbers/search"');
    expect(first.words).not.toContain("Latest calls");

    const id = newId();
    await person.store.agents.create({
      id,
      spec: specFor("receptionist"),
      created_by: person.userId,
      now: Date.now(),
    });
    const second = await dashboard(person);
    expect(second.words).toContain("Two steps to your first answered call.");
    expect(second.html).toContain('href="/numbers/search"');

    await inObject(person, (sql) =>
      sql.exec(
        `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
         values ('n1', '+14155550100', 'US', 'twilio', 'active', 0, 0)`,
      ),
    );
    const third = await dashboard(person);
    expect(third.words).toContain("Assign your number to an agent");
    expect(third.html).not.toContain('href="/numbers/search"');

    await inObject(person, (sql) => sql.exec("update numbers set agent_id = ?", id));
    const fourth = await dashboard(person);
    expect(fourth.words).toContain("One step to your first answered call.");
    expect(fourth.words).toContain("Call +1 415 555 0100 from any phone.");
    expect(fourth.html.match(/aria-label="Done"/g)).toHaveLength(2);
    expect(fourth.words).toContain("Live now 0 calls of 25 lines No calls right now.");
    expect(fourth.words).toContain("Your calls will appear here");

    await ended(person, finishedCall());
    const last = await dashboard(person);
    expect(last.words).not.toContain("Get your phone answered");
    expect(last.words).toContain("Latest calls");
  });

  test("offers nobody what they may not do", async () => {
    const founder = await memberAtNoon();
    const viewer = await memberOf({ role: "viewer", organizationId: founder.organizationId });
    const { html } = await dashboard(viewer);
    expect(html).not.toContain('href="/agents/new"');
    expect(html).not.toContain('href="/numbers/search"');
  });
});

describe("what the calls add up to", () => {
  async function busy(): Promise<Person> {
    const person = await memberAtNoon();
    const time_zone = noonZone();
    const now = Date.now();
    const call = (age: number, wanted: Parameters<typeof finishedCall>[0] = {}) =>
      finishedCall({ started_at: now - age, time_zone, ...wanted });
    const missed = { outcome: "missed", answered_at: null, talk_seconds: 0 } as const;
    await ended(
      person,
      // Today: four of five answered, two booked, six minutes.
      call(4 * minute, { outcome: "booked", talk_seconds: 90 }),
      call(9 * minute, { outcome: "booked", talk_seconds: 90 }),
      call(20 * minute, { talk_seconds: 90 }),
      call(30 * minute, { talk_seconds: 90 }),
      call(40 * minute, missed),
      // A week ago: two by this time of day, one of them missed, and two more later that day.
      call(7 * day + 5 * minute),
      call(7 * day + 9 * minute, missed),
      call(7 * day - 60 * minute),
      call(7 * day - 90 * minute),
      call(20 * day),
    );
    return person;
  }

  test("today stands against the same weekday by this time, in words and numbers", async () => {
    const { words } = await dashboard(await busy());
    expect(words).toContain("Your agents answered 4 of 5 calls today and booked 2 appointments.");
    expect(words).toMatch(/Calls 5 \+150% vs\. last \w+day at this time/);
    expect(words).toMatch(/Answered 80% \+5 pts vs\. last \w+day/);
    expect(words).toContain("Booked 2 50% of answered calls");
    expect(words).toContain("Minutes 6 1 min 30 s average");
  });

  test("seven and thirty days stand against as many before", async () => {
    const person = await busy();
    const week = await dashboard(person, "?range=7");
    expect(week.words).toContain("Your agents answered 4 of 5 calls in the last 7 days");
    expect(week.words).toContain("Calls 5 +25% vs. previous 7 days");
    const month = await dashboard(person, "?range=30");
    expect(month.words).toContain("Your agents answered 8 of 10 calls in the last 30 days");
    expect((await dashboard(person, "?range=nonsense")).words).toContain("calls today");
  });

  test.each([
    ["", 14],
    ["?range=7", 7],
    ["?range=30", 30],
  ])(
    "the chart of the range %j shows %i days, and each day with calls leads to them",
    async (range, days) => {
      const { html, words } = await dashboard(await busy(), range);
      expect(words).toContain(`Calls, last ${days} days`);
      expect(html).toContain(`aria-label="Calls per day, last ${days} days: `);
      const said = [...html.matchAll(/aria-label="(\w+day, \w+ \d+: [^"]+)"/g)].map(([, words]) => words);
      expect(said).toHaveLength(days);
      expect(said.at(-1)).toMatch(/: 5 calls, 4 answered, 2 booked$/);
      const led = [...html.matchAll(/href="\/call-history\?from=([\d-]+)&amp;to=([\d-]+)"/g)];
      expect(led.length).toBeGreaterThan(0);
      expect(led.length).toBe(said.filter((words) => !words?.includes("no calls")).length);
      for (const [, from, to] of led) expect(from).toBe(to);
    },
  );

  test("the latest calls lead to their scripts", async () => {
    const person = await memberAtNoon();
    const call = finishedCall({ caller_name: "Elena Sorokina", started_at: Date.now() - 26 * minute });
    await ended(person, call);
    const { html, words } = await dashboard(person);
    expect(words).toMatch(/Elena Sorokina \+1 [\d ]+ Asked about parking Answered 26 min ago/);
    expect(html).toContain(`href="/call-history/${call.id}"`);
  });

  test("/dash and /analytics show the same page", async () => {
    const person = await busy();
    for (const path of ["/dash", "/analytics"])
      expect(wordsOf(await (await person.get(path)).text())).toContain("answered 4 of 5 calls today");
  });
});

describe("what wants an answer", () => {
  test("a question nobody could answer leads to its agent's knowledge with the question in hand", async () => {
    const person = await memberAtNoon();
    const id = newId();
    await person.store.agents.create({
      id,
      spec: { ...specFor("receptionist"), name: "Lea" },
      created_by: person.userId,
      now: Date.now(),
    });
    const question = "Do you take <b>Delta Dental</b> & Co?";
    for (const call_id of ["c1", "c2"])
      await person.store.questions.note({ agent_id: id, call_id, question, now: Date.now() });
    await ended(person, finishedCall({ agent_id: id }));
    const { html, words } = await dashboard(person);
    expect(words).toContain("&lt;b&gt;Delta Dental&lt;/b&gt;");
    expect(words).toContain("Asked 2 times · Lea");
    const [, href = ""] = /href="(\/agents\/[^"]*add_knowledge[^"]*)"/.exec(html) ?? [];
    const address = new URL(href.replaceAll("&amp;", "&"), "https://app.test");
    expect(address.pathname).toBe(`/agents/${id}`);
    expect(address.searchParams.get("add_knowledge")).toBe(question);
    expect(address.hash).toBe("#knowledge");

    const viewer = await memberOf({ role: "viewer", organizationId: person.organizationId });
    expect((await dashboard(viewer)).html).not.toContain("add_knowledge");
  });

  test("a question that several agents could not answer stands once, and leads to the one that was asked most", async () => {
    const person = await memberAtNoon();
    const agents = ["Lea", "Max"].map((name) => ({ id: newId(), name }));
    for (const { id, name } of agents)
      await person.store.agents.create({
        id,
        spec: { ...specFor("receptionist"), name },
        created_by: person.userId,
        now: Date.now(),
      });
    const [lea, max] = agents.map(({ id }) => id);
    const asked = [
      [lea, "c1", "do you take Delta Dental"],
      [max, "c2", "Do you take any Delta Dental"],
      [max, "c3", "do you take Delta Dental"],
      [lea, "c4", "is there a bus stop"],
    ] as const;
    for (const [agent_id = "", call_id, question] of asked)
      await person.store.questions.note({ agent_id, call_id, question, now: Date.now() });
    await ended(person, finishedCall());
    const { html, words } = await dashboard(person);
    expect(words.match(/Delta Dental\?/g)).toHaveLength(1);
    expect(words).toMatch(/Delta Dental\? +Asked 3 times · Max, Lea/);
    expect(words).toMatch(/Is there a bus stop\? +Asked once · Lea/);
    expect(html).toContain(`href="/agents/${max}?add_knowledge=Do+you+take+any+Delta+Dental%3F`);
  });

  test("the next appointments stand in the organization's own time, past ones do not", async () => {
    const time_zone = noonZone();
    const person = await memberOf({ organization: { time_zone } });
    const call = finishedCall();
    await ended(person, call);
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    await inObject(person, (sql) => {
      for (const [name, at] of [
        ["Paula Past", hour - 24 * 3_600_000],
        ["Nora Next", hour + 3 * 3_600_000],
      ] as const)
        sql.exec(
          `insert into bookings (id, starts_at, ends_at, kind, name, status, call_id, created_at, updated_at)
           values (?, ?, ?, 'Cleaning', ?, 'booked', ?, 0, 0)`,
          name,
          at,
          at + 30 * minute,
          name,
          call.id,
        );
    });
    const { words } = await dashboard(person);
    expect(words).toMatch(/Nora Next Cleaning \w+day, \w+ \d+ ?: today, 3:00 to 3:30 pm/);
    expect(words).not.toContain("Paula Past");
  });
});
