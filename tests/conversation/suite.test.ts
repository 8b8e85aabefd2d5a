/** The command that plays the tests of an exported agent, and how differing words are told apart. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { Expectation } from "#app/agents/tests/agent-tests.schema.ts";
import { differencesOf, type Recording } from "#app/agents/tests/judge.ts";
import { wordDiff } from "#app/agents/tests/word-diff.ts";

const script = fileURLToPath(new URL("../../scripts/call.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "suite-"));

const hello = { name: "Greets", now: "2026-11-20 10:00", turns: [{ say: "hello" }], expect: [] };
const written = (tests: unknown[], spec: unknown = specFor("receptionist")) => ({
  kind: "agent-setup",
  version: 1,
  agents: [spec],
  tests: [tests],
});

function suite(file: unknown) {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(file));
  const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env;
  return spawnSync(process.execPath, [script, "--suite", path], { encoding: "utf8", env });
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

  it("gives no verdict, and ends with 2, where a language model answers and there is no key for it", () => {
    const model = {
      chain: [{ provider: "anthropic", model: "claude-haiku-4-5" }],
      temperature: 0.3,
      first_token_ms: 2500,
    };
    const { stdout, status } = suite(written([hello], { ...specFor("receptionist"), model }));
    expect(stdout).toContain("? Greets  Not played  (Front desk)");
    expect(stdout).toContain("Set ANTHROPIC_API_KEY.");
    expect(stdout).toContain("0 passed, 0 failed, 1 without a verdict");
    expect(status).toBe(2);
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

describe("what an answer has to say", () => {
  const heard = "I have Tuesday the 24th at noon, or Wednesday at three o’clock.";
  const recording: Recording = {
    turns: [{ caller: "when?", agent: heard, does: [], waited_ms: 800 }],
    collected: {},
    booked: [],
    outcome: "no_outcome",
    ended_by: "caller",
  };
  const differs = (one: Expectation) =>
    differencesOf({ ...hello, from: null, appointments: [], expect: [one] }, recording).length > 0;

  it.each([
    ["tuesday the 24th", true],
    ["Monday|Tuesday", true],
    ["Tuesday*noon", true],
    ["Tuesday * three oclock", true],
    ["noon*Tuesday", false],
    ["Tues", false],
    ["Tuesday*day", false],
    ["Monday | Friday", false],
    ["*", false],
    ["|", false],
    ["at*at three", true],
    ["24th at * at noon", false],
  ])("%s", (says, isHeard) => {
    expect(differs({ says })).toBe(!isHeard);
    expect(differs({ not_says: says })).toBe(isHeard);
  });

  it("and how soon", () => {
    expect(differs({ latency_ms: 801 })).toBe(false);
    expect(differs({ turn: 0, latency_ms: 800 })).toBe(true);
    expect(differs({ turn: 1, latency_ms: 1 })).toBe(false);
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
