/** What the pages of the main path may cost, as their own `Server-Timing` header counts it: trips and rows, never time. */
import { beforeAll, expect, test } from "vitest";
import { agentOf } from "../agents/editor-client.ts";
import { costOf, ended, finishedCall } from "../calls/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";
import { bought } from "../telephony/buyer.ts";
import { numberForSale } from "../telephony/carrier.ts";

/** At work: two agents, a number that one of them answers, calls that it took; and colleagues. */
let owner: Person;
let pages: readonly string[];

beforeAll(async () => {
  owner = await memberOf();
  const agent = await agentOf(owner);
  await agentOf(owner);
  await bought(owner, await numberForSale("415"), agent);
  const calls = Array.from({ length: 12 }, () => finishedCall({ agent_id: agent }));
  await ended(owner, ...calls);
  for (const role of ["owner", "admin", "viewer"] as const)
    await memberOf({ role, organizationId: owner.organizationId });
  pages = [
    "/dashboard",
    "/agents",
    "/agents/new",
    `/agents/${agent}`,
    "/numbers",
    "/numbers/protection",
    "/call-transfer",
    "/numbers/search",
    "/numbers/search?area_code=415",
    "/call-history",
    "/call-history?outcome=answered",
    `/call-history/${calls[0]?.id}`,
  ];
}, 180_000);

/** A page costs at most this much, by the metrics of the header. */
const most = { d1: 2, rows: 10, kv: 2, objects: 1 };

/** A search for numbers spends from its limit first, and then asks who pays for them. */
const mostOf = (path: string) => (path.startsWith("/numbers/search") ? { ...most, d1: 3, rows: 20 } : most);

async function withinBudget(person: Person, path: string): Promise<void> {
  const answer = await person.get(path);
  expect(answer.status, path).toBe(200);
  const cost = costOf(answer);
  for (const [metric, budget] of Object.entries(mostOf(path))) {
    expect(cost, path).toHaveProperty(metric);
    expect(cost[metric], `${metric} of ${path}`).toBeLessThanOrEqual(budget);
  }
}

test("every page of the main path costs two trips to the database, ten rows, two cache reads and one trip to the organization", async () => {
  const asData = (page: string) => page.replace(/^[^?]*/, "$&.data");
  for (const page of pages)
    for (const path of [page, page, asData(page), page]) await withinBudget(owner, path);
});

test("so does what a member may see of it", async () => {
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  for (const path of pages.filter((one) => !one.startsWith("/numbers/search")))
    for (const _ of [1, 2]) await withinBudget(member, path);
});

test("pages about people and organizations cost two trips, eleven rows and two for each member", async () => {
  // The owner, the three colleagues, and the member whose pages the test before reads.
  const members = 5;
  for (const path of ["/users", "/security", "/profile", "/organizations"]) {
    for (const [person, howMany] of [
      [await memberOf(), 1],
      [owner, members],
    ] as const) {
      const cost = costOf(await person.get(path));
      expect(cost.d1, path).toBeLessThanOrEqual(2);
      expect(cost.rows, `${path} with ${howMany}`).toBeLessThanOrEqual(11 + 2 * howMany);
    }
  }
});
