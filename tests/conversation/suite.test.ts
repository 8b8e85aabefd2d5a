/** The command that plays the tests of an exported agent, and how differing words are told apart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { wordDiff } from "#app/agents/tests/word-diff.ts";

const script = fileURLToPath(new URL("../../scripts/call.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "suite-"));

const hello = { name: "Greets", now: "2026-11-20 10:00", turns: [{ say: "hello" }], expect: [] };
const written = (tests: unknown[]) => ({
  kind: "agent-setup",
  version: 1,
  agents: [specFor("receptionist")],
  tests: [tests],
});

function suite(file: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(file));
  return spawnSync(process.execPath, [script, "--suite", path], { encoding: "utf8" });
}

describe("npm run call -- --suite", () => {
  it("ends with 0 when every test passes", () => {
    const { stdout, status } = suite(written([hello]));
    expect(stdout).toContain("✓ Greets  Passed  (Front desk)");
    expect(stdout).toContain("1 passed, 0 failed");
    expect(status).toBe(0);
  });

  it("ends with 1 when one fails, and says what was expected and heard", () => {
    const { stdout, status } = suite(
      written([
        hello,
        { ...hello, name: "Flies", expect: [{ turn: 1, says: "purple" }, { outcome: "booked" }] },
      ]),
    );
    expect(stdout).toContain("✗ Flies");
    expect(stdout).toMatch(/Line 1: expected “purple”, heard “.+”/);
    expect(stdout).toContain("1 passed, 1 failed");
    expect(status).toBe(1);
  });

  it.each([
    ["an unknown expectation", written([{ ...hello, expect: [{ sings: "La" }] }])],
    ["a turn that is not there", written([{ ...hello, expect: [{ turn: 9, says: "La" }] }])],
    ["no tests", written([])],
    ["another file", {}],
  ])("ends with 2 for %s", (_what, file) => {
    const { stderr, status } = suite(file);
    expect(stderr).not.toBe("");
    expect(status).toBe(2);
  });
});

describe("the words that differ", () => {
  it("are marked on both sides, in their order", () => {
    expect(wordDiff("We open at nine", "We usually open at ten.")).toEqual({
      expected: [
        { text: "We open at", isSame: true },
        { text: "nine", isSame: false },
      ],
      heard: [
        { text: "We", isSame: true },
        { text: "usually", isSame: false },
        { text: "open at", isSame: true },
        { text: "ten.", isSame: false },
      ],
    });
  });

  it("are found in long texts, too", () => {
    const long = "word ".repeat(3000);
    expect(wordDiff(long, `${long}end`).heard.at(-1)).toEqual({
      text: expect.stringContaining("end"),
      isSame: false,
    });
  });
});
