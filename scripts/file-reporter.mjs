import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * A vitest reporter that prints the result of each file, and what failed in it, to standard error: the runtime's own output is on standard output.
 * It keeps count in the file that FILE_COUNTS names, for a run that does not come to its own report.
 */
export default class FileReporter {
  /**
   * `open`: the files that have not ended, relative to the project. `failing`: the tests that failed, by their files.
   * `passed`: how many tests passed in files of which none failed.
   */
  #counts = { open: [], failing: {}, ended: 0, passed: 0 };

  onTestRunStart(specifications) {
    this.#counts.open = specifications.map(({ moduleId }) => relative(root, moduleId));
    this.#write();
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()];
    this.#count(module, tests);
    process.stderr.write(`  ${module.ok() ? "✓" : "✗"} ${module.relativeModuleId} (${tests.length})\n`);
    for (const { message = "" } of module.errors()) process.stderr.write(`      ${message.slice(0, 500)}\n`);
    for (const test of tests) {
      const { state, errors } = test.result();
      const [why = ""] = errors?.[0]?.message?.split("\n") ?? [];
      if (state === "failed") process.stderr.write(`      ${test.fullName}: ${why.slice(0, 200)}\n`);
    }
  }

  /** Runs before the file is printed, so that a reader of the output finds it counted. */
  #count(module, tests) {
    const path = relative(root, module.moduleId);
    const named = (state) =>
      tests.filter((test) => test.result().state === state).map((test) => test.fullName);
    this.#counts.open = this.#counts.open.filter((file) => file !== path);
    this.#counts.ended += 1;
    if (module.ok()) this.#counts.passed += named("passed").length;
    else this.#counts.failing[path] = named("failed");
    this.#write();
  }

  #write() {
    if (process.env.FILE_COUNTS) writeFileSync(process.env.FILE_COUNTS, JSON.stringify(this.#counts));
  }
}
