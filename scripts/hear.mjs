// Prints what the readers make of an utterance as one JSON line: npm run hear -- "next tuesday around three" --now 2026-11-20T10:00 --asked when
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

if (Number(process.versions.node.split(".")[0]) < 24) {
  // The readers are TypeScript, which only the project's own Node strips.
  const node = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));
  const { status, error } = spawnSync(node, process.argv.slice(1), { stdio: "inherit" });
  if (error) console.error(`${error.message}: run npm install first`);
  process.exit(status ?? 1);
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    now: { type: "string" },
    zone: { type: "string", default: "America/New_York" },
    asked: { type: "string", default: "nothing" },
    country: { type: "string", default: "US" },
    options: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

if (options.help) {
  console.log(
    'npm run hear -- "<utterance>" [--now 2026-11-20T10:00] [--zone America/New_York] [--asked when|name|phone|email|yes_no|choice|confirm|…] [--options "Cleaning,Whitening"]\nWithout an utterance it reads lines from standard input.',
  );
  process.exit(0);
}

const { hearing } = await import(new URL("../workers/conversation/hearing.ts", import.meta.url).href);
// Sweden writes dates as 2026-11-20 10:00.
const now = options.now ?? new Date().toLocaleString("sv-SE", { timeZone: options.zone });
const hear = hearing({ ...options, now });
if (positionals.length > 0) console.log(JSON.stringify(hear(positionals.join(" "))));
else {
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(hear(line))}\n`);
}
