/** A vitest reporter that prints the result of each file to standard error: the runtime's own output is on standard output. */
export default class FileReporter {
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].length;
    process.stderr.write(`  ${module.ok() ? "✓" : "✗"} ${module.relativeModuleId} (${tests})\n`);
  }
}
