/** A vitest reporter that says of each file how it went, on standard error: the runtime's own noise is on standard output. */
export default class FileReporter {
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].length;
    process.stderr.write(`  ${module.ok() ? "✓" : "✗"} ${module.relativeModuleId} (${tests})\n`);
  }
}
