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
const { headlessPath } = await import("./chromium.mjs");
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
const flaky = [];
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

/** @returns what `read` makes of a report, or null when there is none that can be read */
const reportOf = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(join(reports, name), "utf8")));
  } catch {
    return null;
  }
};
const unread = (name) => ({ passed: 0, failed: 1, names: [`${name} could not be read`] });

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
const filesOf = (name) =>
  reportOf(`${name}-files.json`, (counts) => counts) ?? { open: [], failing: {}, ended: 0, passed: 0 };

/** Counts the files of which no test failed. */
const countFiles = ({ passed }) => {
  executed += passed;
  count({ passed, failed: 0 });
};

/** How often files are given to a new runner: those that the last one left open, and those that failed in it. */
const mostTries = 2;

/** More failed files than these are no accident of a busy machine. */
const mostFailing = 12;

/**
 * Runs a lane of vitest, or the files of it whose paths hold one of the given parts. A file that failed runs once more
 * in a new runtime, as Playwright does it; a test that passes then is counted and named as flaky.
 * @param before the tests that failed in the last try, by their files
 */
const vitest = async (name, args, parts, tries = 1, before = {}) => {
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
    silent_ms: () => (filesOf(name).ended > 0 && filesOf(name).open.length === 0 ? afterLast_ms : silent_ms),
    capture: "output",
    env: { FILE_COUNTS: join(reports, `${name}-files.json`) },
  });
  const files = filesOf(name);
  const failing = Object.keys(files.failing);
  const again = [...files.open, ...failing];
  const isOnceMore =
    tries < mostTries && files.ended > 0 && again.length > 0 && failing.length <= mostFailing;
  if (ended.code !== 0 && failing.length > 0) console.log(ended.output);
  if (isOnceMore) {
    console.log(`  ${failing.length} files failed and ${files.open.length} did not end: they run once more`);
    countFiles(files);
    return vitest(
      name,
      args.filter((arg) => !arg.startsWith("--shard")),
      again,
      tries + 1,
      files.failing,
    );
  }
  for (const [file, tests] of Object.entries(before))
    flaky.push(
      ...tests.filter((test) => !files.failing[file]?.includes(test)).map((test) => `${file} › ${test}`),
    );
  // The runtime of a file sometimes does not end after its last test, and the runner waits for it without a limit.
  if (ended.hung && files.ended > 0 && again.length === 0) {
    console.log("  a runtime did not end after its last test; every file had passed by then");
    return countFiles(files);
  }
  const result = reportOf(report, (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests,
    names: r.testResults.flatMap(failedIn),
  }));
  counted(name, result ?? unread(report), ended);
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
  // A runtime slows down with every file that it has run: after a hundred of them to a third.
  const shards = wantedParts.length > 0 ? 1 : 4;
  for (let i = 1; i <= shards; i++) await vitest("workers", [`--shard=${i}/${shards}`], wantedParts);
}

if (lane === undefined) {
  title("pages of words, as they are served");
  const weights = await withServer(await freePort(), ({ address }) => weighWords(address));
  step(printWeights(weights), "weights of the pages of words");
}

if (isWanted("browser")) {
  title("in a browser, on the production build");
  const browser = await headlessPath();
  const playwright = await run("playwright", ["test", ...wanted], {
    silent_ms,
    env: { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json") },
  });
  counted(
    "browser",
    reportOf("playwright.json", (r) => {
      const late = testsThat("flaky", r);
      flaky.push(...late);
      const { expected, unexpected } = r.stats;
      return { passed: expected + late.length, failed: unexpected, names: testsThat("unexpected", r) };
    }) ?? unread("playwright.json"),
    playwright,
  );
}

const isFlaky = flaky.length > 0 ? `, ${flaky.length} of them flaky (passed at the second try)` : "";
for (const name of flaky) console.log(`  flaky: ${name}`);
for (const name of failures) console.log(`  failed: ${name}`);
console.log(`\n${passed} passed${isFlaky}, ${failed} failed`);
process.exit(failed > 0 || executed === 0 ? 1 : 0);
