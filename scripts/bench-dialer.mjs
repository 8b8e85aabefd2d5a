/** Runs the simulation of the dialer in plain Node and prints its figures as lines for `npm run bench`. */
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { dialerBench } = await import("../tests/bench/dialer.bench.ts");
for (const row of dialerBench(Number(process.env.ATTEMPTS ?? 1_000_000)))
  console.log(`BENCH ${JSON.stringify(row)}`);
