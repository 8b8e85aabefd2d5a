// Prints what the readers make of an utterance as one JSON line:
//   npm run hear -- "next tuesday around three" --now 2026-11-20T10:00 --zone America/New_York --asked when
// Without an utterance it reads lines from standard input.
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { underProjectNode } from "./project-node.mjs";

const usage = `npm run hear -- "next tuesday around three" [--now 2026-11-20T10:00] [--zone America/New_York] [--asked when]

--now      wall-clock time in the zone; default: now
--asked    what was asked: when, name, phone, email, yes_no, choice, number, text, confirm, anything_else, nothing
--options  names of a choice: "Cleaning,Whitening"
--country  whose telephone numbers and dates: US
Without an utterance it reads lines from standard input.`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        now: { type: "string" },
        zone: { type: "string", default: "America/New_York" },
        asked: { type: "string", default: "nothing" },
        country: { type: "string", default: "US" },
        options: { type: "string", default: "" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

const { values, positionals } = options();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
// The readers are TypeScript, which only the project's own Node runs directly.
await underProjectNode(import.meta.url);

const { hearing } = await import(new URL("../workers/conversation/reading/hearing.ts", import.meta.url).href);
let hear;
try {
  // The Swedish locale formats dates as 2026-11-20 10:00.
  const now = values.now ?? new Date().toLocaleString("sv-SE", { timeZone: values.zone });
  hear = hearing({ ...values, now });
} catch (error) {
  fail(`${error.message}\n\n${usage}`);
}
const print = (utterance) => process.stdout.write(`${JSON.stringify(hear(utterance))}\n`);
if (positionals.length > 0) print(positionals.join(" "));
else for await (const line of createInterface({ input: process.stdin })) print(line);
