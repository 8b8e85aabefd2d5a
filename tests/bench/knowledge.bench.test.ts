/** A search in an organization with ten thousand passages, timed inside its object. Prints what it measures and judges nothing. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { expect, test } from "vitest";
import { search } from "#app/knowledge/knowledge.store.ts";
import { memberOf } from "../support/people.ts";

const passages = 10_000;
const sources = 100;
const rounds = 40;

const subjects =
  "parking insurance whitening deposits cancellation children pets language warranty delivery".split(" ");
const words =
  "the clinic opens every morning and patients who arrive early may wait in the hall where tea is served until their appointment begins with a short talk about prices times rooms and what to bring along".split(
    " ",
  );

/** A passage of about six hundred characters, told apart by a fixed hash. */
function passage(n: number): string {
  const told = Array.from(
    { length: 90 },
    (_, at) => words[(n * 31 + at * 17 + ((n * at) % 13)) % words.length],
  );
  return `${subjects[n % subjects.length]} ${told.join(" ")} number${n}`;
}

const questions = [
  "is there parking behind the building",
  "what does whitening cost",
  "how early may patients arrive for an appointment",
  "what should I bring to my appointment in the morning",
  "number7345",
  "do you have a swimming pool",
];

test("a search over ten thousand passages", async () => {
  const owner = await memberOf();
  await owner.store.knowledge.list();
  const taken: number[] = [];
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    const { sql } = storage;
    storage.transactionSync(() => {
      for (let n = 0; n < sources; n++)
        sql.exec(
          "insert into knowledge_sources (id, kind, title, state, passages, agent_ids, created_at, updated_at) values (?, 'file', ?, 'ready', 100, ?, 0, 0)",
          `s${n}`,
          `Handbook ${n}`,
          n % 2 === 0 ? null : '["agent-1"]',
        );
      for (let n = 0; n < passages; n++)
        sql.exec(
          "insert into knowledge_passages (source_id, place, title, heading, text) values (?, ?, ?, ?, ?)",
          `s${n % sources}`,
          Math.floor(n / sources),
          `Handbook ${n % sources}`,
          `Chapter ${n % 40}`,
          passage(n),
        );
    });
    const db = drizzle(storage);
    expect(search(db, { question: "number7345", agent_id: null, limit: 3 })).toHaveLength(1);
    for (let round = 0; round < rounds; round++)
      for (const question of questions) {
        const start = performance.now();
        for (let n = 0; n < 5; n++) search(db, { question, agent_id: "agent-1", limit: 3 });
        taken.push((performance.now() - start) / 5);
      }
  });
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  for (const [name, share] of [
    ["median", 0.5],
    ["p95", 0.95],
  ] as const)
    console.log(
      `BENCH ${JSON.stringify({ figure: `knowledge search over ${passages} passages, ${name}`, value: at(share), unit: "ms", budget: "< 10" })}`,
    );
}, 300_000);
