/**
 * `npm test`: every check and every test, from nothing; ends with one line that adds up what the runners reported.
 * `npm test -- rules|workers|browser [room or file …]`: one lane, or what of it lies in a room or a file.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root, run, stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

const lanes = ["rules", "workers", "browser"];
const [lane, ...wanted] = process.argv.slice(2);
if (lane !== undefined && !lanes.includes(lane))
  stop(`There is no lane ${lane}: it is one of ${lanes.join(", ")}, and a room or a file may follow.`);

await install();
const { chromiumPath } = await import("./chromium.mjs");
const { runChecks } = await import("./checks.mjs");
const { build, freePort, withServer } = await import("./local-server.mjs");
const { checkBundle, printWeights } = await import("./bundle.mjs");
const { testsThat } = await import("./playwright-report.mjs");
const { weighWords } = await import("./words.mjs");
const { buildDeployable, deployableConfig } = await import("./deployable.mjs");

const reports = join(root, "test-results");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
let executed = 0;
let flaky = [];
/** What failed, named once more at the end: its own lines are thousands of lines above. */
const failures = [];
const count = (result) => {
  passed += result.passed;
  failed += result.failed;
};
/** The last line counts tests; other steps count only when they fail. */
const step = (ok, name) => {
  count({ passed: 0, failed: ok ? 0 : 1 });
  if (!ok) failures.push(name);
};
const title = (text) => console.log(`\n— ${text}`);
const isWanted = (name) => lane === undefined || lane === name;

/** Every runner prints a line for each file or test, and ends each test in its own time: one that is silent for so long hangs. */
const silent_ms = 5 * 60_000;

/** How long a runner of vitest may be silent after its last file has ended. */
const afterLast_ms = 20_000;

/** A runner that ended badly without naming a failed test still failed. */
const counted = (name, report, { code, hung }) => {
  if (hung) console.log("  ✗ printed nothing for too long and was ended");
  executed += report.passed + report.failed;
  count(report);
  failures.push(...report.names);
  if (report.failed === 0) step(code === 0, `${name}: its runner ended with ${code}`);
};

const reportOf = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(join(reports, name), "utf8")));
  } catch {
    return { passed: 0, failed: 1, names: [`${name} could not be read`] };
  }
};

/** The failed tests of a file with their first lines; a file that could not be loaded, with why. */
const failedIn = ({ name, status, message, assertionResults }) => {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${file}: ${message}`];
  return failed.map(
    ({ fullName, failureMessages: [why = ""] }) =>
      `${file} › ${fullName}\n    ${why.split("\n").slice(0, 3).join("\n    ")}`,
  );
};

/** What `scripts/file-reporter.mjs` has counted so far. */
const filesOf = (name) => reportOf(`${name}-files.json`, (counts) => counts);
const haveEnded = ({ ended, open }) => ended > 0 && open.length === 0;

/**
 * The runtime of a file sometimes does not end after its last test, and the runner waits for it without a limit. When
 * each file has ended and passed by then, so has the lane. @returns whether it did; then it is counted
 */
function hasAllPassed(name) {
  const files = filesOf(name);
  if (files.failed > 0 || !haveEnded(files)) return false;
  console.log("  a runtime did not end after its last test; every file of the lane had passed by then");
  executed += files.passed;
  count(files);
  return true;
}

/** How often the files that a runner left open are given to a new one, when it ended without a failed test. */
const mostRestarts = 2;

/** Runs a lane of vitest, or the files of it whose paths hold one of the given parts. */
const vitest = async (name, args, parts, restarts = 0) => {
  const report = `${name}.json`;
  const options = [
    "run",
    ...args,
    ...parts,
    "--silent=passed-only",
    "--reporter=dot",
    "--reporter=./scripts/file-reporter.mjs",
    "--reporter=json",
    `--outputFile.json=${join(reports, report)}`,
  ];
  for (const kept of [report, `${name}-files.json`]) rmSync(join(reports, kept), { force: true });
  // workerd prints every error that a test causes on purpose; it matters when something failed.
  const ended = await run("vitest", options, {
    silent_ms: () => (haveEnded(filesOf(name)) ? afterLast_ms : silent_ms),
    capture: "output",
    env: { FILE_COUNTS: join(reports, `${name}-files.json`) },
  });
  if (ended.hung && hasAllPassed(name)) return;
  const files = filesOf(name);
  const isCutOff = !existsSync(join(reports, report)) && files.ended > 0 && files.failed === 0;
  if (isCutOff && files.open.length > 0 && restarts < mostRestarts) {
    console.log(
      `  the runner ended before ${files.open.length} files, and nothing had failed: they run anew`,
    );
    executed += files.passed;
    count(files);
    return vitest(name, args, files.open, restarts + 1);
  }
  if (ended.code !== 0) console.log(ended.output);
  counted(
    name,
    reportOf(report, (r) => ({
      passed: r.numPassedTests,
      failed: r.numFailedTests,
      names: r.testResults.flatMap(failedIn),
    })),
    ended,
  );
};
const wantedParts = wanted.map((part) => (existsSync(join(root, "tests", part)) ? `tests/${part}/` : part));

if (lane === undefined) {
  title("checks");
  for (const name of await runChecks()) step(false, `check: ${name}`);

  title("the deployable build");
  const deployable = await buildDeployable();
  if (deployable.code !== 0) console.log(deployable.output);
  step(deployable.code === 0, "the deployable build");
  const dry = await run("wrangler", ["deploy", "--dry-run", "--config", deployableConfig], { capture: true });
  console.log(dry.output.match(/Total Upload.*/)?.[0] ?? dry.output);
  step(dry.code === 0, "wrangler deploy --dry-run");
  step(checkBundle(dry.output), "weights of the bundle");
}

if (isWanted("rules")) {
  title("rules");
  await vitest("rules", ["--config", "vitest.rules.config.ts"], wantedParts);
}

if (isWanted("workers")) {
  title("the front door, inside workerd");
  await build();
  await vitest("workers", [], wantedParts);
}

if (lane === undefined) {
  title("pages of words, as they are served");
  const weights = await withServer(await freePort(), ({ address }) => weighWords(address));
  step(printWeights(weights), "weights of the pages of words");
}

if (isWanted("browser")) {
  title("in a browser, on the production build");
  const browser = await chromiumPath();
  const playwright = await run("playwright", ["test", ...wanted], {
    silent_ms,
    env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json") },
  });
  counted(
    "browser",
    reportOf("playwright.json", (r) => {
      flaky = testsThat("flaky", r);
      const { expected, unexpected } = r.stats;
      return {
        passed: expected + flaky.length,
        failed: unexpected,
        names: testsThat("unexpected", r),
      };
    }),
    playwright,
  );
}

const isFlaky = flaky.length > 0 ? `, ${flaky.length} of them flaky (passed at the second try)` : "";
for (const name of flaky) console.log(`  flaky: ${name}`);
for (const name of failures) console.log(`  failed: ${name}`);
console.log(`\n${passed} passed${isFlaky}, ${failed} failed`);
process.exit(failed > 0 || executed === 0 ? 1 : 0);
