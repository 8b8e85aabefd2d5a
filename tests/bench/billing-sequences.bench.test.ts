/** Ten thousand random lives of subscriptions against the simulated Stripe, or a part of them: scripts/bench-billing.mjs runs the parts side by side. Prints what fails. */
import { beforeAll, expect, test, vi } from "vitest";
import { atOnce, people, runBatch, sequences, shown } from "../billing/sequence-batch.ts";
import { sellPlans } from "../billing/subscribing.ts";
import { deliver } from "../support/stripe.ts";

const seed = Number(process.env.SEED ?? "20261127");
const all = Number(process.env.SEQUENCES ?? "10000");
/** "1/3": the second of three parts. */
const [part = 0, parts = 1] = (process.env.PART ?? "0/1").split("/").map(Number);
const count = Math.ceil(all / parts);
const hours_ms = 8 * 3_600_000;

/** What the product logs of thousands of refused cards would fill the answer. */
const hush = () => {
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
};

beforeAll(async () => {
  hush();
  await deliver({ mode: "held" });
  await sellPlans();
});

test("random lives end as Stripe says, and are billed as they were recorded", {
  timeout: hours_ms,
}, async () => {
  const persons = await people();
  const start = performance.now();
  let failures = 0;
  for (let done = 0, batch = 0; done < count; batch += 1) {
    const some = Math.min(atOnce, count - done);
    const failed = await runBatch(persons, sequences(some, seed + part * 1_000_003 + batch), batch);
    for (const one of failed) console.log(`FAILED\n${shown(one)}\n`);
    failures += failed.length;
    done += some;
    const each = (performance.now() - start) / 1000 / done;
    console.log(`PROGRESS ${JSON.stringify({ part, done, count, failures, seconds_each: each })}`);
  }
  expect(failures).toBe(0);
});
