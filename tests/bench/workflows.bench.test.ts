/** A burst of events to workflows: every one is run, kept for later or dropped with a reason: `npm run bench -- workflows`. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import { callFinished } from "../support/outbox.ts";
import { memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { graphOf, withoutWaits, workflowOn } from "../workflows/arrange.ts";

const inBurst = Number(process.env.ROWS ?? "1000");
const inMinute = 10_000;

const print = (figure: string, value: number, unit: string, budget: string): void =>
  console.log(`\nBENCH ${JSON.stringify({ figure, value, unit, budget })}`);

/** Calls that end, as the outbox hands them to the queue. */
async function burst(owner: Person, many: number): Promise<void> {
  for (let from = 0; from < many; from += 50)
    await env.FACTS.sendBatch(
      Array.from({ length: Math.min(50, many - from) }, (_, i) => {
        const other_number = `+1415${String(2_000_000 + from + i)}`;
        const fact = callFinished(owner.organizationId, { other_number, booked: false }, newId());
        return { body: { ...fact, created_at: Date.now() } };
      }),
    );
}

/** How many runs there are in each state. */
async function states(owner: Person): Promise<Map<string, number>> {
  const found = await rows(owner, "select status, count(*) as n from workflow_runs group by status");
  return new Map(found.map(({ status, n }) => [String(status), Number(n)]));
}

const settled = (owner: Person, many: number) =>
  vi.waitFor(
    async () => {
      const all = await states(owner);
      const open = ["queued", "running", "waiting"].reduce((sum, one) => sum + (all.get(one) ?? 0), 0);
      const there = [...all.values()].reduce((sum, n) => sum + n, 0);
      if (there < many || open > 0) throw new Error(`${there} of ${many}, ${open} open`);
      return all;
    },
    { timeout: 1_700_000, interval: 500 },
  );

test("runs from one burst", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({
    organization: { subscription_status: "active", subscription_tier: "growth" },
  });
  await workflowOn(owner, graphOf("call_ended", [["stop", {}]]));
  const start = performance.now();
  await burst(owner, inBurst);
  const all = await settled(owner, inBurst);
  const seconds = (performance.now() - start) / 1000;
  expect(all.get("done")).toBe(inBurst);
  print("workflow starts of one burst that were lost", inBurst - (all.get("done") ?? 0), "runs", "= 0");
  print(`${inBurst} runs from one burst, begun and over`, seconds, "s", "");
}, 1_800_000);

test("ten thousand events", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  await workflowOn(owner, graphOf("call_ended", [["stop", {}]]));
  const month = new Date().toISOString().slice(0, 7);
  // The plan's month has room for a hundred.
  await rows(owner, `insert into workflow_months (month, runs) values ('${month}', 900)`);
  const start = performance.now();
  await burst(owner, inMinute);
  const all = await settled(owner, inMinute);
  print(`${inMinute} events: runs that were done`, all.get("done") ?? 0, "runs", "= 100");
  print(`${inMinute} events: kept for later, with the reason`, all.get("limited") ?? 0, "runs", "= 9900");
  print(`${inMinute} events until all are settled`, (performance.now() - start) / 1000, "s", "");
}, 1_800_000);
