/** Random lives of subscriptions: in the end we say what Stripe says, and what was used is what was billed. */
import { beforeAll, expect, test } from "vitest";
import { deliver } from "../support/stripe.ts";
import { people, runBatch, sequences, shown } from "./sequence-batch.ts";
import { sellPlans } from "./subscribing.ts";

const seed = Number(process.env.SEED ?? "20261127");
const count = Number(process.env.SEQUENCES ?? "30");

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test(`R28, R29: ${count} random sequences (SEED=${seed}) end as Stripe says`, async () => {
  const all = sequences(count, seed);
  const persons = await people(count);
  const failures = await runBatch(persons, all, 0);
  expect(failures.map(shown).join("\n\n")).toBe("");
}, 300_000);
