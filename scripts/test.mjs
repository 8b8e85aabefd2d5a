/** `npm test`: every check and every test, from a clean clone; ends with one line that sums up the runners' results. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const { chromiumPath } = await import("./chromium.mjs");
const { runChecks } = await import("./checks.mjs");
const { build, freePort, withServer } = await import("./local-server.mjs");
const { checkBundle, printWeights } = await import("./bundle.mjs");
const { weighWords } = await import("./words.mjs");
const { buildDeployable, deployableConfig } = await import("./deployable.mjs");

const reports = join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
let executed = 0;
const count = (result) => {
  passed += result.passed;
  failed += result.failed;
};
/** The last line counts tests; other steps count only when they fail. */
const step = (ok) => count({ passed: 0, failed: ok ? 0 : 1 });
const title = (text) => console.log(`\n— ${text}`);

/** A runner that takes longer than this hangs. Two busy cores need about half of it. */
const limitMs = 40 * 60_000;

/** A runner that ended with an error without naming a failed test has still failed. */
const counted = (report, { code, timedOut }) => {
  if (timedOut) console.log(`  ✗ did not end within ${limitMs / 60_000} minutes and was ended`);
  executed += report.passed + report.failed;
  count({ passed: report.passed, failed: report.failed + (code !== 0 && report.failed === 0 ? 1 : 0) });
};

const reportOf = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(join(reports, name), "utf8")));
  } catch {
    return { passed: 0, failed: 1 };
  }
};

title("checks");
count({ ...(await runChecks()), passed: 0 });

title("the deployable build");
const deployable = await buildDeployable();
if (deployable.code !== 0) console.log(deployable.output);
step(deployable.code === 0);
const dry = await run("wrangler", ["deploy", "--dry-run", "--config", deployableConfig], { capture: true });
console.log(dry.output.match(/Total Upload.*/)?.[0] ?? dry.output);
step(dry.code === 0);
step(checkBundle(dry.output));

const vitest = async (name, args = []) => {
  const report = `${name}.json`;
  const options = [
    "run",
    ...args,
    "--silent=passed-only",
    "--reporter=dot",
    "--reporter=./scripts/file-reporter.mjs",
    "--reporter=json",
    `--outputFile.json=${join(reports, report)}`,
  ];
  // workerd prints every error that a test causes on purpose; the output matters only when a test failed.
  const ended = await run("vitest", options, { limitMs, capture: "output" });
  if (ended.code !== 0) console.log(ended.output);
  counted(
    reportOf(report, (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests })),
    ended,
  );
};

title("rules");
await vitest("rules", ["--config", "vitest.rules.config.ts"]);

title("the front door, inside workerd");
await build();
await vitest("workerd");

title("pages of words, as they are served");
step(printWeights(await withServer(await freePort(), ({ address }) => weighWords(address))));

title("in a browser, on the production build");
const browser = await chromiumPath();
const playwright = await run("playwright", ["test"], {
  limitMs,
  env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json") },
});
counted(
  reportOf("playwright.json", (r) => ({
    passed: r.stats.expected + r.stats.flaky,
    failed: r.stats.unexpected,
  })),
  playwright,
);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || executed === 0 ? 1 : 0);
