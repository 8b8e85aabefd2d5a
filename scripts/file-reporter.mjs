import { writeFileSync } from "node:fs";

/**
 * A vitest reporter that prints the result of each file, and what failed in it, to standard error: the runtime's own output is on standard output.
 * It keeps count in the file that FILE_COUNTS names, for a run that does not come to its own report.
 */
export default class FileReporter {
  #counts = { expected: 0, ended: 0, passed: 0, failed: 0 };

  onTestRunStart(specifications) {
    this.#counts.expected = specifications.length;
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
    const passed = tests.filter((test) => test.result().state === "passed").length;
    this.#counts.ended += 1;
    this.#counts.passed += passed;
    this.#counts.failed += module.ok() ? 0 : Math.max(1, tests.length - passed);
    if (process.env.FILE_COUNTS) writeFileSync(process.env.FILE_COUNTS, JSON.stringify(this.#counts));
  }
}
