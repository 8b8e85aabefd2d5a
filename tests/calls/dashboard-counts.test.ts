/** What the dashboard counts: by agent, number, outcome and hour; earlier calls; and a client's days for its agency. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import type { DashboardAsked } from "#app/calls/dashboard/dashboard-words.ts";
import { newId } from "#app/platform/id.ts";
import { agencyOwner, clientOf } from "../clients/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { ended, finishedCall, inObject } from "./arrange.ts";

const timeZone = "America/New_York";
const day = 86_400_000;
const reading = () => ({ now: Date.now(), timeZone, locale: "en-US" });
const asked = (wanted: Partial<DashboardAsked> = {}): DashboardAsked => ({
  range: "30",
  agent: null,
  number: null,
  ...wanted,
});
const owner = () => memberOf({ organization: { time_zone: timeZone } });
const counts = (person: Person, wanted: Partial<DashboardAsked> = {}) =>
  person.store.dashboard.counts(asked(wanted), reading(), true);
const shownAs = (counted: Awaited<ReturnType<typeof counts>>, label: string) =>
  counted.figures.find((figure) => figure.label === label)?.value;
const page = async (person: Person, query = "") =>
  pageText(await (await person.get(`/dashboard?range=30${query}`)).text());

/** Three calls of two agents and two numbers, yesterday. */
async function threeCalls(person: Person): Promise<void> {
  const started_at = Date.now() - day;
  const cost_items = [
    {
      what: "carrier" as const,
      quantity: 2,
      unit: "minute" as const,
      unit_price_micros: 50_000,
      cost_micros: 100_000,
    },
  ];
  await ended(
    person,
    finishedCall({ started_at, outcome: "booked", agent_id: "a1", number_id: "n1", cost_items }),
    finishedCall({ started_at, outcome: "answered", agent_id: "a1", number_id: "n2", cost_items }),
    finishedCall({
      started_at,
      outcome: "missed",
      agent_id: "a2",
      number_id: "n2",
      answered_at: null,
      talk_seconds: 0,
    }),
  );
}

describe("calls are counted", () => {
  test("by outcome and by hour, with the calls behind each figure", async () => {
    const person = await owner();
    await threeCalls(person);
    const counted = await counts(person);
    expect(counted.outcomes.map(({ label, value }) => [label, value])).toEqual([
      ["Booked", "1 · 33%"],
      ["Answered", "1 · 33%"],
      ["Missed", "1 · 33%"],
    ]);
    expect(counted.outcomes[0]?.to).toMatch(/^\/call-history\?from=[\d-]+&to=[\d-]+&outcome=booked$/);
    expect(counted.hours?.cells).toHaveLength(1);
    expect(counted.hours?.label).toMatch(/3 in all\. Busiest: \w+, .+: 3 calls/);
    expect(shownAs(counted, "Cost")).toBe("$0.20");
    expect(counted.isCounting).toBe(false);
  });

  test.each([
    [{ agent: "a1" }, "2", "$0.20", ["Booked", "Answered"]],
    [{ number: "n2" }, "2", "$0.10", ["Answered", "Missed"]],
    [{ agent: "a1", number: "n2" }, "1", "$0.10", ["Answered"]],
    [{ agent: "nobody" }, "0", "$0.00", []],
  ])("of %o alone", async (wanted, calls, cost, outcomes) => {
    const person = await owner();
    await threeCalls(person);
    const counted = await counts(person, wanted);
    expect(shownAs(counted, "Calls")).toBe(calls);
    expect(shownAs(counted, "Cost")).toBe(cost);
    expect(counted.outcomes.map(({ label }) => label)).toEqual(outcomes);
    const [figure] = counted.figures;
    for (const [name, value] of Object.entries(wanted)) expect(figure?.to).toContain(`${name}=${value}`);
  });

  test("once when a lost call's end comes after all", async () => {
    const person = await owner();
    const call = finishedCall({ started_at: Date.now() - day, outcome: "booked" });
    await ended(
      person,
      { ...call, outcome: "no_outcome", end_reason: "lost", ended_by: "error", talk_seconds: 0 },
      call,
      call,
    );
    const counted = await counts(person);
    expect(counted.outcomes.map(({ label, value }) => [label, value])).toEqual([["Booked", "1 · 100%"]]);
    expect(shownAs(counted, "Minutes")).toBe("2");
  });

  test("from before they were counted, in the background, each once", async () => {
    const person = await owner();
    await threeCalls(person);
    await inObject(person, (sql) => {
      sql.exec("delete from call_outcome_days");
      sql.exec("delete from call_hour_days");
      sql.exec("insert into settings (name, value) select 'call_counts_left', max(seq) from calls");
    });
    await threeCalls(person);
    const first = await counts(person);
    expect(first.isCounting).toBe(true);
    expect(first.outcomes.map(({ value }) => value.split(" ")[0])).toEqual(["1", "1", "1"]);
    await vi.waitFor(async () => {
      await runDurableObjectAlarm(env.ORGANIZATION.getByName(person.organizationId));
      expect((await counts(person)).isCounting).toBe(false);
    });
    const all = await counts(person);
    expect(all.outcomes.map(({ value }) => value.split(" ")[0])).toEqual(["2", "2", "2"]);
    expect(all.hours?.label).toContain("6 in all");
  });
});

test("what an address can't mean asks for everything", async () => {
  const person = await owner();
  await threeCalls(person);
  expect(await page(person, "&agent=%3Cscript%3E&number=..%2F&client=x")).toMatch(/2 of 3 calls/);
});

test("what needs a hand stands above the figures", async () => {
  const person = await owner();
  await ended(
    person,
    finishedCall({ outcome: "missed", status: "rejected", end_reason: "concurrency", answered_at: null }),
  );
  const text = await page(person);
  expect(text).toContain("Needs attention");
  expect(text).toMatch(/: 1 call in the last 24 hours/);
});

describe("an agency", () => {
  test("sees a client's counted days, without words and persons", async () => {
    const agency = await agencyOwner();
    const client = await clientOf(agency, { name: "Harbor Dental" });
    await ended(
      client,
      finishedCall({ summary: "Asked about the secret garden", other_number: "+14155550177" }),
    );
    const text = await page(agency, `&client=${client.organizationId}`);
    expect(text).toContain("Its agents answered 1 call in the last 30 days");
    expect(text).not.toContain("secret garden");
    expect(text).not.toContain("555 0177");
    expect(await page(agency)).not.toContain("answered 1 call");
  });

  test.each(["another agency's client", "no client at all"])("sees nothing of %s", async (whose) => {
    const agency = await agencyOwner();
    await clientOf(agency, { name: "Harbor Dental" });
    const other = await agencyOwner();
    const id =
      whose === "no client at all" ? newId() : (await clientOf(other, { name: "Bay Dental" })).organizationId;
    expect((await agency.get(`/dashboard?client=${id}`)).status).toBe(404);
  });

  test("is the only one that can ask for a client", async () => {
    const agency = await agencyOwner();
    const client = await clientOf(agency, { name: "Harbor Dental" });
    const stranger = await owner();
    await ended(client, finishedCall());
    expect(await page(stranger, `&client=${client.organizationId}`)).not.toContain("Harbor Dental");
  });
});
