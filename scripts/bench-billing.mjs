/**
 * Measures billing: what a look at the plan, an event and a run of cron cost, what the webhook loads, and how ten thousand
 * random lives of subscriptions end. `SEQUENCES=500` runs fewer, `SEED=1` others.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, relative } from "node:path";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { build } = await import("./local-server.mjs");
const { root, run } = await import("./processes.mjs");

const print = (figure, value, unit, limit) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget: limit })}`);

const server = join(root, "build", "server");

/** The modules that an entry loads before it runs: what it imports, not what it may import later. */
function loadedBy(entry, seen = new Set()) {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(entry, "utf8");
  for (const [, path] of text.matchAll(/(?:^|[;\n])\s*(?:import|export)\b[^;'"()]*["'](\.[^"']+)["']/g))
    loadedBy(join(dirname(entry), path), seen);
  return seen;
}

/** What the webhook's handler adds to a Worker that has started. */
function weighWebhook() {
  const [, name] = /import\("\.\/(assets\/stripe-webhook-[\w-]+\.js)"\)/.exec(entryText()) ?? [];
  if (!name) throw new Error("build/server/index.js does not load the webhook's handler");
  const all = [...loadedBy(join(server, name))];
  const isReact = (path) =>
    /react\.(?:element|transitional\.element)|__CLIENT_INTERNALS|react-router/i.test(
      readFileSync(path, "utf8"),
    );
  const react = all.filter(isReact).map((path) => relative(server, path));
  if (react.length > 0) console.error(`React is in ${react.join(", ")}`);
  print("webhook: chunks that its handler loads", all.length, "chunks");
  print("webhook: of them with React", react.length, "chunks", "= 0");
}
const entryText = () => readFileSync(join(server, "index.js"), "utf8");

const bench = (file, env = {}) => ({
  args: ["run", "--reporter=default", "--silent=false", file],
  options: { capture: true, env: { BENCH: "billing", NO_COLOR: "1", FORCE_COLOR: "0", ...env } },
});

async function runSequences() {
  const parts = cpus().length;
  const start = performance.now();
  const each = await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      follow(bench("billing-sequences", { PART: `${part}/${parts}` })),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const done = each.reduce((sum, one) => sum + one.done, 0);
  print("random lives of subscriptions", done, "sequences", `≥ ${process.env.SEQUENCES ?? 10_000}`);
  print(
    "of them unlike Stripe, or billed otherwise than recorded",
    each.reduce((sum, one) => sum + one.failures, 0),
    "sequences",
    "= 0",
  );
  print("random lives in a second", done / seconds, "sequences/s", "≥ 4.2");
  print("time of all random lives", seconds / 60, "min");
}

/** Runs a part and passes its progress on. */
async function follow({ args, options }) {
  let last = { done: 0, failures: 0 };
  const { code, output } = await run("vitest", args, { ...options, heard: tell });
  for (const [, json] of output.matchAll(/^PROGRESS (\{.*\})$/gm)) last = JSON.parse(json);
  for (const [text] of output.matchAll(/^FAILED\n[\s\S]*?\n\n/gm)) console.error(text);
  if (code !== 0 && last.failures === 0) {
    console.error(output.slice(-6000));
    last = { ...last, failures: Math.max(1, last.failures) };
  }
  return last;
}

function tell(chunk) {
  for (const [, json] of String(chunk).matchAll(/^PROGRESS (\{.*\})$/gm)) {
    const { part, done, count, failures, seconds_each } = JSON.parse(json);
    console.error(
      `part ${part + 1}: ${done} of ${count}, ${failures} failed, ${(1 / seconds_each).toFixed(1)} a second`,
    );
  }
}

await build();
weighWebhook();
const costs = bench("billing-costs");
const { code, output } = await run("vitest", costs.args, costs.options);
for (const [line] of output.matchAll(/^BENCH \{.*\}$/gm)) console.log(line);
if (code !== 0) console.error(output.slice(-6000));
await runSequences();
